import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveSettings } from '../settings/settings.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { ABOUT, ordered, photoNow, visitorClaim } from '../../../test/support/sales/claims.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('warranty claims on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    // The 20th, 23:30 in Buenos Aires; the 21st in UTC.
    shop.clock.set('2026-11-21T02:30:00Z')
    ana = await shop.signIn({ first_name: 'Ana', last_name: 'Suárez' })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  describe('POST /warranty-claims/', () => {
    it('of a customer takes date, product and e-mail from the order and the account', async () => {
      const order = await ordered(shop, ana)
      const reply = await ana.post('/warranty-claims/', {
        ...ABOUT,
        purchase_type: 'with-order',
        order_id: order.id,
        product_id: order.products[0]?.product_id,
        use_authenticated_user: true,
        email: 'other@correo.example',
        product_name: 'Otra cosa',
        purchase_date: '2020-01-01',
        photo2: await photoNow(shop),
      })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        status: 'pending',
        status_display: 'Pendiente',
        email: ana.user?.email,
        name: 'Ana Suárez',
        order_id: order.id,
        order_number: String(order.id),
        product_name: order.products[0]?.product_name,
        purchase_date: '2026-11-20',
        photo1: '',
      })
      expect(reply.body.photo2).toMatch(/^\/media\/warranty\/.*signature=/)
      expect(reply.body).not.toHaveProperty('admin_notes')
      expect((await shop.mails()).at(-1)).toMatchObject({
        recipient: ana.user?.email,
        subject: `Recibimos tu reclamo de garantía #${reply.body.id}`,
      })
      const log = (await admin.get(`/activity-logs/?entity=warranty_claim&entity_id=${reply.body.id}`)).body
        .results
      expect(log).toMatchObject([{ action: 'create', user: ana.user?.username }])
    })

    it('cuts the name of an account to what a claim holds', async () => {
      const names = { first_name: 'A'.repeat(60), last_name: 'B'.repeat(60) }
      const long = await shop.signIn(names)
      const { status, body } = await long.post('/warranty-claims/', {
        ...ABOUT,
        purchase_type: 'without-order',
        product_name: 'Puna',
        purchase_date: '2026-11-01',
        photo2: await photoNow(shop),
      })
      expect(status).toBe(201)
      expect(body.name).toBe(`${names.first_name} ${'B'.repeat(39)}`)
    })

    it('of a visitor neither links nor confirms a typed order number', async () => {
      const order = await ordered(shop, ana)
      const reply = await shop.anonymous.post('/warranty-claims/', {
        ...(await visitorClaim(shop)),
        order_id: order.id,
        order_number: String(order.id),
      })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        order_id: null,
        order_number: String(order.id),
        email: 'bruno@correo.example',
      })
      const [claim] = (await admin.get('/warranty-claims/?include_user_details=true')).body
      expect(claim).toMatchObject({
        id: reply.body.id,
        user_id: null,
        order: null,
        previous_orders_count: 0,
        out_of_window: false,
      })
    })

    it('marks a purchase older than the setting allows, none while it is empty', async () => {
      for (const [warranty_days, purchase_date] of [
        [null, '2025-10-20'],
        [30, '2026-10-21'],
        [30, '2026-10-20'],
      ] as const) {
        await saveSettings({ shop: shop.shop, body: { warranty_days } })
        await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), purchase_date })
      }
      const claims = (await admin.get('/warranty-claims/')).body as { out_of_window: boolean }[]
      expect(claims.slice(0, 3).map(({ out_of_window }) => out_of_window)).toEqual([true, false, false])
    })

    it.each([
      ['no photo', { photo1: '' }, 'Debes subir al menos una foto'],
      ['no name', { name: undefined }, 'Por favor completa todos los campos requeridos'],
      ['a blank description', { description: '  ' }, 'Por favor completa todos los campos requeridos'],
      ['a purchase tomorrow', { purchase_date: '2026-11-21', germination_date: '2026-11-21' }, undefined],
      ['a germination tomorrow', { germination_date: '2026-11-21' }, undefined],
      ['a germination before the purchase', { germination_date: '2026-10-31' }, undefined],
      ['an impossible day', { germination_date: '2026-02-30' }, undefined],
      ['an order without an account', { purchase_type: 'with-order', order_id: 1, product_id: 1 }, undefined],
      ['a NUL', { name: 'a\0b' }, undefined],
      ['a wrong e-mail', { email: 'a@b\r\nBcc: c@d.example' }, undefined],
      ['a foreign address', { photo1: 'https://evil.example/media/warranty/x/480.webp' }, undefined],
      ['a made-up photo', { photo1: '/media/warranty/nothing/480.webp' }, undefined],
      ['a path out of the folder', { photo1: '/media/warranty/../480.webp' }, undefined],
      ['a NUL in a photo', { photo1: '/media/warranty/a\0/480.webp' }, undefined],
    ])('refuses %s', async (_, wrong, text) => {
      const reply = await shop.anonymous.post('/warranty-claims/', {
        ...(await visitorClaim(shop)),
        ...wrong,
      })
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION'])
      if (text) expect(reply.body.error).toBe(text)
    })

    it('refuses a photo of another claim or preset, and one sent twice', async () => {
      const used = await photoNow(shop)
      expect(
        (await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), photo1: used }))
          .status,
      ).toBe(201)
      const twice = await photoNow(shop)
      for (const photos of [
        { photo1: used },
        { photo1: await photoNow(shop, 'product') },
        { photo1: twice, photo2: twice },
      ]) {
        expect(
          (await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), ...photos }))
            .status,
        ).toBe(400)
      }
      // A refused claim does not use its photos.
      expect(
        (await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), photo1: twice }))
          .status,
      ).toBe(201)
    })

    it('refuses orders of others, cancelled ones, and products that are not in the order', async () => {
      const bruno = await shop.signIn()
      const [foreign, cancelled, own] = [
        await ordered(shop, bruno),
        await ordered(shop, ana),
        await ordered(shop, ana),
      ]
      await ana.put(`/orders/${cancelled.id}/`, { status: 'cancelled' })
      const file = async (order: Order | undefined, product_id = order?.products[0]?.product_id) =>
        ana.post('/warranty-claims/', {
          ...ABOUT,
          purchase_type: 'with-order',
          order_id: order?.id,
          product_id,
          photo1: await photoNow(shop),
        })
      expect((await file(foreign)).status).toBe(404)
      expect((await file(cancelled)).status).toBe(400)
      expect((await file(own, foreign.products[0]?.product_id)).body.error).toBe(
        'Por favor selecciona un producto',
      )
      expect((await file(undefined)).body.error).toBe('Por favor selecciona una orden')
    })

    it('returns the same claim for the same Idempotency-Key', async () => {
      const body = await visitorClaim(shop)
      const key = { 'idempotency-key': 'claim-1' }
      const first = await shop.anonymous.post('/warranty-claims/', body, key)
      const second = await shop.anonymous.post('/warranty-claims/', body, key)
      expect([second.status, second.body.id]).toEqual([201, first.body.id])
      expect((await shop.anonymous.post('/warranty-claims/', { ...body, name: 'Otro' }, key)).status).toBe(
        422,
      )
    })
  })
})
