import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { plainText } from '../../contract/plain-text.ts'
import { containing, folded, hasWords, PERSON_NAMES, PRODUCT_NAME } from './like.ts'

it('containing escapes the characters of patterns', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
})

/** Letters of Europe and Korea, signs and spaces, accents on their own; nothing that Unicode still adds to. */
const RANGES = [
  [0x20, 0x17f],
  [0x2b0, 0x36f],
  [0x391, 0x3a1],
  [0x3a3, 0x3c9],
  [0x400, 0x45f],
  [0x1e00, 0x1ef9],
  [0x2000, 0x2064],
  [0xac00, 0xac7f],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
] as const
const characters = fc.oneof(
  ...RANGES.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
)
const text = fc.oneof(
  fc.string({ unit: characters, maxLength: 12 }),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
)
const texts = fc.array(
  text.filter((each) => !each.includes('\0')),
  { minLength: 200, maxLength: 200 },
)

describe.each(engines)('folded, on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it('makes the same of every text as plainText', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (list) => {
        const { rows } = await sql<{ plain: string }>`
          select folded(text) as plain from unnest(${list}::text[]) with ordinality as t (text, n) order by n`.execute(
          shop.shop.db,
        )
        expect(rows.map(({ plain }) => plain)).toEqual(list.map(plainText))
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['orders_recipient', 'orders', folded(sql`recipient_name`)],
    ['orders_contact', 'orders', folded(sql`customer_phone || ' ' || customer_email`)],
    ['users_names', 'users', PERSON_NAMES],
    ['users_emails', 'users', folded(sql`email`)],
    ['products_names', 'products', PRODUCT_NAME],
    ['activity_log_search', 'activity_log', folded(sql`description`)],
    [
      'warranty_claims_search',
      'warranty_claims',
      folded(sql`name || ' ' || email || ' ' || order_number || ' ' || product_name`),
    ],
  ])('is found by the index %s', async (index, table, text) => {
    const plan = await shop.shop.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const found = sql`explain select 1 from ${sql.table(table)} where ${hasWords(text, 'garcía joão')}`
      return JSON.stringify((await found.execute(tx)).rows)
    })
    expect(plan).toContain(index)
  })
})
