import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TimelineEntry } from '../../../contract/orders/order-parts.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('notes of an order, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const ordered = async () => placed(customer, await onSale(shop))
  const note = (id: number, body: object, headers?: Record<string, string>) =>
    admin.post(`/orders/${id}/notes/`, body, headers)
  const timeline = async (id: number, query = '') =>
    (await admin.get(`/orders/${id}/timeline/${query}`)).body as {
      results: TimelineEntry[]
      before: string | null
    }

  it('is internal unless it is meant for the customer', async () => {
    const order = await ordered()
    const added = await note(order.id, { text: 'Pidió que no llamemos' })
    expect([added.status, added.body]).toMatchObject([
      201,
      { notes_count: 1, visible_notes: [], version: order.version },
    ])
    await note(order.id, { text: 'Sale el lunes', visible: true })
    const visible_notes = [{ id: expect.any(Number), text: 'Sale el lunes', created_at: expect.any(String) }]
    const own = await customer.get(`/orders/${order.id}/`)
    expect(own.body).toMatchObject({ visible_notes })
    expect((await customer.get('/orders/my-orders/')).body.orders[0]).toMatchObject({ visible_notes })
    expect(own.text).not.toMatch(/no llamemos|notes_count/)
    expect((await customer.get(`/orders/${order.id}/timeline/`)).status).toBe(403)
  })

  it.each([
    [{}, 'text', 'La nota es requerida'],
    [{ text: '  ' }, 'text', 'La nota es requerida'],
    [{ text: 'x'.repeat(2001) }, 'text', 'La nota no puede superar los 2000 caracteres'],
    [{ text: 'x', send_mail: true }, 'send_mail', 'Una nota interna no se envía al cliente'],
  ])('400 for %j', async (body, field, text) => {
    const { id } = await ordered()
    const reply = await note(id, body)
    expect([reply.status, reply.body.errors[field]]).toEqual([400, [text]])
  })

  it('400 for a mail to a guest', async () => {
    const lines = [await onSale(shop)]
    const { body } = await admin.post('/orders/manual/', {
      guest: { name: 'Ana Feria' },
      channel: 'fair',
      lines,
    })
    const reply = await note(body.id, { text: 'x', visible: true, send_mail: true })
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      { send_mail: ['Sin cuenta no se manda el email'] },
    ])
    expect((await admin.get(`/orders/${body.id}/`)).body.notes_count).toBe(0)
  })

  it('one key adds one note', async () => {
    const { id } = await ordered()
    const key = { 'idempotency-key': `nota-${id}` }
    await note(id, { text: 'x' }, key)
    expect((await note(id, { text: 'x' }, key)).body.notes_count).toBe(1)
  })

  it('is removed, unless the customer has it in a mail', async () => {
    const { id } = await ordered()
    const idOf = async (text: string) =>
      (await timeline(id)).results.find((entry) => entry.kind === 'note' && entry.text === text)?.id
    await note(id, { text: 'Borrable' })
    await note(id, { text: 'Ya sale', visible: true, send_mail: true })
    const at = `/orders/${id}/notes/${await idOf('Borrable')}/`
    expect((await admin.delete(at)).status).toBe(204)
    expect((await admin.delete(at)).status).toBe(404)
    const refused = await admin.delete(`/orders/${id}/notes/${await idOf('Ya sale')}/`)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'La nota ya se envió al cliente: no se puede borrar',
    ])
    const mail = (await shop.mails()).at(-1)
    expect(mail).toMatchObject({ recipient: customer.user?.email, subject: `Sobre tu pedido #${id}` })
    expect(mail?.body_text).toContain('Ya sale')
  })

  it('the timeline has changes, notes and mails, newest first, page by page', async () => {
    const { id } = await ordered()
    shop.clock.advance(1_000)
    await note(id, { text: 'Primera' })
    shop.clock.advance(1_000)
    // Several entries of one moment.
    await admin.put(`/orders/${id}/delivery/`, { state: 'prepared', complete: true })
    const whole = await timeline(id)
    expect(whole.before).toBeNull()
    expect(whole.results.map(({ kind, text }) => [kind, text])).toEqual([
      ['activity', `Pedido #${id}: Pendiente → Completado`],
      ['activity', `Pedido #${id}: preparado`],
      ['mail', `Completamos tu pedido #${id}`],
      ['note', 'Primera'],
      ['activity', `Pedido #${id} creado`],
      ['mail', `Pedido nuevo #${id}`],
      ['mail', `Recibimos tu pedido #${id}`],
    ])
    expect(whole.results[3]).toMatchObject({ user: admin.user?.username, visible: false, mail_state: null })
    expect(whole.results[2]).toMatchObject({ user: 'Sistema', mail_state: 'waiting' })
    const paged: TimelineEntry[] = []
    for (let before: string | null = ''; before !== null; ) {
      const page = await timeline(id, `?limit=2${before && `&before=${before}`}`)
      paged.push(...page.results)
      before = page.before
    }
    expect(paged).toEqual(whole.results)
    expect((await admin.get('/orders/999999/timeline/')).status).toBe(404)
  })

  it('the timeline says whether the mail of a note waits, failed or was sent', async () => {
    const { id } = await ordered()
    await note(id, { text: 'Ya sale', visible: true, send_mail: true })
    const state = async () => (await timeline(id)).results.find(({ kind }) => kind === 'note')?.mail_state
    const mails = () => shop.shop.db.updateTable('outbox').where('order_id', '=', id)
    expect(await state()).toBe('waiting')
    await mails().set({ failed_at: shop.clock.now() }).execute()
    expect(await state()).toBe('failed')
    await mails().set({ failed_at: null, sent_at: shop.clock.now() }).execute()
    expect(await state()).toBe('sent')
    await shop.shop.db.deleteFrom('outbox').where('order_id', '=', id).execute()
    expect(await state()).toBe('sent')
  })

  it('the timeline names the opened channel and message', async () => {
    const { id } = await ordered()
    const noted = [
      { channel: 'whatsapp', template: 'cobro' },
      { channel: 'telegram', template: 'nuevo' },
      { channel: 'copied' },
    ]
    for (const body of noted) {
      shop.clock.advance(1_000)
      expect((await admin.post(`/orders/${id}/contacts/`, body)).status).toBe(204)
    }
    const { results } = await timeline(id)
    const opened = results.flatMap(({ kind, text, template }) =>
      kind === 'contact' ? [[text, template]] : [],
    )
    expect(opened).toEqual([
      ['copied', null],
      ['telegram', 'nuevo'],
      ['whatsapp', 'cobro'],
    ])
    for (const wrong of [{ channel: 'fax' }, { channel: 'phone', template: 'otro' }])
      expect((await admin.post(`/orders/${id}/contacts/`, wrong)).status).toBe(400)
  })

  it('a contact repeated under its key is recorded once', async () => {
    const { id } = await ordered()
    const key = { 'idempotency-key': `contacto-${id}` }
    const send = (channel: string) => admin.post(`/orders/${id}/contacts/`, { channel }, key)
    expect([(await send('phone')).status, (await send('phone')).status]).toEqual([204, 204])
    expect((await send('copied')).status).toBe(422)
    const { results } = await timeline(id)
    expect(results.filter(({ kind }) => kind === 'contact')).toHaveLength(1)
  })

  it('the texts are erased with the account', async () => {
    const person = await shop.signIn()
    const { id } = await placed(person, await onSale(shop))
    await note(id, { text: 'Ana vive en Salta' })
    await admin.delete(`/users/${person.user?.id}/`)
    expect(JSON.stringify(await timeline(id))).not.toContain('Salta')
  })
})
