import { sql } from 'kysely'
import type { Shop } from '../../src/server/shop.ts'
import { post } from './load.ts'
import type { Seeded } from './seed.ts'

/** A thousand orders of two presentations each, by these customers in turn. */
export function orderRequests(goods: Seeded['goods'], tokens: string[]): string[] {
  return Array.from({ length: 1_000 }, (_, index) => {
    const lines = [goods[(index * 7) % goods.length], goods[(index * 13 + 5) % goods.length]]
    return post('/api/orders/', tokens[index % tokens.length], {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: lines.map((line) => ({
        product_id: line?.productId,
        blister_id: line?.blisterId,
        quantity: 1,
      })),
    })
  })
}

/** Presentations spread over the whole catalogue: those of its beginning would stay in the database's cache. */
export async function goodsOfAll(shop: Shop, count: number): Promise<Seeded['goods']> {
  return shop.db
    .selectFrom('blisters')
    .innerJoin('products', 'products.id', 'blisters.product_id')
    .select(['blisters.id as blisterId', 'products.id as productId'])
    .where('products.available', '=', true)
    .orderBy(sql`md5(blisters.id::text)`)
    .limit(count)
    .execute()
}
