import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '../../../test/support/databases/test-database.ts'
import type { Db } from '../db/connect.ts'
import { checkTurn, perMinute, takeFrom, takeTurn } from './quota.ts'

describe.each(engines)('takeFrom on %s', async (engine) => {
  const { db, close } = await openTestDatabase(engine)
  afterAll(close)

  const now = new Date('2026-11-20T12:00:00Z')
  const waitsForDisk = async (on: Db) => {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(on)
    return rows[0]?.synchronous_commit
  }

  it('counts to the limit, and again in the next minute', async () => {
    const count = (at: Date) => takeFrom(db, 'a', perMinute(2), at)
    const ends = new Date(now.getTime() + 60_000)
    expect([await count(now), await count(now), await count(now)]).toEqual([undefined, undefined, ends])
    expect([await count(ends), await count(ends)]).toEqual([undefined, undefined])
  })

  it('keeps counting when clocks differ by seconds, and restarts when the clock was set back', async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
    const count = (seconds: number) => takeFrom(db, 'back', perMinute(2), at(seconds))
    expect([await count(3_600), await count(3_595)]).toEqual([undefined, undefined])
    expect(await count(3_595)).toEqual(at(3_660))
    expect([await count(0), await count(0), await count(0)]).toEqual([undefined, undefined, at(60)])
  })

  it('behaves the same when only checking', async () => {
    let time = new Date(now.getTime() + 3_600_000)
    const shop = { secret: Buffer.alloc(32), now: () => time, config: { rateLimitFactor: 1 } }
    const turn = { name: 'uploads', subject: 1, quota: perMinute(1) }
    await takeTurn(db, shop, turn)
    await expect(checkTurn(db, shop, turn)).rejects.toThrow('Demasiados intentos')
    time = now
    await checkTurn(db, shop, turn)
  })

  it('does not wait for the disk, but the next statement on the connection does', async () => {
    await db.connection().execute(async (connection) => {
      // Like a single statement: a transaction that Kysely does not know of.
      await sql`begin`.execute(connection)
      await takeFrom(connection, 'b', perMinute(2), now)
      expect(await waitsForDisk(connection)).toBe('off')
      await sql`commit`.execute(connection)
      expect(await waitsForDisk(connection)).toBe('on')
    })
  })

  it('does not change how the surrounding transaction commits', async () => {
    await db.transaction().execute(async (tx) => {
      await takeFrom(tx, 'c', perMinute(2), now)
      expect(await waitsForDisk(tx)).toBe('on')
    })
  })
})
