import { sql } from 'kysely'
import type { Db } from '../../../src/server/db/connect.ts'
import { OrderRequest } from '../../../src/contract/orders/orders.ts'
import { ProductInput } from '../../../src/contract/catalog/product-input.ts'
import { getProduct } from '../../../src/server/catalog/catalog.ts'
import { updateProduct } from '../../../src/server/catalog/products/save-product.ts'
import { changeOrder } from '../../../src/server/orders/change/change-order.ts'
import { expireOrders } from '../../../src/server/orders/expiry/expiry.ts'
import { addPayment } from '../../../src/server/orders/payments/payments.ts'
import { placeOrder } from '../../../src/server/orders/place/place-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { setUserActive } from '../../../src/server/users/users.ts'
import { callerOf, insertPerson, type SignedIn } from '../../../test/support/people/people.ts'
import { stockOf } from '../../../test/support/sales/stock.ts'
import { newItem, orderOf } from '../../../test/support/sales/goods.ts'
import { interleave, schedules, type Verb } from './interleave.ts'
import type { Failures } from '../../support/proof.ts'

interface Scene {
  shop: Shop
  databaseUrl: string
  failures: Failures
  customer: SignedIn
}

interface Pair {
  verbs: [Verb, Verb]
  check(): Promise<void>
}

/** Runs pairs of the real verbs statement by statement, in at most `most` schedules; returns the number for each pair. */
export async function allSchedules(scene: Scene, most: number): Promise<Record<string, number>> {
  const tried: Record<string, number> = {}
  for (const [name, prepare] of Object.entries(pairs)) {
    const alone = await prepare(scene)
    const { statements } = await interleave(scene.databaseUrl, alone.verbs, {
      before: Infinity,
      between: Infinity,
    })
    await alone.check()
    const all = schedules([Math.max(...statements), Math.max(...statements)], Math.ceil(most / 4))
    for (const schedule of all) {
      const pair = await prepare({ ...scene, customer: await insertPerson(scene.shop) })
      await interleave(scene.databaseUrl, pair.verbs, schedule)
      await pair.check()
    }
    tried[name] = all.length
  }
  return tried
}

const pairs: Record<string, (scene: Scene) => Promise<Pair>> = {
  async 'cancel and cancel'({ shop, failures, customer }) {
    const item = { ...(await newItem(shop, 10)), quantity: 3 }
    const user = callerOf(customer)
    const { id } = await placeOrder({ shop, user, body: OrderRequest.parse(orderOf(item)) })
    const cancel: Verb = (db) =>
      changeOrder({ shop: inSession(shop, db), user, params: { id }, body: { status: 'cancelled' } })
    return {
      verbs: [cancel, cancel],
      async check() {
        failures.expect('double cancel: stock after a schedule', await stockOf(shop.db, item.blister_id), 10)
      },
    }
  },
  async 'two orders of the last units'({ shop, failures, customer }) {
    const item = { ...(await newItem(shop, 4)), quantity: 3 }
    const others = await insertPerson(shop)
    const buy =
      (person: SignedIn): Verb =>
      (db) =>
        placeOrder({
          shop: inSession(shop, db),
          user: callerOf(person),
          body: OrderRequest.parse(orderOf(item)),
        })
    return {
      verbs: [buy(customer), buy(others)],
      async check() {
        failures.expect('last units: stock after a schedule', await stockOf(shop.db, item.blister_id), 1)
        // A verb that read before the other wrote leaves a plausible stock.
        failures.expect('last units: sold after a schedule', await soldOf(shop, item.blister_id), 3)
      },
    }
  },
  async 'a save and an order'({ shop, failures, customer }) {
    const item = { ...(await newItem(shop, 10)), quantity: 3 }
    const product = await getProduct({ shop, audience: 'admin', params: { id: item.product_id } })
    const input = ProductInput.parse({
      ...product,
      blisters: product.blisters.map((blister) => ({
        ...blister,
        price: 3_000,
        stock_loaded: blister.stock,
      })),
    })
    return {
      verbs: [
        (db) => updateProduct({ shop: inSession(shop, db), params: { id: item.product_id }, body: input }),
        (db) =>
          placeOrder({
            shop: inSession(shop, db),
            user: callerOf(customer),
            body: OrderRequest.parse(orderOf(item)),
          }),
      ],
      async check() {
        failures.expect(
          'stale save: 7 of 10 stay after a schedule',
          await stockOf(shop.db, item.blister_id),
          7,
        )
      },
    }
  },
  async 'a payment and the end of a reservation'({ shop, failures, customer }) {
    const item = { ...(await newItem(shop, 10)), quantity: 3 }
    const admin = callerOf(await insertPerson(shop, { admin: true }), true)
    const { id } = await placeOrder({
      shop,
      user: callerOf(customer),
      body: OrderRequest.parse(orderOf(item)),
    })
    const over = { expires_at: new Date(0), expiry_warned_at: new Date(0) }
    await shop.db.updateTable('orders').set(over).where('id', '=', id).execute()
    const payment = {
      kind: 'payment',
      amount: 5,
      method: 'cash',
      paid_on: '2026-01-02',
      reference: '',
    } as const
    return {
      verbs: [
        (db) => expireOrders(inSession(shop, db)),
        (db) => addPayment({ shop: inSession(shop, db), user: admin, params: { id }, body: payment }),
      ],
      async check() {
        const last = await shop.db
          .selectFrom('activity_log')
          .select('description')
          .where('entity', '=', 'order')
          .where('entity_id', '=', id)
          .orderBy('id', 'desc')
          .executeTakeFirst()
        failures.expect(
          'expiry: cancelled after it was paid',
          last?.description,
          `Pedido #${id}: pago anotado`,
        )
      },
    }
  },
  async 'two admins'({ shop, failures }) {
    const [one, two] = (await onlyAdmins(shop, 2)) as [SignedIn, SignedIn]
    return {
      verbs: [
        (db) => setUserActive(inSession(shop, db), callerOf(one, true), two.id, false),
        (db) => setUserActive(inSession(shop, db), callerOf(two, true), one.id, false),
      ],
      async check() {
        failures.expect('last admin: left after a schedule', await activeAdmins(shop), 1)
      },
    }
  },
}

/** The shop in the session of a verb. */
function inSession(shop: Shop, db: Db): Shop {
  return { ...shop, db, database: { ...shop.database, db } }
}

async function soldOf({ db }: Shop, blister: number): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(quantity), 0)::int as sold from order_lines where blister_id = ${blister}`.execute(db)
  return rows[0]?.sold ?? 0
}

/** New admins; all others lose their rights. */
export async function onlyAdmins(shop: Shop, count: number): Promise<SignedIn[]> {
  await shop.db.updateTable('users').set({ is_staff: false, is_superuser: false }).execute()
  return Promise.all(Array.from({ length: count }, () => insertPerson(shop, { admin: true })))
}

export async function activeAdmins(shop: Shop): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from users where is_active and (is_staff or is_superuser)`.execute(shop.db)
  return rows[0]?.count ?? 0
}
