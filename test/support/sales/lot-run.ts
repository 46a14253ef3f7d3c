import { randomBytes } from 'node:crypto'
import { LotChange, NewLot } from '../../../src/contract/catalog/lots.ts'
import { ProductInput } from '../../../src/contract/catalog/product-input.ts'
import type { LotState } from '../../../src/contract/catalog/lot-rules.ts'
import { listChosen } from '../../../src/server/catalog/catalog.ts'
import { changeLot, createLot, getLot, moveLotUnits } from '../../../src/server/catalog/lots/lots.ts'
import { createProduct } from '../../../src/server/catalog/products/save-product.ts'
import { adjustStock } from '../../../src/server/catalog/stock/stock-list.ts'
import { DomainError } from '../../../src/server/errors.ts'
import { changeOrder } from '../../../src/server/orders/change/change-order.ts'
import { markDelivery } from '../../../src/server/orders/delivery/delivery.ts'
import { chooseOrderLots } from '../../../src/server/orders/delivery/order-lots.ts'
import { deleteOrder } from '../../../src/server/orders/orders.ts'
import { placeOrder } from '../../../src/server/orders/place/place-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { callerOf, insertPerson } from '../people/people.ts'
import { allowPending, type Item, orderOf } from './goods.ts'
import { lotProblems } from './lot-books.ts'
import type { LotStep } from './lot-steps.ts'

