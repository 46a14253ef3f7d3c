import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABOUT, photoNow, visitorClaim } from '../../../test/support/sales/claims.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { ORDERS_EMAIL } from '../../../test/support/shop-settings.ts'

const HOUR = 60 * 60_000

describe.each(enginesOf(import.meta.filename))('mails of claims on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set('2026-11-21T12:00:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const file = async (claim: object = {}) => {
    const reply = await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), ...claim })
    expect(reply.status).toBe(201)
    return reply.body
  }
  const mailsTo = async (address: string) =>
    (await shop.mails()).filter(({ recipient }) => recipient === address)

  it('repeat nothing that a visitor typed, as the visitor chose the address too', async () => {
    const typed = {
      name: 'Compre en evil.example',
      product_name: 'Premio en evil.example',
      description: 'Entre en evil.example',
      order_number: 'evil.example',
      email: 'tercero@correo.example',
    }
    const { id } = await file(typed)
    await admin.patch(`/warranty-claims/${id}/`, { status: 'approved', admin_response: 'Va otro' })
    const mails = await mailsTo(typed.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Recibimos tu reclamo de garantía #${id}`,
      `Reclamo de garantía #${id}: Aprobada`,
    ])
    expect(mails[1]?.body_text).toContain('Va otro')
    expect(JSON.stringify(mails)).not.toContain('evil')
  })

  it('tell the shop, whose answer reaches the claimant', async () => {
    const { id } = await file({ email: 'vecina@correo.example', product_name: 'Puna <Violeta>' })
    const mail = await shop.shop.db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'reply_to', 'body_text', 'body_html'])
      .where('reply_to', '=', 'vecina@correo.example')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      recipient: ORDERS_EMAIL,
      subject: `Reclamo de garantía nuevo #${id}`,
      body_text: expect.stringContaining('Puna <Violeta>') as unknown,
      body_html: expect.stringContaining('Puna &lt;Violeta&gt;') as unknown,
    })
  })

  it('name the product to an account, whose address is its own', async () => {
    const ana = await shop.signIn({ first_name: 'Ana' })
    await ana.post('/warranty-claims/', {
      ...ABOUT,
      product_name: 'Puna Violeta',
      purchase_date: '2026-11-01',
      photo1: await photoNow(shop),
    })
    const [mail] = await mailsTo(ana.user?.email ?? '')
    expect(mail?.body_text).toMatch(/Hola, Ana[^]*por Puna Violeta/)
  })

  it('confirm three claims of visitors a day to one address; more are stored without a mail', async () => {
    shop.clock.advance(HOUR)
    for (let n = 0; n < 4; n++) await file({ email: 'victima@correo.example' })
    expect(await mailsTo('victima@correo.example')).toHaveLength(3)
    await file({ email: 'otra@correo.example' })
    expect(await mailsTo('otra@correo.example')).toHaveLength(1)
    shop.clock.advance(24 * HOUR)
    await file({ email: 'Victima@correo.example' })
    expect(await mailsTo('victima@correo.example')).toHaveLength(4)
  })

  it('confirm a hundred claims of visitors a day in all', async () => {
    shop.clock.advance(25 * HOUR)
    const before = (await shop.mails()).length
    for (let n = 0; n < 102; n++) {
      // A visitor files five an hour.
      if (n % 5 === 0) shop.clock.advance(HOUR)
      await file({ email: `n${n}@correo.example` })
    }
    const mails = (await shop.mails()).slice(before)
    expect(
      Object.groupBy(mails, ({ recipient }) => (recipient.startsWith('n') ? 'claimants' : 'shop')),
    ).toMatchObject({
      claimants: { length: 100 },
      shop: { length: 100 },
    })
  })
})
