import type { TestShop } from '../../../test/support/open-shop.ts'
import { mailRestocked } from '../../../src/server/catalog/catalog.ts'
import { expireOrders } from '../../../src/server/orders/orders.ts'
import { newItem } from '../../../test/support/sales/goods.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'

const DAY = 24 * 3_600_000

type Check = (what: string, actual: unknown, expected: unknown) => void

/** Notices of stock and the end of a reservation, for which the jobs remember a time. */
export async function jobsAround(shop: TestShop) {
  const { db } = shop.shop
  const customer = await shop.signIn()
  const customers = [customer, await shop.signIn(), await shop.signIn()]
  const order = await placed(customer, await onSale(shop))
  const { blister_id } = await newItem(shop.shop, 1)
  const now = shop.clock.now()
  const rows = customers.map(({ user }) => ({ user_id: user?.id ?? 0, blister_id, created_at: now }))
  await db.insertInto('stock_notices').values(rows).execute()
  const ends = { expires_at: new Date(now.getTime() + DAY) }
  await db.updateTable('orders').set(ends).where('id', '=', order.id).execute()
  const run = async () => {
    await mailRestocked(shop.shop)
    await expireOrders(shop.shop)
  }
  return {
    run,
    async check(check: Check) {
      await run()
      const mails = await shop.mails()
      check('notices of stock', mails.filter(({ subject }) => subject.startsWith('Volvió')).length, 3)
      const { expires_at } = await db
        .selectFrom('orders')
        .select('expires_at')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      check('a reservation ends', Number(expires_at) - Number(shop.clock.now()) <= 3 * DAY, true)
    },
  }
}
