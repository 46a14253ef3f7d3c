import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import type { FirstStep } from '../../contract/settings/first-hour.ts'
import { listFirstSteps } from './first-hour.ts'
import { noteBackup } from './settings.ts'

describe('GET /first-hour/', () => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop('embedded')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const done = async () =>
    ((await admin.get('/first-hour/')).body as FirstStep[]).filter((one) => one.done).map(({ step }) => step) // safe: the reply's schema

  it('starts with nothing done', async () => {
    expect((await admin.get('/first-hour/')).body).toHaveLength(9)
    expect(await done()).toEqual([])
  })

  it('ticks completed steps', async () => {
    await admin.put('/settings/', {
      shop_name: 'Delta',
      contact_email: 'a@delta.example',
      whatsapp: '5491122334455',
    })
    expect(await done()).toEqual(['identity', 'contact'])
    await admin.put('/settings/', { legal_name: 'Delta SA', cuit: '30-71234567-1', legal_address: 'Tigre 1' })
    await noteBackup(shop.shop.db, shop.clock.now())
    await shop.signIn()
    expect(await done()).toEqual(['identity', 'contact', 'legal', 'customer', 'backup'])
    shop.clock.advance(27 * 60 * 60_000)
    expect(await done()).not.toContain('backup')
  })

  it('needs a mail server and a mail that has left', async () => {
    const config = { ...shop.shop.config, smtpUrl: 'smtp://mail.delta.com.ar', mailFrom: 'hola@delta.com.ar' }
    const mail = async () =>
      (await listFirstSteps({ shop: { ...shop.shop, config } })).find(({ step }) => step === 'mail')?.done
    expect(await mail()).toBe(false)
    await shop.shop.db
      .insertInto('outbox')
      .values({
        message_id: randomUUID(),
        recipient: 'a@delta.com.ar',
        subject: 'x',
        body_text: 'x',
        body_html: '',
        created_at: shop.clock.now(),
        next_attempt_at: shop.clock.now(),
        sent_at: shop.clock.now(),
      })
      .execute()
    expect(await mail()).toBe(true)
  })

  it('is hidden by an admin', async () => {
    await admin.put('/settings/', { first_hour_over: true })
    expect((await admin.get('/first-hour/')).body).toEqual([])
    expect((await admin.put('/settings/', { first_hour_over: false })).status).toBe(200)
    expect(await done()).not.toEqual([])
  })

  it('continues after an order, and ends permanently once all is done', async () => {
    const { id, blisters } = await shop.hasProduct({
      image: '/media/product/of-a-product/640.webp',
    })
    const line = { product_id: id, blister_id: blisters[0]?.id, quantity: 1 }
    const order = { recipient_name: 'Ana', customer_phone: '1123456789', delivery_type: 'coordinate' }
    expect((await (await shop.signIn()).post('/orders/', { ...order, products: [line] })).status).toBe(201)
    expect(await done()).toContain('product')
    await admin.post('/brands/', { brand_name: 'Delta' })
    await admin.post('/banners/', {
      title: 'Abrimos',
      image_url: '/media/banner/a-banner-of-the-shop/1920.webp',
    })
    await noteBackup(shop.shop.db, shop.clock.now())
    const config = { ...shop.shop.config, smtpUrl: 'smtp://mail.delta.com.ar', mailFrom: 'hola@delta.com.ar' }
    const left = async () => listFirstSteps({ shop: { ...shop.shop, config } })
    expect(await left()).toEqual([])
    shop.clock.advance(30 * 24 * 60 * 60_000)
    expect(await left()).toEqual([])
  })

  it('sends a test mail to the calling admin', async () => {
    const { status, body } = await admin.post('/test-mail/', {})
    expect([status, body.message]).toEqual([
      200,
      'Falta SMTP_URL: el mail queda como archivo en el servidor.',
    ])
    expect((await shop.mails()).at(-1)).toMatchObject({
      recipient: admin.user?.email,
      subject: 'Prueba de correo de la tienda',
    })
  })
})
