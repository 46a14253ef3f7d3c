import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../../test/support/databases/test-database.ts'
import { openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { seedCatalogue } from '../../../../proofs/load/seed.ts'
import type { Db } from '../../db/connect.ts'
import { statementName } from '../../db/prepared.ts'
import { countProducts, listProducts, type ListQuestion, products } from '../queries.ts'
import { listFound } from './search-queries.ts'

const SHOWN = { available: true, onSale: false }
const FIRST: ListQuestion = { filter: SHOWN, words: [], order: 'stocked', limit: 9, offset: 0 }
// Runs alone: a process names a limited number of statements.

/** PostgreSQL plans a statement for its values five times before it may keep a plan. */
const OFTEN = Array.from({ length: 8 }, (_, index) => index)

describe.each(engines)('PostgreSQL keeps the plan on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
    await seedCatalogue(shop.shop, 1_000)
  })
  afterAll(() => shop.close())

  /** How often statements with these words in them ran with a kept plan. */
  const keptIn = (words: string, ask: (db: Db, index: number) => Promise<unknown>) =>
    shop.shop.db.connection().execute(async (db) => {
      for (const index of OFTEN) await ask(db, index)
      const { rows } = await sql<{ kept: number }>`
        select generic_plans as kept from pg_prepared_statements where strpos(statement, ${words}) > 0`.execute(
        db,
      )
      return rows.map(({ kept }) => kept)
    })

  it('of the first pages of a list', async () => {
    const kept = await keptIn('limit 32', (db, page) => listProducts(db, { ...FIRST, offset: 3 * page }))
    expect(kept).toEqual([expect.toSatisfy((times: number) => times > 0)])
  })

  it('of its count, which has no values', async () => {
    const kept = await keptIn('count(*) as', (db) => countProducts(db, { filter: SHOWN, words: [] }))
    expect(kept).toEqual([OFTEN.length])
  })

  it('of a search of few matches', async () => {
    const kept = await keptIn('with found', (db, n) => listFound(db, { ...FIRST, words: [[`sb-99${n}`]] }))
    expect(kept).toEqual([expect.toSatisfy((times: number) => times > 0)])
  })

  it.each([
    ['of a word without three letters in a row', [['sb']]],
    ['of a misspelt word', [['sb-991', 'sb-992']]],
  ])('not of a search %s', async (_, words) => {
    const filter = { ...SHOWN, highlighted: true }
    expect(await keptIn('p.highlighted', (db) => countProducts(db, { filter, words }))).toEqual([])
  })

  it('of other statements too, however visitors vary the lists', () => {
    const listed = (most: number) => products(shop.shop.db).limit(sql.lit(most)).compile().sql
    for (let most = 1; most <= 400; most += 1) statementName(listed(most))
    expect(statementName('insert into orders (id) values ($1)')).toBeDefined()
  })
})
