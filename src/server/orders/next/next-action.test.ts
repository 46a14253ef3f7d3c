import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NEXT_ACTIONS, nextAction, type NextFacts } from '../../../contract/orders/order-desk.ts'
import { ORDER_STATUSES } from '../../../contract/orders/order-status.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

const TODAY = '2026-11-20'
const FLAGS = [false, true]
const AGREED = [
  { agreed_method: null, agreed_due: null },
  { agreed_method: 'cash', agreed_due: null },
  { agreed_method: 'cash', agreed_due: '2026-11-19' },
  { agreed_method: 'cash', agreed_due: TODAY },
] as const
const NOW = new Date(`${TODAY}T15:00:00Z`)
const DAY_MS = 24 * 60 * 60_000
/** None, just within a day, just not. */
const ENDS = [null, new Date(NOW.getTime() + DAY_MS), new Date(NOW.getTime() + DAY_MS + 1)]

/** Every combination of the rule's inputs. */
const ALL: NextFacts[] = ORDER_STATUSES.flatMap((status) =>
  [0, 100].flatMap((total) =>
    [0, 40, 100, 140].flatMap((paid_total) =>
      AGREED.flatMap((agreed) =>
        FLAGS.flatMap((isPrepared) =>
          FLAGS.flatMap((isHanded) =>
            FLAGS.flatMap((isContacted) =>
              ENDS.map((expires_at) => ({
                status,
                total,
                paid_total,
                ...agreed,
                expires_at,
                isPrepared,
                isHanded,
                isContacted,
              })),
            ),
          ),
        ),
      ),
    ),
  ),
)

function columnsOf({ isPrepared, isHanded, ...facts }: NextFacts) {
  const { status, total, paid_total, agreed_method, agreed_due, expires_at } = facts
  return {
    status,
    total,
    paid_total,
    agreed_method,
    agreed_due,
    expires_at,
    prepared_at: isPrepared ? new Date() : null,
    handed_at: isHanded ? new Date() : null,
    handed_how: isHanded ? ('shipped' as const) : null,
  }
}

describe.each(enginesOf(import.meta.filename))('the next step of an order, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  /** The combination of each order, by its id. */
  const facts = new Map<number, NextFacts>()

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(NOW)
    admin = await shop.signIn({ admin: true })
    const rows = ALL.map((each) => ({
      ...columnsOf(each),
      recipient_name: 'Ana',
      customer_email: '',
      customer_phone: '',
      delivery_type: 'coordinate' as const,
      shipping_address: '',
      created_at: new Date(),
      updated_at: new Date(),
    }))
    // In batches, as a statement has at most 65,535 parameters.
    for (let from = 0; from < rows.length; from += 1000) {
      const made = await shop.shop.db
        .insertInto('orders')
        .values(rows.slice(from, from + 1000))
        .returning('id')
        .execute()
      for (const [index, { id }] of made.entries()) facts.set(id, ALL[from + index] as NextFacts)
    }
    const contacted = [...facts].filter(([, { isContacted }]) => isContacted).map(([id]) => id)
    await sql`insert into order_contacts (order_id, channel, created_at)
      select unnest(${contacted}::int[]), 'whatsapp', now()`.execute(shop.shop.db)
  }, 60_000)
  afterAll(() => shop.close())

  interface Listed {
    id: number
    next_action: string | null
    payment_state: string
    delivery_state: string
  }
  async function list(query = ''): Promise<Listed[]> {
    const all: Listed[] = []
    for (let page = 1; ; page += 1) {
      const { body } = await admin.get(`/orders/?page=${page}&page_size=100${query}`)
      all.push(...body.results)
      if (body.next === null) {
        expect(body.count).toBe(all.length)
        return all
      }
    }
  }

  it('is the same in SQL as by the rule, over all combinations', async () => {
    const orders = await list()
    expect(orders).toHaveLength(2304)
    const wrong = orders.filter(({ id, next_action }) => {
      const order = facts.get(id)
      return order === undefined || nextAction(order, TODAY, NOW) !== next_action
    })
    expect(wrong).toEqual([])
    expect(new Set(orders.map((order) => order.next_action))).toEqual(new Set([...NEXT_ACTIONS, null]))
  })

  it('filters by step, payment and delivery, and counts them', async () => {
    const orders = await list()
    for (const [name, key] of [
      ['next', 'next_action'],
      ['payment', 'payment_state'],
      ['delivery', 'delivery_state'],
    ] as const)
      for (const value of new Set(orders.map((order) => order[key])))
        if (value !== null) {
          const wanted = orders.filter((order) => order[key] === value).map(({ id }) => id)
          expect((await list(`&${name}=${value}`)).map(({ id }) => id)).toEqual(wanted)
        }
    expect(await list('&next=nothing')).toHaveLength(2304)
  })
})