/** Takes the steps by the real verbs on new products with lots; the books hold after each. Throws the first that does not. */
export async function runLots(shop: Shop, steps: LotStep[], done: Map<string, number>): Promise<void> {
  const world = await openLotWorld(shop)
  for (const [index, step] of steps.entries()) {
    try {
      await world.take(step)
      done.set(step.do, (done.get(step.do) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
    const problems = await lotProblems(shop.db)
    if (problems.length > 0)
      throw new Error(`${problems.join('; ')} after step ${index}: ${JSON.stringify(step)}`)
  }
}

/** Two orders claim the last units of a lot concurrently; only one may get them. Returns how many did. */
export async function chooseAtOnce(shop: Shop): Promise<number> {
  const { admin, items, lots, place } = await openLotWorld(shop)
  const [item] = items
  const lot = lots.find(({ product_id }) => product_id === item?.product_id)
  if (!item || !lot) throw new Error('No lot')
  const wanted = { ...item, quantity: 2 }
  const orders = [await place([wanted]), await place([wanted])]
  const line = { blister_id: item.blister_id, lot_id: lot.id, quantity: 2 }
  const answers = await Promise.allSettled(
    orders.map((id) => chooseOrderLots({ shop, user: admin, params: { id }, body: { lines: [line] } })),
  )
  return answers.filter(({ status }) => status === 'fulfilled').length
}

async function openLotWorld(shop: Shop) {
  await allowPending(shop)
  const admin = callerOf(await insertPerson(shop, { admin: true }), true)
  const customer = callerOf(await insertPerson(shop))
  const by = { shop, user: admin }
  const items: Item[] = []
  const lots: { id: number; product_id: number }[] = []
  for (const stocks of [[8, 5], [6]]) {
    const name = `P${randomBytes(4).toString('hex')}`
    const blisters = stocks.map((stock, index) => ({ seed_count: index + 1, price: 100, stock }))
    const product = await createProduct({
      shop,
      user: admin,
      body: ProductInput.parse({ name, type: 'fem', blisters }),
    })
    for (const { id } of product.blisters)
      items.push({ product_id: product.id, blister_id: id, quantity: 1, name: product.name })
    for (const units of [3, 2]) {
      const code = `L-${randomBytes(6).toString('hex').toUpperCase()}`
      const lot = await createLot({ ...by, body: NewLot.parse({ product_id: product.id, code }) })
      lots.push({ id: lot.id, product_id: product.id })
      for (const { id } of product.blisters)
        await moveLotUnits({
          ...by,
          params: { id: lot.id },
          body: { blister_id: id, change: units === 3 ? 2 : 1, harvest: false },
        })
    }
  }
  const orders: number[] = []
  const pick = <Each>(from: Each[], number: number): Each | undefined =>
    from[number % Math.max(1, from.length)]
  const linesOf = (id: number) =>
    shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', id).orderBy('id').execute()

  async function place(wanted: Item[]): Promise<number> {
    const request = { ...orderOf(...wanted), delivery_type: 'coordinate' as const, shipping_address: '' }
    const { id } = await placeOrder({ shop, user: customer, body: request })
    orders.push(id)
    return id
  }

  /** Of lines that the lots belong to, where there are any; sometimes the same lot twice. */
  async function choose(id: number, { units }: Extract<LotStep, { do: 'choose' }>): Promise<void> {
    const ordered = await linesOf(id)
    const lines = units.flatMap(({ lot: number, quantity }) => {
      const lot = pick(lots, number)
      const line = ordered.find(({ product_id }) => product_id === lot?.product_id)
      return lot && line?.blister_id ? [{ blister_id: line.blister_id, lot_id: lot.id, quantity }] : []
    })
    await chooseOrderLots({ shop, user: admin, params: { id }, body: { lines } })
  }

  async function editLines(id: number, quantities: number[]): Promise<void> {
    const order_products = (await linesOf(id)).flatMap(({ product_id, blister_id }, index) => {
      const quantity = quantities[index % 3] ?? 0
      return quantity === 0 ? [] : [{ product_id: product_id ?? 0, blister_id: blister_id ?? 0, quantity }]
    })
    await changeOrder({ shop, user: admin, params: { id }, body: { order_products } })
  }

  async function setState(id: number, state: LotState): Promise<void> {
    const lot = await getLot(shop.db, id, shop.now())
    await changeLot({ shop, user: admin, params: { id: lot.id }, body: LotChange.parse({ ...lot, state }) })
  }

  async function hand(id: number, { state, complete }: Extract<LotStep, { do: 'hand' }>): Promise<void> {
    const how = state === 'handed' ? ('in_person' as const) : undefined
    const facts = { carrier: '', tracking: '', notify: false, complete: complete && state === 'handed' }
    await markDelivery({ shop, user: admin, params: { id }, body: { state, how, ...facts } })
  }

  /** A lot of the order is held just before it is handed over, which must ask; then the lot is released. */
  async function handOnHold(id: number): Promise<void> {
    const [units] = await listChosen(shop.db, [id])
    if (!units || (await leftShelf(id))) throw new DomainError('CONFLICT', 'Nothing to hold')
    await setState(units.lot_id, 'held')
    try {
      await hand(id, { do: 'hand', order: id, state: 'handed', complete: false })
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'CONFIRM') throw error
      await setState(units.lot_id, 'open')
    }
  }

  async function take(step: LotStep): Promise<void> {
    const order = 'order' in step ? (pick(orders, step.order) ?? 0) : 0
    const before = await leftShelf(order)
    await act(step, order)
    // No step says that units on hold are meant to leave.
    if (!before && (await leftShelf(order))) await expectNoneOnHold(order)
  }

  /** Handed over or completed. */
  async function leftShelf(id: number): Promise<boolean> {
    const order = await shop.db
      .selectFrom('orders')
      .select(['status', 'handed_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    return order !== undefined && (order.status === 'completed' || order.handed_at !== null)
  }

  async function expectNoneOnHold(id: number): Promise<void> {
    const held = (await listChosen(shop.db, [id])).filter(({ is_on_hold }) => is_on_hold)
    if (held.length > 0) throw new Error(`Order ${id} left with ${JSON.stringify(held)} unasked`)
  }

  async function act(step: LotStep, order: number): Promise<void> {
    switch (step.do) {
      case 'place': {
        const wanted = step.lines.flatMap(({ blister, quantity }) => {
          const item = pick(items, blister)
          return item ? [{ ...item, quantity }] : []
        })
        await place(wanted)
        return
      }
      case 'choose':
        return choose(order, step)
      case 'edit lines':
        return editLines(order, step.quantities)
      case 'set status':
        await changeOrder({ shop, user: admin, params: { id: order }, body: { status: step.status } })
        return
      case 'hand':
        return hand(order, step)
      case 'hand on hold':
        return handOnHold(order)
      case 'delete order':
        await deleteOrder({ shop, user: admin, params: { id: order } })
        return
      case 'adjust': {
        const lot_id = step.lot === undefined ? undefined : pick(lots, step.lot)?.id
        const blister_id = pick(items, step.blister)?.blister_id ?? 0
        const adjustment = {
          blister_id,
          change: step.change,
          reason: 'adjustment',
          note: '',
          lot_id,
        } as const
        await adjustStock({ shop, user: admin, body: adjustment })
        return
      }
      case 'move units': {
        const blister_id = pick(items, step.blister)?.blister_id ?? 0
        await moveLotUnits({
          ...by,
          params: { id: pick(lots, step.lot)?.id ?? 0 },
          body: { blister_id, change: step.change, harvest: false },
        })
        return
      }
      case 'set state':
        return setState(pick(lots, step.lot)?.id ?? 0, step.state)
    }
  }

  return { admin, items, lots, place, take }
}
