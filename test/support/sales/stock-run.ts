import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { removalHooks } from '../../../src/server/account-removal.ts'
import { toPesos } from '../../../src/contract/money.ts'
import { changeOf } from '../../../src/contract/catalog/stock-rules.ts'
import { ProductInput } from '../../../src/contract/catalog/product-input.ts'
import {
  deleteProduct,
  createProduct,
  patchProduct,
  updateProduct,
} from '../../../src/server/catalog/products/save-product.ts'
import { saveCells } from '../../../src/server/catalog/cells/save-cells.ts'
import { getProduct } from '../../../src/server/catalog/catalog.ts'
import { applyPrices, previewPrices, undoPriceRun } from '../../../src/server/catalog/prices/price-runs.ts'
import { applyDuePrices, schedulePrices } from '../../../src/server/catalog/prices/price-schedules.ts'
import { adjustStock } from '../../../src/server/catalog/stock/stock-list.ts'
import { DomainError } from '../../../src/server/errors.ts'
import type { SessionUser } from '../../../src/server/http/caller.ts'
import { changeOrder } from '../../../src/server/orders/change/change-order.ts'
import { markDelivery } from '../../../src/server/orders/delivery/delivery.ts'
import { setLinePrice } from '../../../src/server/orders/change/line-price.ts'
import { placeManualOrder } from '../../../src/server/orders/place/manual-order.ts'
import { deleteOrder, expireOrders } from '../../../src/server/orders/orders.ts'
import { placeOrder } from '../../../src/server/orders/place/place-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { deleteUser } from '../../../src/server/users/remove-person.ts'
import { replaceClaimed } from '../../../src/server/warranty/replace-claimed.ts'
import { callerOf } from '../people/people.ts'
import { insertApprovedClaim } from './claims.ts'
import type { Step } from './stock-steps.ts'

/** What a whole set of runs did, to notice a test in which everything is refused. */
export interface Tally {
  done: Map<string, number>
  refused: Map<string, number>
}

export const newTally = (): Tally => ({ done: new Map(), refused: new Map() })

/**
 * Runs the steps on new products and people by the real verbs. After each step the ledger adds up to the stock, and
 * stock + units in pending orders + units in completed orders equals the units received. A refusal changes nothing.
 * Throws the difference.
 */
export async function runSteps(shop: Shop, wanted: Step[], tally: Tally): Promise<void> {
  const world = await openWorld(shop)
  let before = await world.books()
  for (const [index, each] of wanted.entries()) {
    try {
      await world.take(each, before)
      count(tally.done, each.do)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      count(tally.refused, `${each.do}: ${error.code}`)
      expectSame(before, await world.books(), each, index)
    }
    before = await world.check(each, index)
  }
}

const COORDINATED = {
  delivery_type: 'coordinate',
  shipping_address: '',
  carrier: '',
  tracking: '',
} as const

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** The units of one presentation in the tables. */
interface Book {
  blister: number
  stock: number
  ledger: number
  /** In lines of pending orders. */
  held: number
  /** In lines of completed orders. */
  shipped: number
}

