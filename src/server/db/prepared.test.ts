import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '../../../test/support/databases/test-database.ts'
import { statementName } from './prepared.ts'

// Runs alone: a process names a limited number of statements.

describe('statementName', () => {
  it('is one name for each statement', () => {
    expect(statementName('select 1 where $1')).toBe(statementName('select 1 where $1'))
    expect(statementName('select 2 where $1')).not.toBe(statementName('select 1 where $1'))
  })

  it.each([
    [
      'a search, whose best plan depends on its words',
      'select id from products where search_text /* planned each time */ like $1',
    ],
    ['what a new column would break', 'select "orders".* from "orders" where id = $1'],
    ['what a new column would break, in an insert', 'insert into orders (id) values ($1) returning *'],
    [
      'a report, of a day or of two years',
      `/* planned each time */ select sum(total) from orders where created_at > $1`,
    ],
    ['a list of many values', `select id from t where id in (${'$1, '.repeat(2_000)}$1)`],
  ])('is not given to %s', (_, text) => {
    expect(statementName(text)).toBeUndefined()
  })
})

describe.each(engines)('prepared statements on %s', async (engine) => {
  const { db, close } = await openTestDatabase(engine)
  afterAll(close)

  it('are used again, with other values', async () => {
    await db.connection().execute(async (connection) => {
      const twice = (value: number) =>
        sql<{ twice: number }>`select ${value}::int * 2 as twice`.execute(connection)
      expect((await twice(2)).rows).toEqual([{ twice: 4 }])
      expect((await twice(21)).rows).toEqual([{ twice: 42 }])
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like 'select $1::int * 2%'`.execute(
        connection,
      )
      expect(rows).toHaveLength(1)
    })
  })

  it('that fail leave the connection and their next use working', async () => {
    await db.connection().execute(async (connection) => {
      const divide = (by: number) => sql<{ n: number }>`select 12 / ${by}::int as n`.execute(connection)
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
      expect((await divide(3)).rows).toEqual([{ n: 4 }])
    })
  })
})
