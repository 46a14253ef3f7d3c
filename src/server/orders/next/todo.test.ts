import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TODO_KEYS } from '../../../contract/orders/todo.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { insertPhoto } from '../../../../test/support/pictures/photos.ts'
import { onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('GET /todo/, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    // A Friday.
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const ordered = async () => placed(customer, await onSale(shop))
  const queueOf = async (key: string) => {
    const { body } = await admin.get('/todo/')
    return body.queues.find((queue: { key: string }) => queue.key === key)
  }

  it('has every queue, empty ones too', async () => {
    const { status, body } = await admin.get('/todo/')
    expect(status).toBe(200)
    expect(body.queues.map(({ key }: { key: string }) => key)).toEqual(TODO_KEYS)
    expect(body.queues[0]).toEqual({ key: 'refund', label: 'Devolver', count: 0, oldest_at: null, ids: [] })
  })

  it('has the queues of the role', async () => {
    const keysOf = async (role: 'sales' | 'stock') =>
      (await (await shop.signIn({ role })).get('/todo/')).body.queues.map(({ key }: { key: string }) => key)
    expect(await keysOf('sales')).toEqual(TODO_KEYS.filter((key) => key !== 'prices_failed'))
    expect(await keysOf('stock')).toEqual(['prepare', 'lots_held', 'stock_low'])
    expect((await (await shop.signIn({ role: 'read' })).get('/todo/')).status).toBe(403)
  })

  it('is for admins, and answers 304 while nothing changed', async () => {
    expect((await customer.get('/todo/')).status).toBe(403)
    expect((await shop.anonymous.get('/todo/')).status).toBe(401)
    const first = await admin.get('/todo/')
    const etag = String(first.headers['etag'])
    expect((await admin.get('/todo/', { 'if-none-match': etag })).status).toBe(304)
    await ordered()
    expect((await admin.get('/todo/', { 'if-none-match': etag })).status).toBe(200)
  })

  it('moves an order from queue to queue, and leaves out archived orders', async () => {
    const { id } = await ordered()
    expect((await queueOf('contact')).ids).toContain(id)
    await admin.post(`/orders/${id}/contacts/`, { channel: 'phone' })
    expect(await queueOf('agree')).toMatchObject({ count: 1, ids: [id] })
    await admin.put(`/orders/${id}/agreement/`, { method: 'cash' })
    const prepare = await queueOf('prepare')
    expect(prepare).toMatchObject({ label: 'Preparar', count: 1, ids: [id] })
    expect(prepare.oldest_at).toBe((await admin.get(`/orders/${id}/`)).body.created_at)
    await admin.put(`/orders/${id}/delivery/`, { state: 'prepared' })
    expect(await queueOf('hand')).toMatchObject({ count: 1, ids: [id] })
    await admin.patch(`/orders/${id}/`, { is_archived: true })
    expect(await queueOf('hand')).toMatchObject({ count: 0, ids: [], oldest_at: null })
  })

  it('names orders that hold more than a tenth of a presentation, until they are agreed on', async () => {
    const large = await shop.signIn()
    const [item, few] = [await onSale(shop, 50), await onSale(shop, 3)]
    const isListed = async (id: number) => (await queueOf('orders_large')).ids.includes(id)
    const tenth = await placed(large, { ...item, quantity: 5 })
    const three = await placed(large, { ...few, quantity: 3 })
    expect([await isListed(tenth.id), await isListed(three.id)]).toEqual([false, false])
    const more = await placed(large, { ...item, quantity: 1 })
    expect([await isListed(tenth.id), await isListed(more.id)]).toEqual([true, true])
    await admin.put(`/orders/${tenth.id}/agreement/`, { method: 'cash' })
    expect([await isListed(tenth.id), await isListed(more.id)]).toEqual([false, false])
    const noted = await admin.post('/orders/manual/', {
      customer_id: large.user?.id,
      channel: 'phone',
      lines: [{ ...item, quantity: 20 }],
    })
    expect(await isListed(noted.body.id)).toBe(false)
  })

  it('names the five oldest of a queue, which the list answers by their ids', async () => {
    const before = (await queueOf('contact')).count
    const buyer = await shop.signIn()
    for (let more = 0; more < 6; more += 1) await placed(buyer, await onSale(shop))
    const queue = await queueOf('contact')
    expect(queue.count).toBe(before + 6)
    expect(queue.ids).toHaveLength(5)
    expect(queue.ids).toEqual(queue.ids.toSorted((a: number, b: number) => a - b))
    const { body } = await admin.get(`/orders/?page=1&ids=${queue.ids.join()},x,0`)
    expect(body.count).toBe(5)
    expect(body.results.map(({ id }: { id: number }) => id).toReversed()).toEqual(queue.ids)
  })

  it('counts claims that wait for more than 72 business hours', async () => {
    const { db } = shop.shop
    const claimed = async (status: string, at: string) =>
      sql`insert into warranty_claims (status, purchase_type, name, email, product_name, description, photo1,
          purchase_date, germination_date, created_at, updated_at)
        values (${status}, 'without-order', 'Ana', 'a@b.example', 'Puna', 'x', ${(await insertPhoto(db)).split('/')[3]},
          '2026-10-01', '2026-10-02', ${at}, ${at})`.execute(db)
    // 72 business hours before Friday at noon is the Tuesday of the week before, at noon.
    await claimed('pending', '2026-11-10T15:00:01Z')
    await claimed('approved', '2026-11-01T15:00:00Z')
    expect((await queueOf('claims_late')).count).toBe(0)
    await claimed('pending', '2026-11-10T14:59:59Z')
    await claimed('reviewing', '2026-11-09T15:00:00Z')
    expect((await queueOf('claims_new')).count).toBe(1)
    expect(await queueOf('claims_late')).toMatchObject({ count: 2, oldest_at: '2026-11-09T15:00:00.000Z' })
  })

  it('counts mails that fail since an hour, codes too, until they leave or are given up', async () => {
    await ordered()
    const { db } = shop.shop
    const waiting = sql`sent_at is null and failed_at is null`
    const triedSince = (minutes: number) =>
      sql`update outbox set attempts = 7, last_error = 'ECONNREFUSED', retried_at = ${new Date(shop.clock.now().getTime() - minutes * 60_000)}
        where id = (select max(id) from outbox where ${waiting})`.execute(db)
    const late = async () => (await queueOf('mail_late')).count
    await triedSince(59)
    expect(await late()).toBe(0)
    await triedSince(61)
    expect(await queueOf('mail_late')).toMatchObject({ count: 1, oldest_at: expect.any(String) })
    await sql`insert into outbox (message_id, recipient, subject, body_text, body_html, kind, attempts, last_error, next_attempt_at, created_at)
      values ('late@x', 'ana@correo.example', 'Código', 'x', 'x', 'sign_in_link', 7, 'ECONNREFUSED', ${shop.clock.now()},
        ${new Date(shop.clock.now().getTime() - 61 * 60_000)})`.execute(db)
    expect(await late()).toBe(2)
    await sql`update outbox set failed_at = ${shop.clock.now()} where message_id = 'late@x'`.execute(db)
    expect(await late()).toBe(1)
    await sql`update outbox set sent_at = ${shop.clock.now()} where attempts = 7 and failed_at is null`.execute(
      db,
    )
    expect(await late()).toBe(0)
  })

  it('counts mails that failed and shown presentations at their low mark', async () => {
    const before = (await queueOf('stock_low')).count
    const { blister_id } = await onSale(shop, 3)
    await onSale(shop, 0)
    await onSale(shop, 4)
    const { blister_id: own } = await onSale(shop, 3)
    await admin.put(`/stock/${own}/low/`, { low_at: 2 })
    const { product_id } = await onSale(shop, 1)
    await admin.patch(`/products/${product_id}/`, { available: false })
    const low = await queueOf('stock_low')
    expect(low).toMatchObject({ count: before + 1, oldest_at: null })
    expect(low.ids).toContain(blister_id)
    await sql`update outbox set failed_at = ${shop.clock.now()}, last_error = 'x'
      where id = (select min(id) from outbox)`.execute(shop.shop.db)
    expect(await queueOf('mail_failed')).toMatchObject({ count: 1, oldest_at: expect.any(String) })
  })
})