async function openWorld(shop: Shop) {
  const admin = await insertUser(shop, true)
  let customers = [await insertUser(shop, false), await insertUser(shop, false)]
  const products: number[] = []
  const orders: { id: number; userId: number }[] = []
  const runs: number[] = []
  /** Initial stock and adjustments less units of deleted completed orders, by presentation. */
  const cameIn = new Map<number, number>()
  const gone = new Map<number, number>()
  const add = (to: Map<number, number>, id: number, units: number) => to.set(id, (to.get(id) ?? 0) + units)

  for (const stocks of [[6, 0], [3, 9], [1]]) {
    const input = ProductInput.parse({
      name: `P${randomBytes(4).toString('hex')}`,
      type: 'fem',
      blisters: stocks.map((stock, index) => ({ seed_count: index + 1, price: 100, stock })),
    })
    const product = await createProduct({ shop, user: admin, body: input })
    products.push(product.id)
    for (const blister of product.blisters) add(cameIn, blister.id, blister.stock)
  }

  const pick = <Item>(from: Item[], number: number): Item | undefined =>
    from[number % Math.max(1, from.length)]
  const blisterOf = (number: number) => pick([...cameIn.keys()], number) ?? 0
  const productOf = async (blister: number) =>
    (
      await shop.db
        .selectFrom('blisters')
        .select('product_id')
        .where('id', '=', blister)
        .executeTakeFirstOrThrow()
    ).product_id
  const linesOf = (orderId: number) =>
    shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
  const asItem = async ({ blister, quantity }: { blister: number; quantity: number }) => {
    const blister_id = blisterOf(blister)
    return { product_id: await productOf(blister_id), blister_id, quantity }
  }
  const owner = (userId: number): SessionUser => customers.find(({ id }) => id === userId) ?? admin

  async function place(who: number, lines: { blister: number; quantity: number }[]): Promise<void> {
    const customer = pick(customers, who) ?? admin
    const request = {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate' as const,
      shipping_address: '',
      products: await Promise.all(lines.map(asItem)),
    }
    const { id } = await placeOrder({ shop, user: customer, body: request })
    orders.push({ id, userId: customer.id })
  }

  async function placeManual(wanted: Extract<Step, { do: 'manual' }>): Promise<void> {
    const customer = pick(customers, wanted.who) ?? admin
    const who = wanted.isGuest
      ? { guest: { name: 'Ana', phone: '', email: '' } }
      : { customer_id: customer.id }
    const { id } = await placeManualOrder({
      shop,
      user: admin,
      body: {
        ...who,
        channel: 'fair',
        lines: await Promise.all(wanted.lines.map(asItem)),
        note: '',
        ...COORDINATED,
        handed: wanted.isDone ? 'in_person' : undefined,
        complete: wanted.isDone,
        send_mail: false,
      },
    })
    orders.push({ id, userId: wanted.isGuest ? 0 : customer.id })
  }

  async function setPrice(orderId: number, discount: number): Promise<void> {
    const [line] = await linesOf(orderId)
    const order = await shop.db
      .selectFrom('orders')
      .select('version')
      .where('id', '=', orderId)
      .executeTakeFirst()
    const wanted = { discount, reason: 'x', version: order?.version ?? 0 }
    await setLinePrice({ shop, user: admin, params: { id: orderId, line: line?.id ?? 0 }, body: wanted })
  }

  async function keepLines(orderId: number, customer: SessionUser, mask: number): Promise<void> {
    const kept = (await linesOf(orderId)).filter((_, index) => (mask >> index) & 1)
    const products = kept.map(({ product_id, blister_id, quantity }) => ({
      product_id,
      blister_id,
      quantity,
    }))
    await changeOrder({ shop, user: customer, params: { id: orderId }, body: { products } })
  }

  async function editLines(orderId: number, wanted: Extract<Step, { do: 'edit lines' }>): Promise<void> {
    const kept = (await linesOf(orderId)).flatMap(({ product_id, blister_id }, index) => {
      const quantity = wanted.quantities[index % 4] ?? 0
      return quantity === 0 ? [] : [{ product_id, blister_id, quantity }]
    })
    const added = await Promise.all(wanted.added.map(asItem))
    const order_products = [...kept, ...added]
    await changeOrder({
      shop,
      user: admin,
      params: { id: orderId },
      body: { order_products, status: wanted.status },
    })
  }

  async function removeOrder(orderId: number): Promise<void> {
    const lines = await linesOf(orderId)
    const order = await shop.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirst()
    await deleteOrder({ shop, user: admin, params: { id: orderId } })
    // The units of a completed order have left the shop.
    if (order?.status === 'completed')
      for (const { blister_id, quantity } of lines) add(gone, blister_id, quantity)
  }

  async function saveProduct(id: number, wanted: Extract<Step, { do: 'save product' }>): Promise<void> {
    const product = await getProduct({ shop, audience: 'admin', params: { id } })
    const sent = product.blisters.map((blister, index) => {
      const difference = wanted.differences[index % 4] ?? 0
      // The form may have been open for a while: its stock can be out of date.
      const loaded = Math.max(0, blister.stock + wanted.late)
      const stock = Math.max(0, (wanted.absolute ? blister.stock : loaded) + difference)
      return { ...blister, stock, ...(!wanted.absolute && { stock_loaded: loaded }) }
    })
    const more = wanted.adds < 0 ? [] : [{ seed_count: 9, price: 50, stock: wanted.adds }]
    const saved = await updateProduct({
      shop,
      user: admin,
      params: { id },
      body: ProductInput.parse({ ...product, blisters: [...sent, ...more] }),
    })
    for (const [index, blister] of sent.entries()) {
      add(cameIn, blister.id, blister.stock - (blister.stock_loaded ?? product.blisters[index]?.stock ?? 0))
    }
    for (const blister of saved.blisters) if (!cameIn.has(blister.id)) cameIn.set(blister.id, blister.stock)
  }

  async function removeBlister(id: number, which: number, before: Book[]): Promise<void> {
    const product = await getProduct({ shop, audience: 'admin', params: { id } })
    const removed = pick(product.blisters, which)
    const blisters = product.blisters.filter((blister) => blister !== removed)
    await updateProduct({
      shop,
      user: admin,
      params: { id },
      body: ProductInput.parse({ ...product, blisters }),
    })
    if (removed) add(cameIn, removed.id, -stockIn(before, removed.id))
  }

  async function removeProduct(id: number, before: Book[]): Promise<void> {
    const { blisters } = await getProduct({ shop, audience: 'admin', params: { id } })
    await deleteProduct({ shop, user: admin, params: { id } })
    for (const blister of blisters) add(cameIn, blister.id, -stockIn(before, blister.id))
  }

  async function adjust(wanted: Extract<Step, { do: 'adjust' }>): Promise<void> {
    const blister_id = blisterOf(wanted.blister)
    const change = changeOf(wanted.reason, wanted.units)
    const adjustment = { blister_id, change, reason: wanted.reason, note: '' }
    await adjustStock({ shop, user: admin, body: adjustment })
    add(cameIn, blister_id, change)
  }

  /** Prices and stock in the table, which may show what was `late` units ago. */
  async function saveTable({ blisters, units, pesos, late }: Extract<Step, { do: 'cells' }>): Promise<void> {
    const shown = await shop.db
      .selectFrom('blisters')
      .select(['id', 'price', 'stock'])
      .where('id', 'in', blisters.map(blisterOf))
      .execute()
    const rows = shown.map(({ id, price, stock }) => ({
      blister_id: id,
      price: { from: toPesos(price), to: toPesos(price) + pesos },
      stock: { from: stock + late, to: Math.max(0, stock + late + units) },
    }))
    const { run_id } = await saveCells({ shop, user: admin, body: { rows } })
    if (run_id !== null) runs.push(run_id)
    for (const { blister_id, stock } of rows) add(cameIn, blister_id, stock.to - stock.from)
  }

  async function deliver(id: number, state: 'pending' | 'prepared' | 'handed'): Promise<void> {
    const how = state === 'handed' ? 'in_person' : undefined
    await markDelivery({
      shop,
      user: admin,
      params: { id },
      body: { state, how, complete: false, notify: false },
    })
  }

  /** An order with an ended, warned reservation; it is cancelled unless something keeps it. */
  async function expire(id: number): Promise<void> {
    const over = { expires_at: new Date(0), expiry_warned_at: new Date(0) }
    await shop.db.updateTable('orders').set(over).where('id', '=', id).execute()
    await expireOrders(shop)
    await shop.db.updateTable('orders').set({ expires_at: null }).where('id', '=', id).execute()
  }

  async function replace(who: number, lines: { blister: number; quantity: number }[]): Promise<void> {
    const customer = pick(customers, who) ?? admin
    const claim = await insertApprovedClaim(shop, customer)
    const replacement = { ...claim, lines: await Promise.all(lines.map(asItem)), ...COORDINATED }
    const { id } = await replaceClaimed({ shop, user: admin, params: { id: claim.id }, body: replacement })
    orders.push({ id, userId: customer.id })
  }

  /** Immediate or scheduled price changes. */
  async function reprice(id: number, { percent, isLater }: Extract<Step, { do: 'reprice' }>): Promise<void> {
    const rule = { kind: 'percent', percent, round_to: 10, rounding: 'nearest', minus: 0 } as const
    const asked = { rule, filter: { ids: [id] } }
    const by = { shop, user: admin }
    const { token } = await previewPrices({ ...by, body: asked })
    if (!isLater) {
      runs.push((await applyPrices({ ...by, body: { ...asked, token } })).id)
      return
    }
    const applyAt = new Date(shop.now().getTime() + 60_000)
    await schedulePrices({ ...by, body: { ...asked, token, apply_at: applyAt } })
    await applyDuePrices({ ...shop, now: () => applyAt })
  }

  /** Units handed over must not return to the stock. */
  async function removeUser(who: number): Promise<void> {
    const user = pick(customers, who)
    if (!user) return
    const handed = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', user.id)
      .where('status', '=', 'pending')
      .where('handed_at', 'is not', null)
      .execute()
    await deleteUser({ shop, user: admin, params: { id: user.id } }, removalHooks)
    customers = [...customers.filter(({ id }) => id !== user.id), await insertUser(shop, false)]
    for (const { id } of handed) {
      const { status } = await shop.db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (status !== 'completed')
        throw new Error(`Order ${id} was handed over and is ${status} without its account`)
    }
  }

  return {
    books: () => readBooks(shop, [...cameIn.keys()]),

    take(wanted: Step, before: Book[]): Promise<unknown> {
      const order = 'order' in wanted ? pick(orders, wanted.order) : undefined
      if ('order' in wanted && !order) return Promise.resolve()
      const orderId = order?.id ?? 0
      const product = 'product' in wanted ? (pick(products, wanted.product) ?? 0) : 0
      switch (wanted.do) {
        case 'place':
          return place(wanted.who, wanted.lines)
        case 'manual':
          return placeManual(wanted)
        case 'price':
          return setPrice(orderId, wanted.discount)
        case 'cancel':
          return changeOrder({
            shop,
            user: owner(order?.userId ?? 0),
            params: { id: orderId },
            body: { status: 'cancelled' },
          })
        case 'keep lines':
          return keepLines(orderId, owner(order?.userId ?? 0), wanted.mask)
        case 'set status':
          // Sometimes a customer tries what only an admin may do.
          return changeOrder({
            shop,
            user: wanted.by % 8 === 0 ? owner(order?.userId ?? 0) : admin,
            params: { id: orderId },
            body: {
              status: wanted.status,
            },
          })
        case 'edit lines':
          return editLines(orderId, wanted)
        case 'deliver':
          return deliver(orderId, wanted.state)
        case 'expire':
          return expire(orderId)
        case 'replace':
          return replace(wanted.who, wanted.lines)
        case 'delete order':
          return removeOrder(orderId)
        case 'save product':
          return saveProduct(product, wanted)
        case 'remove blister':
          return removeBlister(product, wanted.blister, before)
        case 'switch product':
          return patchProduct({
            shop,
            user: admin,
            params: { id: product },
            body: { available: wanted.available },
          })
        case 'adjust':
          return adjust(wanted)
        case 'cells':
          return saveTable(wanted)
        case 'reprice':
          return reprice(product, wanted)
        case 'undo':
          return runs.length === 0
            ? Promise.resolve()
            : undoPriceRun({ shop, user: admin, params: { id: pick(runs, wanted.run) ?? 0 } })
        case 'delete product':
          return removeProduct(product, before)
        default:
          return removeUser(wanted.who)
      }
    },

    /** The books after the step. */
    async check(after: Step, index: number): Promise<Book[]> {
      for (const wrong of await wrongPrices(shop, [...cameIn.keys()]))
        throw new Error(`After step ${index}, ${JSON.stringify(after)}: ${wrong}`)
      const books = await readBooks(shop, [...cameIn.keys()])
      for (const book of books) {
        const left = gone.get(book.blister) ?? 0
        const is = book.stock + book.held + book.shipped + left
        const shouldBe = cameIn.get(book.blister)
        if (is === shouldBe && book.ledger === book.stock && book.stock >= 0) continue
        const facts = { ...book, 'shipped and deleted': left, 'came in': shouldBe }
        throw new Error(`After step ${index}, ${JSON.stringify(after)}: ${JSON.stringify(facts)}`)
      }
      return books
    },
  }
}

