import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { ProductInput } from '../../../src/contract/catalog/product-input.ts'
import { toPesos } from '../../../src/contract/money.ts'
import { createProduct, updateProduct } from '../../../src/server/catalog/products/save-product.ts'
import { getProduct } from '../../../src/server/catalog/catalog.ts'
import { DomainError } from '../../../src/server/errors.ts'
import { changeOrder } from '../../../src/server/orders/change/change-order.ts'
import { setLinePrice } from '../../../src/server/orders/change/line-price.ts'
import { deleteOrder } from '../../../src/server/orders/orders.ts'
import { addPayment, voidPayment } from '../../../src/server/orders/payments/payments.ts'
import { placeManualOrder } from '../../../src/server/orders/place/manual-order.ts'
import { placeOrder } from '../../../src/server/orders/place/place-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { callerOf, insertPerson } from '../people/people.ts'
import { allowPending, orderOf, type Item } from './goods.ts'
import type { SaleStep } from './report-steps.ts'

const FIRST_DAY = '2020-12-20'

/** The first and the last day of a period among those of the steps, in any order. */
export const DAYS = fc.tuple(fc.nat({ max: 80 }), fc.nat({ max: 80 }))

/** A day relative to the first one of the steps. */
export function dayAfter(days: number): string {
  return new Date(Date.parse(FIRST_DAY) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Takes the steps by the real verbs, each at its own moment; counts what was done. */
export async function runSales(shop: Shop, steps: SaleStep[], done: Map<string, number>): Promise<void> {
  await allowPending(shop)
  const world = await openWorld(shop)
  for (const step of steps) {
    const at = new Date(
      Date.parse(`${FIRST_DAY}T00:00:00-03:00`) + step.day * 86_400_000 + step.minute * 60_000,
    )
    try {
      if (await world.take({ ...shop, now: () => at }, step)) done.set(step.do, (done.get(step.do) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
}

async function openWorld(shop: Shop) {
  const admin = callerOf(await insertPerson(shop, { admin: true }), true)
  const customers = [await insertPerson(shop), await insertPerson(shop)].map((person) => callerOf(person))
  const items: Item[] = []
  const brands = [await newBrand(shop), await newBrand(shop), null]
  for (const brand of brands) {
    const input = ProductInput.parse({
      name: `P${randomBytes(4).toString('hex')}`,
      type: 'fem',
      brand_id: brand,
      blisters: [3, 5].map((seed_count) => ({
        seed_count,
        price: 100 * seed_count + 0.33,
        stock: 900,
        discount: 12.5,
      })),
    })
    const product = await createProduct({ shop, user: admin, body: input })
    for (const { id } of product.blisters)
      items.push({ product_id: product.id, blister_id: id, quantity: 1, name: product.name })
  }
  const orders: number[] = []
  const pick = <Each>(from: Each[], number: number): Each | undefined =>
    from[number % Math.max(1, from.length)]

  async function order(at: Shop, { who, guest, lines }: Extract<SaleStep, { do: 'order' }>): Promise<void> {
    const wanted = lines.flatMap(({ blister, quantity }) => {
      const item = pick(items, blister)
      return item ? [{ ...item, quantity }] : []
    })
    const { products } = orderOf(...wanted)
    const customer = pick(customers, who)
    if (guest || !customer) {
      const request = {
        guest: { name: 'Ana', phone: '', email: '' },
        channel: 'fair',
        lines: products,
        delivery_type: 'coordinate',
        shipping_address: '',
        carrier: '',
        tracking: '',
      } as const
      orders.push(
        (
          await placeManualOrder({
            shop: at,
            user: admin,
            body: { ...request, note: '', complete: false, send_mail: false },
          })
        ).id,
      )
    } else {
      const request = { ...orderOf(...wanted), delivery_type: 'coordinate' as const, shipping_address: '' }
      orders.push((await placeOrder({ shop: at, user: customer, body: request })).id)
    }
  }

  async function reprice(at: Shop, blister: number, discount: number): Promise<void> {
    const product = await getProduct({
      shop: at,
      audience: 'admin',
      params: { id: pick(items, blister)?.product_id ?? 0 },
    })
    const blisters = product.blisters.map((each) => ({ ...each, discount, stock_loaded: each.stock }))
    await updateProduct({
      shop: at,
      user: admin,
      params: { id: product.id },
      body: ProductInput.parse({ ...product, blisters }),
    })
  }

  async function linePrice(at: Shop, id: number, discount: number): Promise<void> {
    const [line] = await at.db.selectFrom('order_lines').select('id').where('order_id', '=', id).execute()
    // It may have been deleted.
    const order = await at.db.selectFrom('orders').select('version').where('id', '=', id).executeTakeFirst()
    const version = order?.version ?? 0
    await setLinePrice({
      shop: at,
      user: admin,
      params: { id, line: line?.id ?? 0 },
      body: { discount, reason: 'x', version },
    })
  }

  async function takeBack(at: Shop, id: number, payment: number): Promise<boolean> {
    const noted = await at.db.selectFrom('order_payments').select('id').where('order_id', '=', id).execute()
    const one = pick(noted, payment)
    if (one)
      await voidPayment({ shop: at, user: admin, params: { id, payment: one.id }, body: { reason: 'x' } })
    return one !== undefined
  }

  return {
    /** False if there was nothing to do. */
    async take(at: Shop, step: SaleStep): Promise<boolean> {
      const id = 'order' in step ? (pick(orders, step.order) ?? 0) : 0
      if ('order' in step && id === 0) return false
      switch (step.do) {
        case 'order':
          await order(at, step)
          break
        case 'cancel':
          await changeOrder({ shop: at, user: admin, params: { id }, body: { status: 'cancelled' } })
          break
        case 'line price':
          await linePrice(at, id, step.discount)
          break
        case 'pay': {
          const paid_on = new Date(at.now().getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
          const payment = {
            kind: step.kind,
            amount: toPesos(step.amount),
            method: 'cash',
            paid_on,
            reference: '',
          } as const
          await addPayment({ shop: at, user: admin, params: { id }, body: payment })
          break
        }
        case 'void':
          return takeBack(at, id, step.payment)
        case 'delete':
          await deleteOrder({ shop: at, user: admin, params: { id } })
          break
        default:
          await reprice(at, step.blister, step.discount)
      }
      return true
    },
  }
}

async function newBrand(shop: Shop): Promise<number> {
  const { id } = await shop.db
    .insertInto('brands')
    .values({ name: `M${randomBytes(4).toString('hex')}`, created_at: shop.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
