import { sql } from 'kysely'
import { finalPrice } from '../../src/contract/catalog/final-price.ts'
import { type Centavos } from '../../src/contract/money.ts'
import { PRODUCT_TYPES } from '../../src/contract/catalog/product-types.ts'
import { searchText } from '../../src/server/catalog/rules.ts'
import type { Db } from '../../src/server/db/connect.ts'
import type { Shop } from '../../src/server/shop.ts'
import { allowPending } from '../../test/support/sales/goods.ts'
import { insertPerson } from '../../test/support/people/people.ts'

const ROWS_A_STATEMENT = 1_000
const BRANDS = 12
const STOCK = 1_000_000
const PRICE: Centavos = 18_400_00
const SYLLABLES =
  'la pa cho ro sa mon te zon da luz ma guaz yu pe hue vi ca ti ne mor do sol ar bol cen te lla'.split(' ')

/** What loads need to know about the seeded data: of the first thousand products, those that are available. */
export interface Seeded {
  productIds: number[]
  goods: { productId: number; blisterId: number }[]
  /** Searches with results: of one word and of two. */
  searches: string[]
}

/**
 * Products with unique names and genotypes, each with two presentations, stock and ledger, by bulk statements: 100,000
 * take half a minute. The same each time.
 */
export async function seedCatalogue(shop: Shop, count: number): Promise<Seeded> {
  const random = randomNumbers(count)
  const at = shop.now().getTime()
  const seeded: Seeded = { productIds: [], goods: [], searches: [] }
  const brands = await insertBrands(shop.db, shop.now())
  for (let first = 0; first < count; first += ROWS_A_STATEMENT) {
    const rows = Array.from({ length: Math.min(ROWS_A_STATEMENT, count - first) }, (_, index) =>
      productRow(first + index, at, brands, random),
    )
    const products = await shop.db
      .insertInto('products')
      .values(rows)
      .returning(['id', 'available', 'type'])
      .execute()
    const shown = products.filter(({ available }) => available).map(({ id }) => id)
    const goods = await insertBlisters(shop.db, products, random)
    if (first > 0) continue
    const forSale = new Set(shown)
    seeded.productIds = shown
    seeded.goods = goods.filter(({ productId }) => forSale.has(productId))
    seeded.searches = rows.slice(0, 200).map(searchFor)
  }
  await insertLedger(shop)
  await shop.database.vacuum()
  return seeded
}

/** Access tokens of signed-in customers, with `allowPending`. */
export async function seedCustomers(shop: Shop, count: number): Promise<string[]> {
  await allowPending(shop)
  const people = Array.from({ length: count }, (_, index) =>
    insertPerson(shop, { username: `cliente${index}` }),
  )
  return (await Promise.all(people)).map(({ access }) => access)
}

function productRow(
  number: number,
  at: number,
  brands: { id: number; name: string }[],
  random: () => number,
) {
  const word = () =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES, random)).join('')
  const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const brand = pick(brands, random)
  const texts = {
    name: `${title(word())} ${title(word())} ${number}`,
    genotype: `${title(word())} x ${title(word())} ${number}`,
    flavors: `${word()}, ${word()}, cítrico`,
    sku: `SB-${number}`,
    type: pick(PRODUCT_TYPES, random),
  }
  return {
    ...texts,
    brand_id: brand.id,
    sativa: 40,
    indica: 60,
    thc: '22%',
    cbd: '1%',
    effects: 'relajante, alegre',
    flowering_time: '9 semanas',
    description: `${title(word())} ${word()} ${word()}. `.repeat(8),
    highlighted: random() < 0.05,
    limited_edition: random() < 0.1,
    available: random() < 0.97,
    image: null,
    image_2: null,
    image_3: null,
    is_national: null,
    search_text: searchText(texts, brand.name),
    // A minute apart, so that newest first is a total order.
    created_at: new Date(at - number * 60_000),
    deleted_at: null,
  }
}

function searchFor({ name }: { name: string }, index: number): string {
  const [first = '', second = ''] = name.toLowerCase().split(' ')
  return index % 2 === 0 ? first : `${first} ${second}`
}

async function insertBrands(db: Db, at: Date): Promise<{ id: number; name: string }[]> {
  const rows = Array.from({ length: BRANDS }, (_, index) => ({
    name: `Criadero ${index}`,
    image: null,
    created_at: at,
  }))
  return db.insertInto('brands').values(rows).returning(['id', 'name']).execute()
}

async function insertBlisters(
  db: Db,
  products: { id: number; type: string }[],
  random: () => number,
): Promise<Seeded['goods']> {
  const rows = products.flatMap(({ id, type }) => {
    const discount = random() < 0.2 ? 15 : 0
    return [3, 5].map((seed_count) => ({
      product_id: id,
      seed_count,
      // Merchandise with several presentations has sizes.
      size: type === 'merch' ? `Talle ${seed_count}` : '',
      price: PRICE,
      discount,
      final_price: finalPrice(PRICE, discount),
      stock: STOCK,
      deleted_at: null,
    }))
  })
  const inserted = await db.insertInto('blisters').values(rows).returning(['id', 'product_id']).execute()
  return inserted.map(({ id, product_id }) => ({ blisterId: id, productId: product_id }))
}

async function insertLedger(shop: Shop): Promise<void> {
  await shop.db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`insert into stock_movements (blister_id, change, reason, created_at)
      select id, stock, 'initial', now() from blisters`.execute(connection)
    await sql`insert into price_changes (blister_id, new_price, new_discount, created_at)
      select id, price, discount, now() from blisters`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

function pick<Item>(from: readonly Item[], random: () => number): Item {
  return from[Math.floor(random() * from.length)] as Item // safe: no list here is empty
}

/** mulberry32: the same numbers for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
