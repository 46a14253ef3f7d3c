import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tabAttempt } from '../browser/drafts.ts'
import { fakeStorage } from '../browser/fake-storage.fixture.ts'
import { Refusal } from './api.ts'
import { sendOnce } from './send-once.ts'

vi.mock('virtual:endpoints', () => ({ default: {} }))

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
