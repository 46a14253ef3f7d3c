import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '../../../test/support/databases/test-database.ts'
import type { Db } from '../db/connect.ts'
import { counterKey, deleteOldCounters } from './counter-queries.ts'
import { bookTurn, cancelTurn, checkTurn, takeFrom, takeTurn, tryTurn } from './quota.ts'

describe.each(engines)('takeFrom on %s', async (engine) => {
  const { db, close } = await openTestDatabase(engine)
  afterAll(close)

  const perMinute = (key: string, max: number) => [{ key, quota: { max, windowMs: 60_000 } }]
  const now = new Date('2026-11-20T12:00:00Z')
  const waitsForDisk = async (on: Db) => {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(on)
    return rows[0]?.synchronous_commit
  }

  it('counts to the limit, and again in the next minute', async () => {
    const count = (at: Date) => takeFrom(db, perMinute('a', 2), at)
    const ends = new Date(now.getTime() + 60_000)
    expect([await count(now), await count(now), await count(now)]).toEqual([undefined, undefined, ends])
    expect([await count(ends), await count(ends)]).toEqual([undefined, undefined])
  })

  it('keeps counting when clocks differ by seconds, and restarts when the clock was set back', async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
    const count = (seconds: number) => takeFrom(db, perMinute('back', 2), at(seconds))
    expect([await count(3_600), await count(3_595)]).toEqual([undefined, undefined])
    expect(await count(3_595)).toEqual(at(3_660))
    expect([await count(0), await count(0), await count(0)]).toEqual([undefined, undefined, at(60)])
  })

  it('leaves the longer windows as they are when a shorter one refuses', async () => {
    const shop = { secret: Buffer.alloc(32), now: () => now, config: { rateLimitFactor: 1 } }
    for (let n = 0; n < 30; n += 1) await takeTurn(db, shop, 'orders', 7)
    const refused = await Promise.allSettled(Array.from({ length: 5 }, () => takeTurn(db, shop, 'orders', 7)))
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    const { rows } = await sql<{ failures: number }>`select failures from throttles where key in (
      ${sql.join([60_000, 3_600_000, 86_400_000].map((ms) => counterKey(shop.secret, 'turn', 'orders', ms, 7)))})`.execute(
      db,
    )
    expect(rows.map(({ failures }) => failures)).toEqual([30, 30, 30])
  })

  // The embedded database has one connection at a time.
  if (engine === 'postgres')
    it('clears old counters without waiting for one that is being counted', async () => {
      const later = new Date(now.getTime() + 3 * 86_400_000)
      await takeFrom(db, [...perMinute('counted', 2), ...perMinute('old', 2)], now)
      const left = async () =>
        (await db.selectFrom('throttles').select('key').execute()).map(({ key }) => key)
      await db.transaction().execute(async (transaction) => {
        await takeFrom(transaction, perMinute('counted', 2), later)
        await deleteOldCounters(db, later)
        expect(await left()).toEqual(['counted'])
      })
    })

  it('names the end of the window that refuses, not the gap that the same turn began', async () => {
    let time = now
    const shop = { secret: Buffer.alloc(32), now: () => time, config: { rateLimitFactor: 1 } }
    for (let n = 0; n < 10; n += 1) {
      await takeTurn(db, shop, 'codesAsked', 'ana')
      time = new Date(time.getTime() + 30 * 60_000)
    }
    expect(await tryTurn(db, shop, 'codesAsked', 'ana')).toEqual(new Date(now.getTime() + 24 * 3_600_000))
  })

  it('behaves the same when only checking', async () => {
    let time = new Date(now.getTime() + 3_600_000)
    const shop = { secret: Buffer.alloc(32), now: () => time, config: { rateLimitFactor: 1 } }
    for (let n = 0; n < 60; n += 1) await takeTurn(db, shop, 'uploads', 1)
    await expect(checkTurn(db, shop, 'uploads', 1)).rejects.toThrow('Demasiados intentos')
    time = now
    await checkTurn(db, shop, 'uploads', 1)
  })

  it('books turns that come back evenly, lets the surplus wait for a window, and then refuses', async () => {
    const HOUR = 60 * 60_000
    let time = now
    const shop = { secret: Buffer.alloc(32), now: () => time, config: { rateLimitFactor: 1 } }
    const hours = async () =>
      ((await bookTurn(db, shop, 'accessMailsTo', 'ana')).getTime() - now.getTime()) / HOUR
    expect([await hours(), await hours(), await hours()]).toEqual([0, 0, 0])
    expect([await hours(), await hours(), await hours()]).toEqual([8, 16, 24])
    await expect(bookTurn(db, shop, 'accessMailsTo', 'ana')).rejects.toThrow('Demasiados intentos')
    await cancelTurn(db, shop, 'accessMailsTo', 'ana')
    expect(await hours()).toBe(24)
    // All turns came back, none twice.
    time = new Date(now.getTime() + 200 * HOUR)
    expect([await hours(), await hours(), await hours(), await hours()]).toEqual([200, 200, 200, 208])
    // The clock was set back.
    time = now
    expect(await hours()).toBe(0)
  })

  it('does not wait for the disk, but the next statement on the connection does', async () => {
    await db.connection().execute(async (connection) => {
      // Like a single statement: a transaction that Kysely does not know of.
      await sql`begin`.execute(connection)
      await takeFrom(connection, perMinute('b', 2), now)
      expect(await waitsForDisk(connection)).toBe('off')
      await sql`commit`.execute(connection)
      expect(await waitsForDisk(connection)).toBe('on')
    })
  })

  it('does not change how the surrounding transaction commits', async () => {
    await db.transaction().execute(async (tx) => {
      await takeFrom(tx, perMinute('c', 2), now)
      expect(await waitsForDisk(tx)).toBe('on')
    })
  })
})
