import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tabAttempt } from '../browser/drafts.ts'
import { fakeStorage } from '../browser/fake-storage.fixture.ts'
import { Refusal } from './api.ts'
import { sendOnce } from './send-once.ts'

beforeEach(() => void vi.stubGlobal('sessionStorage', fakeStorage()))
afterEach(() => void vi.unstubAllGlobals())

describe('sendOnce', () => {
  const attempt = tabAttempt('attempt', 'owner')
  const request = { blister_id: 7, change: -2 }

  /** The keys of two tries, the first answered with this status; 0 for no response. */
  async function keysAround(status: number): Promise<[string, string]> {
    const keys: string[] = []
    const send = async (key: string) => {
      keys.push(key)
      if (keys.length === 1 && status !== 201) throw new Refusal(status, {})
    }
    for (let tries = 0; tries < 2; tries += 1)
      await sendOnce(attempt, { ...request }, send, 1).catch((error: Refusal) =>
        expect(error.status).toBe(status),
      )
    return [keys[0] ?? '', keys[1] ?? '']
  }

  it.each([0, 401, 403, 429, 500, 502, 503])('repeats a request under its key after %i', async (status) => {
    const [first, second] = await keysAround(status)
    expect(second).toBe(first)
  })

  it.each([201, 400, 404, 409, 422])('takes another key after %i', async (status) => {
    const [first, second] = await keysAround(status)
    expect(second).not.toBe(first)
  })
})

describe('sendOnce, for a request that was changed while its outcome was unknown', () => {
  const attempt = tabAttempt('wide', 'owner', 'any request')
  const before = (id: number | undefined) => new Error(`done before: ${id}`)
  let done: Map<string, { request: object; id: number }>
  let isLost: boolean

  /** The server: one request a key. */
  const send = async (key: string, request: { name: string }): Promise<number> => {
    if (request.name === '') throw new Refusal(400, {})
    const held = done.get(key)
    if (held && JSON.stringify(held.request) !== JSON.stringify(request))
      throw new Refusal(422, { code: 'IDEMPOTENCY_MISMATCH' })
    if (!held) done.set(key, { request, id: done.size + 1 })
    if (isLost) throw new Refusal(0, {})
    return done.get(key)?.id ?? 0
  }
  const sent = (name: string) => sendOnce(attempt, { name }, send, 1, before)

  beforeEach(() => {
    done = new Map()
    isLost = true
  })

  it('does one of them and tells which, then takes another key', async () => {
    await expect(sent('Ana')).rejects.toMatchObject({ status: 0 })
    await expect(sent('')).rejects.toMatchObject({ status: 400 })
    isLost = false
    await expect(sent('Eva')).rejects.toThrow('done before: 1')
    expect(done.size).toBe(1)
    await expect(sent('Eva')).resolves.toBe(2)
  })

  it('keeps the key while the answer cannot be had', async () => {
    await expect(sent('Ana')).rejects.toMatchObject({ status: 0 })
    const [key] = done.keys()
    await expect(sent('Eva')).rejects.toMatchObject({ status: 0 })
    expect([...done.keys()]).toEqual([key])
    isLost = false
    await expect(sent('Ana')).resolves.toBe(1)
  })

  it('does the changed one when the first never arrived', async () => {
    const lost = () => Promise.reject(new Refusal(0, {}))
    await expect(sendOnce(attempt, { name: 'Ana' }, lost, 1)).rejects.toMatchObject({ status: 0 })
    await expect(sent('Eva')).rejects.toMatchObject({ status: 0 })
    isLost = false
    await expect(sent('Iris')).rejects.toThrow('done before: 1')
    expect([...done.values()]).toEqual([{ request: { name: 'Eva' }, id: 1 }])
  })
})