function stockIn(books: Book[], blister: number): number {
  return books.find((book) => book.blister === blister)?.stock ?? 0
}

function expectSame(before: Book[], now: Book[], refused: Step, index: number): void {
  if (JSON.stringify(before) === JSON.stringify(now)) return
  throw new Error(
    `Step ${index}, ${JSON.stringify(refused)}, was refused and changed ${JSON.stringify(before)} to ${JSON.stringify(now)}`,
  )
}

async function readBooks(shop: Shop, blisters: number[]): Promise<Book[]> {
  const { rows } = await sql<Book>`
    select b.id as blister, b.stock,
      coalesce((select sum(change) from stock_movements m where m.blister_id = b.id), 0)::int as ledger,
      coalesce(sum(l.quantity) filter (where o.status = 'pending'), 0)::int as held,
      coalesce(sum(l.quantity) filter (where o.status = 'completed'), 0)::int as shipped
    from blisters b
    left join order_lines l on l.blister_id = b.id
    left join orders o on o.id = l.order_id
    where b.id = any(${blisters}) group by b.id order by b.id`.execute(shop.db)
  return rows
}

/** The last row of each history equals the current price and discount. */
async function wrongPrices(shop: Shop, blisters: number[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select 'the history of ' || b.id || ' ends with another price' as text from blisters b left join lateral (
      select new_price, new_discount from price_changes where blister_id = b.id order by id desc limit 1
    ) last on true
    where b.id = any(${blisters}) and (b.price, b.discount) is distinct from (new_price, new_discount)`.execute(
    shop.db,
  )
  return rows.map(({ text }) => text)
}

async function insertUser(shop: Shop, isAdmin: boolean): Promise<SessionUser> {
  const username = `s${randomBytes(6).toString('hex')}`
  const email = `${username}@correo.example`
  const at = shop.now()
  const { id } = await shop.db
    .insertInto('users')
    .values({
      username,
      email,
      password_hash: 'none',
      is_staff: isAdmin,
      email_verified_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return callerOf({ id, username, email }, isAdmin)
}
