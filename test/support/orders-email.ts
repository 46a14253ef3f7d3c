import type { Shop } from '../../src/server/shop.ts'

/** Every test shop has one: orders are mailed there. */
export const ORDERS_EMAIL = 'pedidos@tienda.example'

/** Writes it, unless the shop has one already. */
export async function writeOrdersEmail({ db, now }: Shop): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: 'orders_email', value: JSON.stringify(ORDERS_EMAIL), updated_at: now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
