import type { Order } from '../../../src/contract/orders/orders.ts'
import type { SessionUser } from '../../../src/server/http/caller.ts'
import type { Shop } from '../../../src/server/shop.ts'
import type { Client, TestShop } from '../open-shop.ts'
import { placed } from './orders.ts'
import { insertPhoto } from '../pictures/photos.ts'

/** The fields of every claim. */
export const ABOUT = { germination_date: '2026-11-20', description: 'No germinó ninguna' }

/** A complete claim of a visitor without an account. */
export async function visitorClaim(shop: TestShop) {
  return {
    ...ABOUT,
    name: 'Bruno',
    email: 'Bruno@Correo.example',
    product_name: 'Puna Violeta',
    purchase_date: '2026-11-01',
    photo1: await photoNow(shop),
  }
}

/** An order for a claim: one unit of a new product. */
export async function ordered(shop: TestShop, customer: Client): Promise<Order> {
  const { id, blisters } = await shop.hasProduct()
  return placed(customer, { product_id: id, blister_id: blisters[0]?.id ?? 0, quantity: 1 })
}

/** The address of a picture uploaded just now by the shop's clock. */
export function photoNow(shop: TestShop, preset: 'warranty' | 'product' = 'warranty'): Promise<string> {
  return insertPhoto(shop.shop.db, preset, shop.clock.now())
}

/** A claim that an admin approved, with a photo of its own; without `of` it names no order. */
export async function insertApprovedClaim(
  { db, now }: Shop,
  { id: user_id, email }: Pick<SessionUser, 'id' | 'email'>,
  of?: { order_id: number; product_id: number },
) {
  const at = now()
  const photo = await insertPhoto(db, 'warranty', at)
  return db
    .insertInto('warranty_claims')
    .values({
      ...ABOUT,
      user_id,
      order_id: of?.order_id ?? null,
      product_id: of?.product_id ?? null,
      product_name: 'Puna Violeta',
      purchase_type: of ? 'with-order' : 'without-order',
      purchase_date: '2026-11-01',
      name: 'Ana Paz',
      email,
      status: 'approved',
      photo1: photo.split('/').at(-2) ?? null,
      photo2: null,
      photo3: null,
      created_at: at,
      updated_at: at,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}
