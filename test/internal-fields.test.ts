import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { AdminOrder, OwnOrder } from '../src/contract/orders/orders.ts'
import { ENDS_SESSION } from './support/calls/access-matrix.ts'
import {
  type Described,
  documentedCalls,
  rightCall,
  type RightCalls,
  rightCalls,
  send,
} from './support/calls/every-call.ts'
import { openShop, type TestShop } from './support/open-shop.ts'
import { openWorld, type World } from './support/people/world.ts'

/** Fields of an order that customers do not get; of what else a row has, `lot_id` and so on. */
const FOR_ADMINS = Object.keys(AdminOrder.shape).filter((field) => !(field in OwnOrder.shape))
/** Order fields for admins only, as keys and as texts. */
const INTERNAL = new RegExp(
  `"(?:${FOR_ADMINS.join('|')}|lot_id|void_reason|expiry_warned_at)"|CANARIA-\\w+|2031-07-08`,
  'g',
)
/** A person's data file excludes internal notes of the shop. */
const OWN_DATA = 'GET /api/auth/my-data/'
const NOT_THEIRS = /"void_reason"|CANARIA-MOTIVO|CANARIA-NOTA/g

describe('internal data of orders', () => {
  let shop: TestShop
  let world: World
  let make: RightCalls
  let calls: [string, Described][]

  beforeAll(async () => {
    shop = await openShop('embedded')
    world = await openWorld(shop)
    make = rightCalls(world)
    calls = [...(await documentedCalls(shop))].filter(([call]) => !ENDS_SESSION.includes(call))
  })
  afterAll(() => shop.close())

  /** Gives every order all kinds of records. */
  async function noteAll(): Promise<void> {
    const { db } = shop.shop
    await sql`insert into order_payments (order_id, kind, amount, method, paid_on, reference, created_at, voided_at, void_reason)
      select id, 'payment', 1, 'cash', '2031-07-08', 'CANARIA-REFERENCIA', now(), now(), 'CANARIA-MOTIVO' from orders
      where id not in (select order_id from order_payments where reference <> '')`.execute(db)
    await sql`insert into order_notes (order_id, text, created_at) select id, 'CANARIA-NOTA', now() from orders
      where id not in (select order_id from order_notes where text = 'CANARIA-NOTA')`.execute(db)
    await sql`update orders set agreed_method = 'other', agreed_due = '2031-07-08'`.execute(db)
  }

  it('is in no answer to a visitor or a customer, of any call', async () => {
    const leaks: string[] = []
    for (const [call, about] of calls) {
      // They are all refused, which leaves what it names as it is.
      const ofAdmins = about['x-access'] === 'admin' ? await rightCall(make, call, world.admin) : undefined
      for (const [who, actor] of Object.entries({
        visitor: shop.anonymous,
        owner: world.owner,
        other: world.other,
      })) {
        const right = ofAdmins ?? (await rightCall(make, call, actor))
        await noteAll()
        const { text } = await send(actor, call, right)
        leaks.push(
          ...(text.match(call === OWN_DATA ? NOT_THEIRS : INTERNAL) ?? []).map(
            (found) => `${call} to ${who}: ${found}`,
          ),
        )
      }
    }
    expect(leaks).toEqual([])
  }, 120_000)

  it('is in the answers to an admin', async () => {
    const right = await rightCall(make, 'GET /api/orders/{id}/', world.admin)
    await noteAll()
    const { text } = await send(world.admin, 'GET /api/orders/{id}/', right)
    expect(new Set(text.match(INTERNAL))).toContain('CANARIA-MOTIVO')
  })
})
