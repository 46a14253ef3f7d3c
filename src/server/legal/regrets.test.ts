import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn } from '../../../test/support/people/accounts.ts'
import { ORDERS_EMAIL } from '../../../test/support/shop-settings.ts'
import { ANSWER_MS } from '../limits/same-time.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

describe.each(enginesOf(import.meta.filename))('requests to withdraw from a purchase on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set('2026-11-21T12:00:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const TYPED = { name: 'Ana Suárez', email: 'Ana@correo.example', order_number: '#1' }
  const file = (typed: object = {}, by: Client = shop.anonymous, headers = {}) => {
    shop.clock.advance(HOUR)
    return by.post('/regret-requests/', { ...TYPED, ...typed }, headers)
  }
  const rows = () => shop.shop.db.selectFrom('regret_requests').selectAll().orderBy('id').execute()
  const mailsTo = async (address: string) =>
    (await shop.mails()).filter(({ recipient }) => recipient === address)
  const orderOf = async (buyer: Client) => {
    const { id, blisters } = await shop.hasProduct()
    const { body } = await buyer.post('/orders/', {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [{ product_id: id, blister_id: blisters[0]?.id, quantity: 1 }],
    })
    return body as { id: number; customer_email: string }
  }

  it('get a code without an account, and are mailed to shop and person', async () => {
    const { status, body } = await file({ reason: 'Cambié de idea' })
    expect(status).toBe(201)
    expect(body).toEqual({
      code: expect.stringMatching(/^ARR-[0-9A-HJKMNP-TV-Z]{8}$/),
      received_at: shop.clock.now().toISOString(),
    })
    const [toPerson] = await mailsTo('ana@correo.example')
    expect(toPerson?.subject).toBe(`Recibimos tu solicitud de arrepentimiento ${body.code}`)
    expect(toPerson?.body_text).toMatch(/24 horas/)
    const [toShop] = await mailsTo(ORDERS_EMAIL)
    expect(toShop?.subject).toBe(`Arrepentimiento ${body.code}`)
    expect(toShop?.body_text).toMatch(/Ana Suárez[^]*ana@correo.example[^]*#1[^]*Cambié de idea/)
  })

  it('quote no input in mails to a typed address', async () => {
    const evil = 'Entrá en evil.example'
    const email = 'tercero@correo.example'
    await file({ name: evil, order_number: evil, reason: evil, phone: 'evil', email })
    expect(await mailsTo(email)).toHaveLength(1)
    expect(JSON.stringify(await mailsTo(email))).not.toContain('evil')
  })

  it('mail three times a day to one address; more are stored without a mail', async () => {
    const email = 'victima@correo.example'
    const before = (await rows()).length
    for (let n = 0; n < 4; n++) await file({ email })
    expect(await mailsTo(email)).toHaveLength(3)
    expect(await rows()).toHaveLength(before + 4)
  })

  it('answer alike, in bytes and time, whether the order exists', async () => {
    const buyer = await shop.signIn()
    const { id, customer_email: email } = await orderOf(buyer)
    const ask = async (typed: object) => {
      const start = performance.now()
      const { status, text } = await file(typed)
      const shape = text.replace(/ARR-\w{8}/, 'ARR-').replace(/"[\d-]+T[\d:.]+Z"/, '""')
      return { status, shape, inTime: performance.now() - start >= ANSWER_MS - 2 }
    }
    const existing = await ask({ order_number: String(id), email })
    expect(await ask({ order_number: '999999', email })).toEqual(existing)
    expect(await ask({ order_number: String(id), email: 'otra@correo.example' })).toEqual(existing)
    expect(existing).toMatchObject({ status: 201, inTime: true })
    const linked = (await rows()).slice(-3).map(({ order_id }) => order_id)
    // A visitor can type the e-mail and the number of anybody.
    expect(linked).toEqual([null, null, null])
  })

  it('are one request under one key, and refuse another under the same', async () => {
    const headers = { 'idempotency-key': 'una-vez' }
    const before = (await rows()).length
    const first = await file({}, shop.anonymous, headers)
    expect((await file({}, shop.anonymous, headers)).text).toBe(first.text)
    expect((await file({ name: 'Otra' }, shop.anonymous, headers)).status).toBe(422)
    expect(await rows()).toHaveLength(before + 1)
  })

  it('store nothing of a bot that fills the honeypot, and answer it alike', async () => {
    const [before, mails] = [(await rows()).length, (await shop.mails()).length]
    const { status, body } = await file({ website: 'http://spam.example' })
    expect([status, Object.keys(body)]).toEqual([201, ['code', 'received_at']])
    expect(body.code).toMatch(/^ARR-/)
    expect([(await rows()).length, (await shop.mails()).length]).toEqual([before, mails])
  })

  it('are limited for one address', async () => {
    shop.clock.advance(DAY)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => shop.anonymous.post('/regret-requests/', TYPED)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    const [refused] = replies.filter(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    shop.clock.advance(DAY)
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'nadie' }, 'email'],
    [{ order_number: '' }, 'order_number'],
    [{ order_number: 'x'.repeat(41) }, 'order_number'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
  ])('refuse %j', async (typed, field) => {
    const { status, body } = await file(typed)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  it('come from the plain form too, with the code on a page', async () => {
    const post = (payload: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/arrepentimiento',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    shop.clock.advance(HOUR)
    const page = await post('name=Ana&email=ana2%40correo.example&order_number=7&website=')
    expect(page.statusCode).toBe(201)
    const code = /ARR-\w{8}/.exec(page.body)?.[0]
    expect((await rows()).at(-1)).toMatchObject({ code, email: 'ana2@correo.example', order_number: '7' })
    const wrong = await post('name=&email=x&order_number=')
    expect([wrong.statusCode, wrong.body]).toEqual([400, expect.stringContaining('El nombre es requerido')])
  })

  describe('in the panel', () => {
    it('link the order of the same account, and are marked after ten days', async () => {
      const buyer = await shop.signIn()
      const { id } = await orderOf(buyer)
      await file({ order_number: `#${id}` }, buyer)
      const newest = async () => (await admin.get('/regret-requests/')).body.results[0]
      expect(await newest()).toMatchObject({ status: 'received', order: { id }, is_late: false })
      shop.clock.advance(11 * DAY)
      const late = await file({ order_number: `#${id}` }, buyer)
      expect(late.status).toBe(201)
      expect(await newest()).toMatchObject({ code: late.body.code, is_late: true })
    })

    it('are answered with a mail; an older version is refused', async () => {
      const email = 'sigue@correo.example'
      const { body } = await file({ email })
      const [{ id }] = (await admin.get('/regret-requests/?status=received')).body.results
      const answered = await admin.patch(`/regret-requests/${id}/`, {
        status: 'accepted',
        answer: 'Te devolvemos el dinero',
        version: 1,
      })
      expect(answered).toMatchObject({
        status: 200,
        body: { code: body.code, status: 'accepted', version: 2, answered_at: expect.any(String) },
      })
      expect((await mailsTo(email)).at(-1)).toMatchObject({
        subject: `Solicitud de arrepentimiento ${body.code}: Aceptada`,
        body_text: expect.stringContaining('Te devolvemos el dinero'),
      })
      const stale = await admin.patch(`/regret-requests/${id}/`, { status: 'done', version: 1 })
      expect(stale).toMatchObject({ status: 409, body: { code: 'STALE' } })
      const log = await admin.get(`/activity-logs/?entity=regret_request&entity_id=${id}`)
      expect(log.body.results.map(({ action }: { action: string }) => action)).toEqual([
        'update',
        'status_change',
        'create',
      ])
    })

    it('lose the personal data with the account, also those sent without it', async () => {
      const buyer = await shop.signIn({ first_name: 'Canaria' })
      const email = buyer.user?.email ?? ''
      await file({ name: 'Canaria Uno', email, phone: '1123456789' }, buyer)
      await file({ name: 'Canaria Dos', email, reason: 'Canaria' })
      await accountsIn(shop).provesAddress(email)
      const [{ id }] = (await admin.get('/regret-requests/')).body.results
      const answer = (text: string) => admin.patch(`/regret-requests/${id}/`, { answer: text })
      await answer('Hola, Canaria')
      await answer('Canaria, te devolvemos el dinero')
      const log = async () => (await admin.get(`/activity-logs/?entity=regret_request&entity_id=${id}`)).text
      expect(await log()).toContain('Hola, Canaria')
      await (await shop.signIn({ admin: true })).delete(`/users/${buyer.user?.id}/`)
      const left = (await rows()).slice(-2)
      expect(left).toMatchObject([
        { name: 'Usuario eliminado', email: '', phone: '', user_id: null },
        { name: 'Usuario eliminado', email: '', reason: '', order_number: '', answer: '' },
      ])
      expect(JSON.stringify(left)).not.toMatch(/canaria/i)
      expect(await log()).not.toMatch(/canaria/i)
      expect(await log()).toContain('texto borrado')
    })
  })
})
