import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/orders/orders.ts'
import { saveSettings } from '../settings/settings.ts'
import { ordered } from '../../../test/support/sales/claims.ts'
import { type Part, postForm, upload } from '../../../test/support/calls/multipart.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

const DAY = 24 * 60 * 60_000

function photoFile(name = 'photos', background = 'green'): Promise<Part> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()
    .then((body) => ({ name, filename: 'a.jpg', type: 'image/jpeg', body }))
}

const texts = (fields: Record<string, unknown>): Part[] =>
  Object.entries(fields).map(([name, value]) => ({ name, body: String(value) }))

const visitor = {
  name: 'Bruno',
  email: 'bruno@correo.example',
  product_name: 'Puna Violeta',
  purchase_date: '2026-11-01',
  germination_date: '2026-11-20',
  description: 'No germinó ninguna',
}

describe.each(enginesOf(import.meta.filename))('claims with their photos, on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-21T12:00:00Z')
    await saveSettings({ shop: shop.shop, body: { warranty_days: 30 } })
    ana = await shop.signIn()
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const file = (client: Client, fields: Record<string, unknown>, photos: Part[], headers = {}) =>
    postForm(client, '/warranty-claims/', [...texts(fields), ...photos], headers)
  const uploads = () => shop.shop.db.selectFrom('uploads').select(['id', 'claimed_at']).execute()
  const get = async (url: string) => (await shop.app.inject({ method: 'GET', url })).statusCode

  it('are filed by a visitor in one form, and shown at expiring signed URLs', async () => {
    const photos = [await photoFile(), await photoFile('photos', 'red'), await photoFile('photos', 'blue')]
    const reply = await file(shop.anonymous, { ...visitor, order_id: '', product_id: '' }, photos)
    expect(reply.status).toBe(201)
    const addresses: string[] = [reply.body.photo1, reply.body.photo2, reply.body.photo3]
    for (const address of addresses) {
      expect(await get(address)).toBe(200)
      expect(await get(address.split('?')[0] ?? '')).toBe(404)
    }
    shop.clock.advance(11 * 60_000)
    for (const address of addresses) expect(await get(address)).toBe(404)
    const [claim] = (await admin.get('/warranty-claims/')).body
    expect(await get(claim.photo1)).toBe(200)
    expect((await shop.mails()).at(-1)?.subject).toBe(`Recibimos tu reclamo de garantía #${reply.body.id}`)
  })

  it('of a customer link an own order, with ids as texts', async () => {
    const order = await ordered(shop, ana)
    const fields = {
      purchase_type: 'with-order',
      order_id: order.id,
      product_id: order.products[0]?.product_id,
      use_authenticated_user: 'true',
      germination_date: '2026-11-21',
      description: 'x',
    }
    const reply = await file(ana, fields, [await photoFile('photo3')])
    expect(reply).toMatchObject({ status: 201, body: { order_id: order.id, photo1: '', photo2: '' } })
    expect(reply.body.photo3).not.toBe('')
    const foreign = await file(await shop.signIn(), fields, [await photoFile()])
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  it.each([
    ['four photos', {}, 4, 400],
    ['no photo', {}, 0, 400],
    ['a blank description', { description: '   ' }, 1, 400],
    ['a megabyte of text', { description: 'x'.repeat(1024 * 1024) }, 1, 413],
    ['2001 letters', { description: 'x'.repeat(2_001) }, 1, 400],
    ['a purchase tomorrow', { purchase_date: '2026-11-22', germination_date: '2026-11-22' }, 1, 400],
    ['a germination before the purchase', { germination_date: '2026-10-31' }, 1, 400],
    ['a germination tomorrow', { germination_date: '2026-11-22' }, 1, 400],
    ['an order without an account', { purchase_type: 'with-order', order_id: '1', product_id: '1' }, 1, 400],
    ['an invalid id', { order_id: '1 or 1=1' }, 1, 400],
    ['a wrong e-mail', { email: 'a@b\r\nBcc: c@d.example' }, 1, 400],
  ])('refuse %s and keep nothing', async (_, wrong, count, status) => {
    const before = await uploads()
    const photos = await Promise.all(
      Array.from({ length: count }, (__, i) => photoFile('photos', `rgb(${i},9,9)`)),
    )
    const reply = await file(shop.anonymous, { ...visitor, ...wrong }, photos)
    expect(reply.status).toBe(status)
    expect(reply.body.error).toMatch(/[a-záéíóú]{4}/)
    expect(await uploads()).toEqual(before)
  })

  it('are refused whole for a photo that is no picture, and for two in one slot', async () => {
    const before = await uploads()
    const text = { ...(await photoFile()), body: Buffer.from('texto') }
    const broken = await file(shop.anonymous, visitor, [await photoFile(), text])
    expect([broken.status, broken.body.error]).toEqual([415, 'Por favor selecciona una imagen válida'])
    const twice = await file(shop.anonymous, visitor, [await photoFile('photo2'), await photoFile('photo2')])
    expect(twice.status).toBe(400)
    expect(await uploads()).toEqual(before)
    const large = { ...(await photoFile()), body: Buffer.alloc(5 * 1024 * 1024 + 1) }
    const cut = await file(shop.anonymous, visitor, [large])
    expect([cut.status, cut.body.error]).toEqual([413, 'La imagen no debe superar los 5MB'])
  })

  it.each(['JSON', 'form'])('are one for ten equal requests at once (%s)', async (how) => {
    const mails = (await shop.mails()).length
    const before = (await uploads()).length
    const photos = [await photoFile(), await photoFile('photos', 'red')]
    const address = (await upload(shop.anonymous, photos[0]?.body as Buffer)).body.secure_url
    const key = { 'idempotency-key': `clave-${how}` }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        how === 'form'
          ? file(shop.anonymous, visitor, photos, key)
          : shop.anonymous.post('/warranty-claims/', { ...visitor, photo1: address }, key),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect((await shop.mails()).length).toBe(mails + 2)
    // One from the earlier upload; of the ten forms, only the two photos of the filed claim.
    expect((await uploads()).length).toBe(before + 1 + (how === 'form' ? 2 : 0))
    const other = await file(shop.anonymous, { ...visitor, name: 'Otra' }, photos, key)
    expect(other.status).toBe(422)
  })

  it('keep HTML as plain text', async () => {
    const html = '<img src=x onerror=alert(1)>'
    const fields = { ...visitor, name: html, product_name: html, description: html, order_number: html }
    const { id } = (await file(shop.anonymous, fields, [await photoFile()])).body
    const [claim] = (await admin.get('/warranty-claims/')).body
    expect(claim).toMatchObject({ id, name: html, product_name: html, description: html, order_number: html })
    expect((await shop.mails()).at(-1)?.body_html).not.toContain('<img')
  })

  it('of a visitor with an account’s e-mail and order number belong to no account', async () => {
    const order = await ordered(shop, ana)
    const fields = { ...visitor, email: ana.user?.email, order_number: order.id, order_id: order.id }
    const known = await file(shop.anonymous, fields, [await photoFile()])
    const unknown = await file(shop.anonymous, { ...fields, order_number: 999_999, order_id: 999_999 }, [
      await photoFile(),
    ])
    const shape = ({ body }: typeof known) => [body.order_id, body.product_id, body.purchase_type]
    expect([known.status, shape(known)]).toEqual([unknown.status, shape(unknown)])
    const claims = (await admin.get('/warranty-claims/')).body as { id: number }[]
    expect(claims.find(({ id }) => id === known.body.id)).toMatchObject({
      user_id: null,
      order: null,
      user_phone: '',
    })
    const mine = (await ana.get('/warranty-claims/?user=current')).body as { id: number }[]
    expect(mine.map(({ id }) => id)).not.toContain(known.body.id)
  })

  it('of an order of 31 days are accepted and marked, of a cancelled one refused', async () => {
    const claim = async (order: Order) =>
      file(
        ana,
        {
          purchase_type: 'with-order',
          order_id: order.id,
          product_id: order.products[0]?.product_id,
          germination_date: shop.clock.now().toISOString().slice(0, 10),
          description: 'x',
        },
        [await photoFile()],
      )
    const [old, cancelled] = [await ordered(shop, ana), await ordered(shop, ana)]
    await ana.put(`/orders/${cancelled.id}/`, { status: 'cancelled' })
    expect((await claim(cancelled)).body.error).toBe('El pedido está cancelado')
    shop.clock.advance(31 * DAY)
    expect((await claim(old)).status).toBe(201)
    const [newest] = (await admin.get('/warranty-claims/')).body
    expect([newest.order_id, newest.out_of_window]).toEqual([old.id, true])
  })

  it('take a photo of a visitor from anybody with its address, that of an account from this account only', async () => {
    const body = (await photoFile()).body as Buffer
    const json = { ...visitor, germination_date: '2026-11-20', purchase_type: 'without-order' }
    const [visitors, anas] = [await upload(shop.anonymous, body), await upload(ana, body)]
    for (const stranger of [shop.anonymous, await shop.signIn()]) {
      const reply = await stranger.post('/warranty-claims/', { ...json, photo1: anas.body.secure_url })
      expect([reply.status, reply.body.error]).toEqual([400, 'La foto no está disponible: subila de nuevo'])
    }
    expect((await ana.post('/warranty-claims/', { ...json, photo1: anas.body.secure_url })).status).toBe(201)
    expect((await ana.post('/warranty-claims/', { ...json, photo1: visitors.body.secure_url })).status).toBe(
      201,
    )
  })

  it('mail each status to the claimant', async () => {
    const { id } = (await file(shop.anonymous, visitor, [await photoFile()])).body
    for (const [status, label] of [
      ['reviewing', 'En Revisión'],
      ['approved', 'Aprobada'],
      ['rejected', 'Rechazada'],
      ['resolved', 'Resuelta'],
      ['pending', 'Pendiente'],
    ]) {
      expect((await admin.patch(`/warranty-claims/${id}/`, { status })).status).toBe(200)
      expect((await shop.mails()).at(-1)).toMatchObject({
        recipient: visitor.email,
        subject: `Reclamo de garantía #${id}: ${label}`,
      })
    }
  })
})

