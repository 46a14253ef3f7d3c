import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABOUT, photoNow, visitorClaim } from '../../../test/support/sales/claims.ts'
import {
  type Client,
  type EngineName,
  enginesOf,
  openShop,
  type TestShop,
} from '../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'
import type { Order } from '../../contract/orders/orders.ts'
import type { Claim } from '../../contract/warranty/warranty.ts'

let shop: TestShop
let admin: Client
let made = 0

function openFor(engine: EngineName): void {
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())
}

/** A customer with an order of one unit. */
async function bought() {
  made += 1
  const email = `compra${made}@correo.example`
  const customer = await shop.signIn({ email })
  const order = await placed(customer, { ...(await onSale(shop)), quantity: 1 })
  return { customer, email, order }
}

const approve = async (id: number): Promise<Claim> =>
  (await admin.patch(`/warranty-claims/${id}/`, { status: 'approved' })).body

/** An approved claim of the account about the only line of its order. */
async function claimed(customer: Client, order: Order): Promise<Claim> {
  const reply = await customer.post('/warranty-claims/', {
    ...ABOUT,
    purchase_type: 'with-order',
    order_id: order.id,
    product_id: order.products[0]?.product_id,
    photo1: await photoNow(shop),
  })
  if (reply.status !== 201) throw new Error(reply.text)
  return approve(reply.body.id)
}

/** An approved claim that names goods and number by hand. */
async function typed(facts: object): Promise<Claim> {
  const reply = await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), ...facts })
  if (reply.status !== 201) throw new Error(reply.text)
  return approve(reply.body.id)
}

async function replace({ id, version }: Claim, { order, units = 1, ...more }: Replacing) {
  const [line] = order.products
  const lines = [{ product_id: line?.product_id, blister_id: line?.blister_id, quantity: units }]
  return admin.post(`/warranty-claims/${id}/replacement/`, { lines, version, ...more })
}

interface Replacing {
  order: Order
  units?: number
  beyond_bought?: boolean
}

const read = async ({ id }: Claim): Promise<Claim> => (await admin.get(`/warranty-claims/${id}/`)).body

describe.each(enginesOf(import.meta.filename))('claims about the same goods, on %s', (engine) => {
  openFor(engine)

  it('show each other with what was sent, and ask before more is replaced than was bought', async () => {
    const { customer, order } = await bought()
    const [first, second] = [await claimed(customer, order), await claimed(customer, order)]
    expect(await read(first)).toMatchObject({ bought: 1, related: [{ id: second.id, replacements: [] }] })
    const sent = (await replace(first, { order })).body
    expect(await read(second)).toMatchObject({
      related: [{ id: first.id, status_display: 'Resuelta', replacements: [{ id: sent.id, units: 1 }] }],
    })
    const refused = await replace(second, { order })
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'CONFIRM',
      `Se compró 1 unidad y ya se repuso 1: reclamo #${first.id} (Pedido #${sent.id}). ¿Reponer 1 más igual?`,
    ])
    expect((await read(second)).status).toBe('approved')
    expect((await replace(second, { order, beyond_bought: true })).status).toBe(201)
    expect((await customer.get(`/warranty-claims/${first.id}/`)).text).not.toMatch(/related|bought/)
  })

  it('ask for one claim too, and count no cancelled replacement', async () => {
    const { customer, order } = await bought()
    const [first, second] = [await claimed(customer, order), await claimed(customer, order)]
    const many = await replace(first, { order, units: 2 })
    expect(many.body.error).toBe('Se compró 1 unidad. ¿Reponer 2 igual?')
    const sent = (await replace(first, { order })).body
    await admin.put(`/orders/${sent.id}/`, { status: 'cancelled' })
    expect((await replace(second, { order })).status).toBe(201)
  })

  it('are found without a link by e-mail and number, or by e-mail where one names no number', async () => {
    const { customer, email, order } = await bought()
    const product_name = order.products[0]?.product_name
    const linked = await claimed(customer, order)
    const numbered = await typed({ email, product_name, order_number: `#${order.id}` })
    const bare = await typed({ email, product_name })
    const ids = async (claim: Claim) => (await read(claim)).related?.map(({ id }) => id)
    expect(await ids(linked)).toEqual([numbered.id, bare.id])
    expect(await ids(numbered)).toEqual([linked.id, bare.id])
    expect((await read(numbered)).bought).toBe(1)
    expect(await read(bare)).toMatchObject({
      bought: null,
      related: [{ id: linked.id }, { id: numbered.id }],
    })
    expect((await replace(linked, { order })).status).toBe(201)
    expect((await replace(numbered, { order })).body.code).toBe('CONFIRM')
    expect((await replace(bare, { order })).body.error).toMatch(
      /^Ya se repuso 1: reclamo #\d+ \(Pedido #\d+\)\. ¿/,
    )
  })

  it('are not those of others, of another product, or of another order', async () => {
    const { customer, email, order } = await bought()
    const claim = await claimed(customer, order)
    const product_name = order.products[0]?.product_name
    await typed({ product_name, order_number: String(order.id), email: `otra${made}@correo.example` })
    await typed({ email, product_name: 'Otra cosa', order_number: String(order.id) })
    await typed({ email, product_name, order_number: String(order.id + 1000) })
    expect((await read(claim)).related).toEqual([])
  })
})

/** PostgreSQL only: the embedded database is one session, without races. */
describe('two claims about one unit', () => {
  openFor('postgres')

  it.each([1, 2, 3, 4, 5, 6])('get one replacement from two admins at once, round %d', async () => {
    const { customer, order } = await bought()
    const claims = [await claimed(customer, order), await claimed(customer, order)]
    const replies = await Promise.all(claims.map((claim) => replace(claim, { order })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})
