import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '../../../test/support/databases/test-database.ts'
import type { Database } from './connect.ts'
import { canonicalJson, forgetOldKeys, onceForKey } from './idempotency.ts'
import { inTransaction } from './transaction.ts'

describe.each(engines)('onceForKey on %s', (engine) => {
  let database: Database
  let made = 0

  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.close())

  const start = new Date('2026-11-20T12:00:00Z')
  const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

  const ask = (key: string | undefined, request: unknown = { a: 1 }, at = start, scope = 'user:1') =>
    inTransaction(database, (tx) =>
      onceForKey(tx, { scope, key, request, at }, async () => {
        made += 1
        return { number: made }
      }),
    )

  it('returns the first answer again for a day', async () => {
    const first = await ask('one')
    expect(await ask('one', { a: 1 }, after(23.9))).toEqual(first)
    expect(await ask('one', { a: 1 }, after(24.1))).not.toEqual(first)
  })

  it('runs every request without a key', async () => {
    expect(await ask(undefined)).not.toEqual(await ask(undefined))
  })

  it('treats requests with the same fields in another order as equal', async () => {
    const first = await ask('two', { a: 1, b: { c: [1, 2], d: null } })
    expect(await ask('two', { b: { d: null, c: [1, 2] }, a: 1 })).toEqual(first)
    await expect(ask('two', { a: 1, b: { c: [2, 1], d: null } })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
    })
  })

  it('separates the keys of two people', async () => {
    expect(await ask('three')).not.toEqual(await ask('three', { a: 1 }, start, 'user:2'))
  })

  it('accepts a key as new after a day, also for another request, and keeps the old answer when that fails', async () => {
    const first = await ask('old')
    const failing = inTransaction(database, (tx) =>
      onceForKey(tx, { scope: 'user:1', key: 'old', request: { b: 2 }, at: after(24.1) }, () =>
        Promise.reject(new Error('no')),
      ),
    )
    await expect(failing).rejects.toThrow('no')
    expect(await ask('old', { a: 1 }, after(23.9))).toEqual(first)
    const second = await ask('old', { b: 2 }, after(24.1))
    expect(await ask('old', { b: 2 }, after(48))).toEqual(second)
    await expect(ask('old', { a: 1 }, after(24.2))).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
  })

  it.each([
    ['a new key', 'many', start],
    ['a key of the day before', 'yesterday', after(24.1)],
  ])('makes one answer for ten who come with %s at once', async (_, key, at) => {
    if (at > start) await ask(key)
    const before = made
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(key, { a: 1 }, at)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ number: before + 1 })))
    expect(made).toBe(before + 1)
  })

  it('keeps the answer that its maker stored in its own statement', async () => {
    const request = { scope: 'user:1', key: 'early', request: {}, at: start }
    const kept = await inTransaction(database, (tx) =>
      onceForKey<{ n: number }>(tx, request, async (keeping) => {
        for (const statement of keeping({ n: 1 })) await statement.execute(tx)
        return { n: 1 }
      }),
    )
    const again = inTransaction(database, (tx) =>
      onceForKey<{ n: number }>(tx, request, () => Promise.reject(new Error('made twice'))),
    )
    expect(await again).toEqual(kept)
  })

  it('stores nothing of a request that failed', async () => {
    const failing = inTransaction(database, (tx) =>
      onceForKey(tx, { scope: 'user:1', key: 'four', request: {}, at: start }, () =>
        Promise.reject(new Error('no')),
      ),
    )
    await expect(failing).rejects.toThrow('no')
    expect(await ask('four', { other: true })).toEqual({ number: made })
  })

  it.each([' ', 'a b', 'a\nb', 'ñ', 'x'.repeat(201)])('refuses the key %j', async (key) => {
    await expect(ask(key)).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('deletes keys older than a day', async () => {
    await ask('five')
    await forgetOldKeys(database.db, after(24 * 30))
    expect(await database.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })
})

describe('canonicalJson', () => {
  it('sorts keys at every depth, and no lists', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 1], a: undefined })).toBe('{"b":[{"c":2,"d":1},1]}')
  })
})
