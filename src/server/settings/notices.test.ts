import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'
import type { Config } from '../config.ts'
import { clockIsAhead, listNotices } from './notices.ts'

describe('GET /notices/', () => {
  let shop: TestShop
  const real = { publicUrl: 'https://tienda.com.ar', demo: false }
  const noticesOf = (config: Partial<Config>, host = 'tienda.com.ar') =>
    listNotices({ shop: { ...shop.shop, config: { ...shop.shop.config, ...config } }, host })
  const kinds = async (config: Partial<Config>, host?: string) =>
    (await noticesOf(config, host)).map(({ kind }) => kind)
  const ordersTo = (email: string) =>
    shop.shop.db
      .updateTable('settings')
      .set({ value: JSON.stringify(email) })
      .where('key', '=', 'orders_email')
      .execute()

  beforeAll(async () => {
    shop = await openShop('embedded')
  })
  afterAll(() => shop.close())

  it('is empty in a demo shop, and in a complete one', async () => {
    const admin = await shop.signIn({ admin: true })
    expect((await admin.get('/notices/')).body).toEqual([])
    await ordersTo('pedidos@tienda.com.ar')
    const smtpUrl = 'smtp://mail.tienda.com.ar'
    expect(await kinds({ ...real, smtpUrl, mailFrom: 'hola@tienda.com.ar' })).toEqual([])
  })

  it('warns of failing mail, an invalid sender, and a missing recipient of orders', async () => {
    await ordersTo('pedidos@tienda.example')
    expect(await kinds(real)).toEqual(['no-mail-server', 'orders-email'])
    const smtpUrl = 'smtp://mail.tienda.com.ar'
    expect(await kinds({ ...real, smtpUrl, mailFrom: 'tienda@tienda.example' })).toEqual([
      'sender',
      'orders-email',
    ])
    const catcher = { ...real, smtpUrl: 'smtp://mail:1025', mailFrom: 'hola@tienda.com.ar' }
    expect(await kinds(catcher)).toEqual(['no-mail-server', 'orders-email'])
    await ordersTo('')
    const notices = await noticesOf(real)
    expect(notices.at(-1)?.text).toMatch(/^Nadie recibe los avisos de pedidos/)
  })

  it('warns of an address that is not that of the mails', async () => {
    await ordersTo('pedidos@tienda.com.ar')
    const complete = { ...real, smtpUrl: 'smtp://mail.tienda.com.ar', mailFrom: 'hola@tienda.com.ar' }
    expect(await noticesOf(complete, 'semillas.com.ar')).toMatchObject([
      {
        kind: 'address',
        text: expect.stringMatching(
          /^Entraste por semillas\.com\.ar, y los links de los mails llevan a https:\/\/tienda\.com\.ar\./,
        ),
      },
    ])
    // The same shop, and what a proxy may have in its place.
    for (const host of [
      'tienda.com.ar:443',
      'www.tienda.com.ar',
      'localhost:3000',
      '10.0.0.7',
      'shop:3000',
      'shop.internal',
      '<b>',
    ])
      expect(await kinds(complete, host), host).toEqual([])
  })

  it('warns after mails have waited for ten minutes', async () => {
    await shop.anonymous.post('/regret-requests/', {
      name: 'Ana',
      email: 'ana@correo.example',
      order_number: '12',
    })
    shop.clock.advance(11 * 60_000)
    const admin = await shop.signIn({ admin: true })
    expect((await admin.get('/notices/')).body).toEqual([])
    await shop.shop.db.updateTable('outbox').set({ last_error: 'ECONNREFUSED', attempts: 3 }).execute()
    expect((await admin.get('/notices/')).body).toMatchObject([
      {
        kind: 'mail-waits',
        text: expect.stringMatching(/no acepta mails: hay \d+ sin salir hace más de diez minutos/),
      },
    ])
    await shop.shop.db.updateTable('outbox').set({ last_error: 'EAUTH 535 Invalid login' }).execute()
    expect((await admin.get('/notices/')).body).toMatchObject([
      { kind: 'mail-waits', text: expect.stringContaining('la contraseña de SMTP_URL') },
    ])
  })
})

describe('a clock that is years ahead', () => {
  it('is detected by the newest log entry', async () => {
    const shop = await openShop('embedded')
    expect(await clockIsAhead(shop.shop)).toBeUndefined()
    await shop.hasProduct()
    expect(await clockIsAhead(shop.shop)).toBeUndefined()
    shop.clock.advance(400 * 86_400_000)
    expect(await clockIsAhead(shop.shop)).toBeInstanceOf(Date)
    await shop.close()
  })
})
