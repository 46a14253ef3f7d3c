import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { insertPhoto } from '../../../test/support/pictures/photos.ts'
import { claimOf } from '../../../test/support/sales/goods.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'

interface Listed {
  id: number
  kind: string
  state: string
  recipient: string
  subject: string
  is_settled: boolean
  can_retry: boolean
  can_resend: boolean
}

describe.each(enginesOf(import.meta.filename))('the mails of the shop, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const list = async (query = '') => (await admin.get(`/messages/?page_size=50${query}`)).body
  const ofOrder = async (id: number): Promise<Listed[]> => (await list(`&order_id=${id}`)).results
  const ordered = async () => placed(customer, await onSale(shop))
  const mailOf = async (id: number, kind: string) => {
    const mail = (await ofOrder(id)).find((one) => one.kind === kind)
    if (!mail) throw new Error(`No ${kind}`)
    return mail
  }
  const set = (id: number, state: 'sent' | 'failed') =>
    sql`update outbox set ${sql.raw(`${state}_at`)} = ${shop.clock.now()}, attempts = 5, last_error = '550 no such user',
      body_text = case when ${state} = 'sent' then '' else body_text end where id = ${id}`.execute(
      shop.shop.db,
    )
  const setUser = ({ user }: Client, values: { email?: string; email_verified_at?: Date | null }) =>
    shop.shop.db
      .updateTable('users')
      .set(values)
      .where('id', '=', user?.id ?? 0)
      .execute()
  const act = (id: number, verb: string, headers?: Record<string, string>) =>
    admin.post(`/messages/${id}/${verb}/`, {}, headers)
  const recipients = async (id: number) => (await ofOrder(id)).map(({ kind, recipient }) => [kind, recipient])

  it('are listed by state and by order, without their text', async () => {
    const { id } = await ordered()
    const { recipient } = await mailOf(id, 'order_placed_shop')
    expect(recipient).toBe('pedidos@tienda.example')
    const before = (await list()).counts
    const mail = await mailOf(id, 'order_placed')
    expect(mail).toMatchObject({
      kind_display: 'Confirmación del pedido',
      recipient: customer.user?.email,
      subject: `Recibimos tu pedido #${id}`,
      state: 'waiting',
      order_id: id,
      error: '',
      can_retry: false,
      can_resend: false,
    })
    expect(JSON.stringify(await list())).not.toMatch(/body|\$/)
    await set(mail.id, 'failed')
    const failed = await list('&state=failed')
    expect(failed).toMatchObject({
      counts: { ...before, waiting: before.waiting - 1, failed: before.failed + 1 },
      to_files: true,
    })
    expect(failed.results[0]).toMatchObject({
      id: mail.id,
      error: '550 no such user',
      can_retry: true,
      can_resend: true,
    })
    expect((await list('&state=waiting')).results.some((one: Listed) => one.id === mail.id)).toBe(false)
    expect((await list('&state=nothing')).count).toBeGreaterThan(1)
  })

  it('are retried once after a failure, and not before', async () => {
    const { id } = await ordered()
    const mail = await mailOf(id, 'order_placed')
    expect((await act(mail.id, 'retry')).status).toBe(409)
    await set(mail.id, 'failed')
    const all = await Promise.all([1, 2, 3].map(() => act(mail.id, 'retry')))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409, 409])
    const row = await shop.shop.db
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', mail.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ failed_at: null, attempts: 0, next_attempt_at: shop.clock.now() })
    expect(row.body_text).toContain('Te reservamos')
    await set(mail.id, 'sent')
    expect((await act(mail.id, 'retry')).status).toBe(409)
    expect((await act(999_999, 'retry')).status).toBe(404)
  })

  it('are not tried again at an address that the account no longer has; the copy of the shop is', async () => {
    const person = await shop.signIn()
    const { id } = await placed(person, await onSale(shop))
    const [own, copy] = [await mailOf(id, 'order_placed'), await mailOf(id, 'order_placed_shop')]
    await set(own.id, 'failed')
    await set(copy.id, 'failed')
    await setUser(person, { email: `otra-${engine}@correo.example` })
    const refused = await act(own.id, 'retry')
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'La cuenta ya tiene otra dirección de email. Usá Reenviar, que escribe a la de hoy.',
    ])
    expect((await act(own.id, 'resend')).status).toBe(204)
    expect((await act(copy.id, 'retry')).status).toBe(204)
  })

  it('are not resent when no longer true; a payment keeps its own facts', async () => {
    const { id } = await ordered()
    const placedMail = await mailOf(id, 'order_placed')
    await set(placedMail.id, 'sent')
    const pay = async (amount: number) => {
      const paid = { amount, method: 'cash', paid_on: '2026-11-20' }
      return (await admin.post(`/orders/${id}/payments/`, paid)).body.payments.at(-1).id
    }
    const payment = await pay(100)
    const paidMail = await mailOf(id, 'order_paid')
    await set(paidMail.id, 'sent')
    shop.clock.set('2026-11-20T16:00:00Z')
    await pay(250)
    expect((await act(paidMail.id, 'resend')).status).toBe(204)
    const last = async () => (await shop.mails()).at(-1)?.body_text
    expect(await last()).toMatch(/Recibimos: \$\s100/)
    await admin.post(`/orders/${id}/payments/${payment}/void/`, { reason: 'Error' })
    await admin.put(`/orders/${id}/delivery/`, { state: 'handed', how: 'in_person' })
    for (const mail of [paidMail, placedMail])
      expect((await act(mail.id, 'resend')).body.error).toMatch(/ya no es/)
    shop.clock.set('2026-11-20T15:00:00Z')
  })

  it('about a claim are not tried again at such an address either', async () => {
    const claimant = await shop.signIn()
    const photo1 = await insertPhoto(shop.shop.db)
    await claimant.post('/warranty-claims/', claimOf({ photo1 }))
    const { results } = await list()
    const [own, copy] = ['claim_received', 'claim_received_shop'].map(
      (kind) => results.find((one: Listed) => one.kind === kind)?.id,
    )
    for (const id of [own, copy]) await set(id, 'failed')
    await setUser(claimant, { email: `otra-mas-${engine}@correo.example` })
    expect((await act(own, 'retry')).body.error).toContain('otra dirección')
    expect((await act(copy, 'retry')).status).toBe(204)
  })

  it('are resent to the current address, about the current order', async () => {
    const person = await shop.signIn()
    const item = await onSale(shop)
    const { id } = await placed(person, item)
    const mail = await mailOf(id, 'order_placed')
    await set(mail.id, 'sent')
    await setUser(person, { email: `nueva-${engine}@correo.example` })
    await admin.put('/settings/', { mail_changed: false })
    await admin.patch(`/orders/${id}/`, { order_products: [{ ...item, quantity: 1 }] })
    await admin.put('/settings/', { mail_changed: true })
    expect((await act(mail.id, 'resend')).status).toBe(204)
    const [again] = await ofOrder(id)
    expect(again).toMatchObject({
      kind: 'order_placed',
      is_resend: true,
      recipient: `nueva-${engine}@correo.example`,
      subject: `Recibimos tu pedido #${id}`,
    })
    expect((await shop.mails()).at(-1)?.body_text).toMatch(/1 × .+[^]*Total: \$\s1\.000/)
    const [entry] = (await admin.get(`/activity-logs/?entity=order&entity_id=${id}`)).body.results
    expect(entry.description).toBe(`Pedido #${id}, email Confirmación del pedido: reenviado`)
  })

  it('are resent at most three times a day, from any copy, and once under a key', async () => {
    const { id } = await ordered()
    const mail = await mailOf(id, 'order_placed')
    await set(mail.id, 'sent')
    const key = { 'idempotency-key': `otra-vez-${id}` }
    for (let press = 0; press < 3; press += 1) expect((await act(mail.id, 'resend', key)).status).toBe(204)
    expect(await ofOrder(id)).toHaveLength(3)
    const [again] = await ofOrder(id)
    await set(again?.id ?? 0, 'sent')
    const asked = Array.from({ length: 8 }, (_, n) => act(n % 2 === 0 ? mail.id : (again?.id ?? 0), 'resend'))
    const replies = await Promise.all(asked)
    expect(replies.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(2)
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'LIMIT_REACHED', error: 'Ya se reenvió 3 veces hoy' })
    shop.clock.advance(12 * 3_600_000)
    expect((await act(mail.id, 'resend')).status).toBe(204)
    shop.clock.set('2026-11-20T15:00:00Z')
  })

  it('are not resent when no longer true or without a recipient', async () => {
    const { id } = await ordered()
    await admin.patch(`/orders/${id}/`, { status: 'completed' })
    const completed = await mailOf(id, 'order_completed')
    expect((await act(completed.id, 'resend')).body.error).toBe('Ese email todavía está por salir')
    await set(completed.id, 'sent')
    await admin.patch(`/orders/${id}/`, { status: 'pending' })
    const refused = await act(completed.id, 'resend')
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Lo que dice ese email ya no es así, o no tiene a quién llegar: no se reenvía',
    ])
    await setUser(customer, { email_verified_at: null })
    const placedMail = await mailOf(id, 'order_placed')
    await set(placedMail.id, 'sent')
    expect((await act(placedMail.id, 'resend')).status).toBe(409)
    await setUser(customer, { email_verified_at: new Date() })
  })

  it('codes are neither resent nor retried, and their failure is not in the work queue', async () => {
    await shop.anonymous.post('/auth/resend-verification/', {
      email: (await shop.signIn({ verified: false })).user?.email,
    })
    await expect.poll(async () => (await list()).results[0].kind).toBe('verification_code')
    const [code] = (await list()).results
    const before = await failedToDo()
    await set(code.id, 'failed')
    for (const verb of ['retry', 'resend']) {
      const refused = await act(code.id, verb)
      expect([refused.status, refused.body.error]).toEqual([409, 'Los códigos no se reenvían'])
    }
    expect((await list('&state=failed')).results[0]).toMatchObject({ can_retry: false, can_resend: false })
    expect(await failedToDo()).toBe(before)
  })

  async function failedToDo(): Promise<number> {
    const { body } = await admin.get('/todo/')
    return body.queues.find(({ key }: { key: string }) => key === 'mail_failed').count
  }

  it('stay in the work queue after a failure until settled, resent or retried', async () => {
    const { id } = await ordered()
    const before = await failedToDo()
    for (const [kind, verb] of [
      ['order_placed', 'settle'],
      ['order_placed_shop', 'resend'],
    ] as const) {
      const mail = await mailOf(id, kind)
      await set(mail.id, 'failed')
      expect(await failedToDo()).toBe(before + 1)
      expect((await act(mail.id, verb)).status).toBe(204)
      expect(await failedToDo()).toBe(before)
    }
    const settled = (await ofOrder(id)).find((one) => one.is_settled && one.kind === 'order_placed')
    expect((await act(settled?.id ?? 0, 'settle')).status).toBe(409)
    expect((await list('&state=failed')).results.at(-1).is_settled).toBe(true)
    // A settled mail can be retried, and returns to the work queue when it fails again.
    expect((await act(settled?.id ?? 0, 'retry')).status).toBe(204)
    await set(settled?.id ?? 0, 'failed')
    expect(await failedToDo()).toBe(before + 1)
  })

  it('mails of notes, payments, deliveries, claims and regrets are resent too', async () => {
    const { id } = await ordered()
    await admin.post(`/orders/${id}/notes/`, { text: 'Sale el lunes', visible: true, send_mail: true })
    await admin.post(`/orders/${id}/payments/`, { amount: 500, method: 'cash', paid_on: '2026-11-20' })
    await admin.put(`/orders/${id}/delivery/`, { state: 'handed', how: 'shipped', tracking: 'AB 1' })
    const photo1 = await insertPhoto(shop.shop.db)
    const claim = await customer.post('/warranty-claims/', claimOf({ photo1 }))
    await admin.patch(`/warranty-claims/${claim.body.id}/`, { status: 'approved' })
    await customer.post('/regret-requests/', {
      name: 'Ana',
      email: 'ana@correo.example',
      order_number: String(id),
    })
    await sql`update outbox set sent_at = ${shop.clock.now()}, body_text = '' where sent_at is null`.execute(
      shop.shop.db,
    )
    const ofOrders = ['order_placed_shop', 'order_note', 'order_paid', 'order_shipped']
    const ofClaims = ['claim_received', 'claim_received_shop', 'claim_status']
    const kinds = [...ofOrders, ...ofClaims, 'regret_received', 'regret_received_shop']
    const { results } = await list()
    for (const kind of kinds) {
      const mail = results.find((one: Listed) => one.kind === kind)
      expect([kind, mail?.can_resend, (await act(mail?.id ?? 0, 'resend')).status]).toEqual([kind, true, 204])
      const [again] = (await list()).results
      expect([again.kind, again.subject, again.recipient]).toEqual([kind, mail.subject, mail.recipient])
      const { body_text } = (await shop.mails()).at(-1) ?? { body_text: '' }
      expect(body_text.length).toBeGreaterThan(40)
    }
    expect(await recipients(id)).toHaveLength(9)
  })
})
