import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { afterCommit } from './after-commit.ts'
import { inTransaction } from './retry.ts'

describe('inTransaction', async () => {
  // Two sessions that wait for each other exist on PostgreSQL only.
  const { db, close } = await openTestDatabase('postgres')
  afterAll(close)
  await sql`create table jars (id int primary key, beans int not null)`.execute(db)
  await sql`insert into jars values (1, 0), (2, 0)`.execute(db)

  it('repeats what a deadlock ended, and both sides are done once', async () => {
    let runs = 0
    let holding = 0
    const said: number[] = []
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>()
    const fill = (first: number, then: number) =>
      inTransaction(db, async (tx) => {
        runs += 1
        afterCommit(tx, () => said.push(first))
        await sql`update jars set beans = beans + 1 where id = ${first}`.execute(tx)
        holding += 1
        if (holding === 2) resolve()
        await bothHoldOne
        await sql`update jars set beans = beans + 1 where id = ${then}`.execute(tx)
      })
    await Promise.all([fill(1, 2), fill(2, 1)])
    expect(runs).toBe(3)
    expect(said.toSorted((a, b) => a - b)).toEqual([1, 2])
    expect((await sql`select beans from jars`.execute(db)).rows).toEqual([{ beans: 2 }, { beans: 2 }])
  })

  it('gives up after the fourth time', async () => {
    let runs = 0
    const always = inTransaction(db, (tx) => {
      runs += 1
      return sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(always).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(4)
  })

  it('does not repeat anything else', async () => {
    let runs = 0
    const once = inTransaction(db, (tx) => {
      runs += 1
      afterCommit(tx, () => expect.unreachable('said what was taken back'))
      return sql`insert into jars values (1, 0)`.execute(tx)
    })
    await expect(once).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })
})
