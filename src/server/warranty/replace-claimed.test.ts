import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLAIMANT_GONE } from '../../contract/warranty/claim-rules.ts'
import { ABOUT, photoNow, visitorClaim } from '../../../test/support/sales/claims.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { expectStock, type Item, logOfOrder, onSale, placed } from '../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('POST /warranty-claims/{id}/replacement/, on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    ana = await shop.signIn({ first_name: 'Ana', last_name: 'Suárez', email: 'ana@correo.example' })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const approve = async (id: number) =>
    (await admin.patch(`/warranty-claims/${id}/`, { status: 'approved' })).body as {
      id: number
      version: number
    }
  async function approved() {
    const order = await placed(ana, await onSale(shop))
    const [line] = order.products
    const reply = await ana.post('/warranty-claims/', {
      ...ABOUT,
      purchase_type: 'with-order',
      order_id: order.id,
      product_id: line?.product_id,
      photo1: await photoNow(shop),
    })
    return approve(reply.body.id)
  }
  const replace = (id: number, lines: Item[], more: object = {}, headers = {}) =>
    admin.post(`/warranty-claims/${id}/replacement/`, { lines, ...more }, headers)

  it('creates a free order for the claimant, and resolves the claim', async () => {
    const { id, version } = await approved()
    const item = await onSale(shop)
    const sent = { version, delivery_type: 'address', shipping_address: 'Mitre 123, Salta' }
    const { status, body } = await replace(id, [item], sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      customer_id: ana.user?.id,
      recipient_name: 'Ana Suárez',
      total: 0,
      claim_id: id,
      channel: 'other',
      shipping_address: 'Mitre 123, Salta',
      next_action: 'prepare',
      notes_count: 1,
      order_products: [{ price_at_time: 0, quantity: 2 }],
    })
    await expectStock(shop, item, 8)
    expect((await logOfOrder(admin, body)).at(-1)).toMatchObject({
      action: 'order',
      changes: { order_total: 0, claim_id: id },
    })
    const claim = (await admin.get(`/warranty-claims/${id}/`)).body
    expect(claim).toMatchObject({
      status: 'resolved',
      replacement_order_id: body.id,
      resolution_details: `Te reponemos los productos: es el Pedido #${body.id}.`,
      version: version + 1,
    })
    // The claimant sees order and claim linked, and gets a mail.
    expect((await ana.get(`/orders/${body.id}/`)).body.claim_id).toBe(id)
    expect((await ana.get(`/warranty-claims/${id}/`)).body.replacement_order_id).toBe(body.id)
    const mail = (await shop.mails()).at(-1)
    expect(mail).toMatchObject({
      recipient: 'ana@correo.example',
      subject: `Reclamo de garantía #${id}: Resuelta`,
    })
    expect(mail?.body_text).toContain(`Pedido #${body.id}`)
  })

  it('works for visitors, keeps typed values, and creates one order under a key', async () => {
    const filed = (await shop.anonymous.post('/warranty-claims/', await visitorClaim(shop))).body
    await admin.patch(`/warranty-claims/${filed.id}/`, { resolution_details: 'Van dos sobres' })
    const { id, version } = await approve(filed.id)
    const item = await onSale(shop)
    const key = { 'idempotency-key': `reponer-${engine}` }
    const first = await replace(id, [item], { version }, key)
    const again = await replace(id, [item], { version }, key)
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(first.body).toMatchObject({ customer: null, recipient_name: 'Bruno', customer_phone: '' })
    await expectStock(shop, item, 8)
    expect((await admin.get(`/warranty-claims/${id}/`)).body.resolution_details).toBe('Van dos sobres')
  })

  it('is refused twice, before the claim is approved, on an older version and without stock', async () => {
    const { id, version } = await approved()
    const item = await onSale(shop, 2)
    const refused = async (...args: Parameters<typeof replace>) => {
      const { status, body } = await replace(...args)
      return [status, body.error]
    }
    expect((await refused(id, [{ ...item, quantity: 3 }], { version }))[0]).toBe(409)
    expect((await admin.get(`/warranty-claims/${id}/`)).body.status).toBe('approved')
    expect((await replace(id, [item], { version: version - 1 })).body.code).toBe('STALE')
    expect((await replace(id, [item], {})).body.errors).toHaveProperty('version')
    const first = (await replace(id, [item], { version })).body
    expect(await refused(id, [item], { version: version + 1 })).toEqual([
      409,
      `El reclamo ya tiene su reposición: Pedido #${first.id}`,
    ])
    await expectStock(shop, item, 0)
    const other = (await shop.anonymous.post('/warranty-claims/', await visitorClaim(shop))).body
    expect(await refused(other.id, [item], { version: 1 })).toEqual([
      409,
      'Se repone lo que tiene el reclamo aprobado',
    ])
    expect((await replace(999_999, [item], { version: 1 })).status).toBe(404)
    expect((await replace(other.id, [], { version: 1 })).status).toBe(400)
    const [nowhere] = [{ version: 1, delivery_type: 'address' }]
    expect((await replace(other.id, [item], nowhere)).body.errors).toHaveProperty('shipping_address')
  })

  it('names its order in the place of an earlier one that was deleted', async () => {
    const { id, version } = await approved()
    const item = await onSale(shop)
    const first = (await replace(id, [item], { version })).body
    await admin.delete(`/orders/${first.id}/`)
    const again = await approve(id)
    const second = (await replace(id, [item], { version: again.version })).body
    expect((await ana.get(`/warranty-claims/${id}/`)).body.resolution_details).toBe(
      `Te reponemos los productos: es el Pedido #${second.id}.`,
    )
  })

  it('is possible again once the order is cancelled, which keeps its claim and cannot be reopened beside another', async () => {
    const { id, version } = await approved()
    const item = await onSale(shop)
    const first = (await replace(id, [item], { version })).body
    await admin.patch(`/orders/${first.id}/`, { status: 'cancelled' })
    const again = await approve(id)
    const second = (await replace(id, [item], { version: again.version })).body
    expect(second.claim_id).toBe(id)
    expect((await admin.get(`/orders/${first.id}/`)).body.claim_id).toBe(id)
    expect((await admin.get(`/warranty-claims/${id}/`)).body).toMatchObject({
      replacement_order_id: second.id,
      resolution_details: `Te reponemos los productos: es el Pedido #${second.id}.`,
      replacements: [
        { id: first.id, is_cancelled: true },
        { id: second.id, is_cancelled: false },
      ],
    })
    const reopened = await admin.patch(`/orders/${first.id}/`, { status: 'pending' })
    expect([reopened.status, reopened.body.error]).toEqual([
      409,
      'El reclamo de este pedido ya tiene otra reposición',
    ])
    await expectStock(shop, item, 8)
  })

  it('is created once by two admins at the same moment, also after a cancelled one', async () => {
    const { id, version } = await approved()
    const first = (await replace(id, [await onSale(shop)], { version })).body
    await admin.patch(`/orders/${first.id}/`, { status: 'cancelled' })
    const again = await approve(id)
    const item = await onSale(shop)
    const other = await shop.signIn({ admin: true })
    const body = { lines: [item], version: again.version }
    const replies = await Promise.all(
      [admin, other, admin, other].map((one) => one.post(`/warranty-claims/${id}/replacement/`, body)),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    await expectStock(shop, item, 8)
    const { replacements } = (await admin.get(`/warranty-claims/${id}/`)).body
    expect(replacements).toMatchObject([{ is_cancelled: true }, { is_cancelled: false }])
  })

  it('that was cancelled and is reopened is the one that the claim names, and the only one', async () => {
    const { id, version } = await approved()
    const item = await onSale(shop)
    const first = (await replace(id, [item], { version })).body
    await admin.patch(`/orders/${first.id}/`, { status: 'cancelled' })
    const second = (await replace(id, [item], { version: (await approve(id)).version })).body
    await admin.patch(`/orders/${second.id}/`, { status: 'cancelled' })
    expect((await admin.patch(`/orders/${first.id}/`, { status: 'pending' })).status).toBe(200)
    const told = `Te reponemos los productos: es el Pedido #${first.id}.`
    expect((await ana.get(`/warranty-claims/${id}/`)).body).toMatchObject({
      replacement_order_id: first.id,
      resolution_details: told,
    })
    const again = await approve(id)
    expect((await shop.mails()).at(-1)?.body_text).toContain(told)
    const refused = await replace(id, [item], { version: again.version })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `El reclamo ya tiene su reposición: Pedido #${first.id}`,
    ])
    await expectStock(shop, item, 8)
  })

  it('leaves the claim when the order is deleted, and the order when the account is removed', async () => {
    const { id, version } = await approved()
    const order = (await replace(id, [await onSale(shop)], { version })).body
    expect((await admin.delete(`/orders/${order.id}/`)).status).toBe(204)
    expect((await admin.get(`/warranty-claims/${id}/`)).body).toMatchObject({
      status: 'resolved',
      replacement_order_id: null,
    })
    const again = await approve(id)
    expect((await replace(id, [await onSale(shop)], { version: again.version })).status).toBe(201)
  })

  it('is refused for a person who was removed', async () => {
    const bruno = await shop.signIn()
    const sent = { ...ABOUT, product_name: 'Puna', purchase_date: '2026-11-01', photo1: await photoNow(shop) }
    const { id, version } = await approve((await bruno.post('/warranty-claims/', sent)).body.id)
    expect((await admin.delete(`/auth/users/${bruno.user?.id}/`)).status).toBe(204)
    const item = await onSale(shop)
    const { status, body } = await replace(id, [item], { version })
    expect([status, body.error]).toEqual([409, CLAIMANT_GONE])
    await expectStock(shop, item, 10)
  })
})

/** PostgreSQL only: the embedded database is one session, without races. */
describe('replacements of one claim by two admins', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('postgres')
  })
  afterAll(() => shop.close())

  it('succeed once', async () => {
    const admins = await Promise.all([1, 2, 3, 4].map(() => shop.signIn({ admin: true })))
    for (let round = 0; round < 10; round += 1) {
      const filed = await shop.anonymous.post('/warranty-claims/', {
        ...(await visitorClaim(shop)),
        email: `bruno${round}@correo.example`,
        purchase_date: '2026-01-01',
        germination_date: '2026-01-02',
      })
      const at = `/warranty-claims/${filed.body.id}/`
      const { version } = (await admins[0]?.patch(at, { status: 'approved' }))?.body ?? {}
      const item = await onSale(shop)
      const replies = await Promise.all(
        admins.map((admin) => admin.post(`${at}replacement/`, { lines: [item], version })),
      )
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
      await expectStock(shop, item, 8)
    }
  })
})