describe.each(enginesOf(import.meta.filename))('limits of claims and orders on %s', (engine) => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set('2026-11-21T12:00:00Z')
  })
  beforeEach(() => shop.clock.advance(2 * 60 * 60_000))
  afterAll(() => shop.close())

  const claim = async (client: Client, wrong: object = {}, key?: string) => {
    const photo = await upload(client, (await photoFile()).body as Buffer)
    const body = { ...visitor, photo1: photo.body.secure_url, ...wrong }
    return client.post('/warranty-claims/', body, key === undefined ? {} : { 'idempotency-key': key })
  }

  it('five an hour for a visitor; refused and repeated ones do not count', async () => {
    const photo = (await upload(shop.anonymous, (await photoFile()).body as Buffer)).body.secure_url
    const body = { ...visitor, photo1: photo }
    for (let i = 0; i < 7; i++)
      expect((await shop.anonymous.post('/warranty-claims/', { ...body, description: '' })).status).toBe(400)
    for (let i = 0; i < 7; i++)
      expect(
        (await shop.anonymous.post('/warranty-claims/', body, { 'idempotency-key': 'una' })).status,
      ).toBe(201)
    for (let i = 0; i < 4; i++) expect((await claim(shop.anonymous)).status).toBe(201)
    const sixth = await claim(shop.anonymous)
    expect([sixth.status, sixth.body.code, sixth.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '3600',
    ])
    shop.clock.advance(60 * 60_000)
    expect((await claim(shop.anonymous)).status).toBe(201)
  })

  it('photos of a refused form do not count; over the limit a form is refused before it is received', async () => {
    const photos = [await photoFile(), await photoFile('photos', 'red'), await photoFile('photos', 'blue')]
    const form = (fields: object) =>
      postForm(shop.anonymous, '/warranty-claims/', [...texts({ ...visitor, ...fields }), ...photos])
    for (let i = 0; i < 5; i++) expect((await form({ germination_date: '2026-12-24' })).status).toBe(400)
    for (let i = 0; i < 4; i++) expect((await form({})).status).toBe(201)
    const over = await form({ germination_date: '2026-12-24' })
    expect([over.status, over.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  })

  it('ten a day for an account', async () => {
    const ana = await shop.signIn()
    for (let i = 0; i < 10; i++) expect((await claim(ana)).status).toBe(201)
    expect((await claim(ana)).status).toBe(429)
    shop.clock.advance(DAY)
    expect((await claim(ana)).status).toBe(201)
  })

  it('thirty orders a minute for a customer', async () => {
    const ana = await shop.signIn()
    const order = () =>
      ana.post('/orders/', {
        recipient_name: 'Ana Suárez',
        customer_phone: '1123456789',
        delivery_type: 'coordinate',
        products: [{ product_id: 9_999, blister_id: 9_999, quantity: 1 }],
      })
    for (let i = 0; i < 30; i++) expect((await order()).status).toBe(400)
    const more = await order()
    expect([more.status, more.headers['retry-after']]).toEqual([429, '60'])
    shop.clock.advance(60_000)
    expect((await order()).status).toBe(400)
  })
})
