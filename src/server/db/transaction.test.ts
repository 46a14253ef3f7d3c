import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/databases/test-database.ts'
import { Listeners } from './listeners.ts'
import { inTransaction } from './transaction.ts'

describe('inTransaction', async () => {
  // Only PostgreSQL has two sessions that can wait for each other.
  const database = await openTestDatabase('postgres')
  const { db } = database
  afterAll(() => database.close())
  await sql`create table jars (id int primary key, beans int not null)`.execute(db)
  await sql`insert into jars values (1, 0), (2, 0)`.execute(db)

  it('repeats a transaction that a deadlock ended: both commit once', async () => {
    let runs = 0
    let holding = 0
    const committed: number[] = []
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>()
    const fill = (first: number, then: number) =>
      inTransaction(database, async (tx) => {
        runs += 1
        tx.afterCommit(() => committed.push(first))
        await sql`update jars set beans = beans + 1 where id = ${first}`.execute(tx)
        holding += 1
        if (holding === 2) resolve()
        await bothHoldOne
        await sql`update jars set beans = beans + 1 where id = ${then}`.execute(tx)
      })
    await Promise.all([fill(1, 2), fill(2, 1)])
    expect(runs).toBe(3)
    expect(committed.toSorted((a, b) => a - b)).toEqual([1, 2])
    expect((await sql`select beans from jars`.execute(db)).rows).toEqual([{ beans: 2 }, { beans: 2 }])
  })

  it('gives up after four attempts', async () => {
    let runs = 0
    const always = inTransaction(database, (tx) => {
      runs += 1
      return sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(always).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(4)
  })

  it('does not repeat anything else', async () => {
    let runs = 0
    const once = inTransaction(database, (tx) => {
      runs += 1
      tx.afterCommit(() => expect.unreachable('ran after a rollback'))
      return sql`insert into jars values (1, 0)`.execute(tx)
    })
    await expect(once).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })

  it('calls the listeners of this process before it resolves, once, and not after a rollback', async () => {
    const here = new Listeners()
    const heard: (string | undefined)[] = []
    here.add('jars', (payload) => heard.push(payload))
    const withoutServer = { db, notifyHere: here.notify.bind(here) }
    await inTransaction(withoutServer, async (tx) => {
      await sql`select ${tx.notifying('jars', 'full')}, ${tx.notifying('jars', 'full')}`.execute(tx)
      expect(heard).toEqual([])
    })
    expect(heard).toEqual(['full'])
    const failing = inTransaction(withoutServer, async (tx) => {
      await sql`select ${tx.notifying('jars', 'empty')}`.execute(tx)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(heard).toEqual(['full'])
  })
})
