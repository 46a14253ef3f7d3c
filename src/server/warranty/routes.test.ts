import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(engines)('warranty claims on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    // 23:30 of the 20th in Buenos Aires, already the 21st in UTC.
    shop.clock.set('2026-11-21T02:30:00Z')
    ana = await shop.signIn({ first_name: 'Ana', last_name: 'Suárez' })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  async function photo(preset: 'warranty' | 'product' = 'warranty'): Promise<string> {
    const id = randomBytes(16).toString('base64url')
    await shop.database.db
      .insertInto('uploads')
      .values({
        id,
        preset,
        width: 480,
        height: 480,
        bytes: 1,
        user_id: null,
        owner_hash: null,
        created_at: shop.clock.now(),
      })
      .execute()
    return `/media/${preset}/${id}/480.webp`
  }

  async function ordered(client: Client): Promise<Order> {
    const product = await shop.hasProduct()
    const item = { product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }
    const reply = await client.post('/orders/', {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [item],
    })
    return reply.body as Order
  }

  const about = { germination_date: '2026-11-20', description: 'No germinó ninguna' }
  const visitor = async () => ({
    ...about,
    name: 'Bruno',
    email: 'Bruno@Correo.example',
    product_name: 'Puna Violeta',
    purchase_date: '2026-11-01',
    photo1: await photo(),
  })

  describe('POST /warranty-claims/', () => {
    it('of a customer takes date, product and e-mail from the order and the account', async () => {
      const order = await ordered(ana)
      const reply = await ana.post('/warranty-claims/', {
        ...about,
        purchase_type: 'with-order',
        order_id: order.id,
        product_id: order.products[0]?.product_id,
        use_authenticated_user: true,
        email: 'other@correo.example',
        product_name: 'Otra cosa',
        purchase_date: '2020-01-01',
        photo2: await photo(),
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
      expect(log).toMatchObject([{ action: 'create', user: ana.user?.username }])
    })

    it('of a visitor neither links nor confirms the order number that was typed', async () => {
      const order = await ordered(ana)
      const reply = await shop.anonymous.post('/warranty-claims/', {
        ...(await visitor()),
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

    it('marks what is older than the days of the setting', async () => {
      for (const purchase_date of ['2026-10-21', '2026-10-20']) {
        await shop.anonymous.post('/warranty-claims/', { ...(await visitor()), purchase_date })
      }
      const [older, newer] = (await admin.get('/warranty-claims/')).body
      expect([newer.out_of_window, older.out_of_window]).toEqual([false, true])
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
      const reply = await shop.anonymous.post('/warranty-claims/', { ...(await visitor()), ...wrong })
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION'])
      if (text) expect(reply.body.error).toBe(text)
    })

    it('refuses a photo that another claim has, of another preset, or twice', async () => {
      const used = await photo()
      expect(
        (await shop.anonymous.post('/warranty-claims/', { ...(await visitor()), photo1: used })).status,
      ).toBe(201)
      const twice = await photo()
      for (const photos of [
        { photo1: used },
        { photo1: await photo('product') },
        { photo1: twice, photo2: twice },
      ]) {
        expect(
          (await shop.anonymous.post('/warranty-claims/', { ...(await visitor()), ...photos })).status,
        ).toBe(400)
      }
      // A refused claim leaves its photos free.
      expect(
        (await shop.anonymous.post('/warranty-claims/', { ...(await visitor()), photo1: twice })).status,
      ).toBe(201)
    })

    it('refuses orders that are foreign or cancelled, and products that are not in it', async () => {
      const bruno = await shop.signIn()
      const [foreign, cancelled, own] = [await ordered(bruno), await ordered(ana), await ordered(ana)]
      await ana.put(`/orders/${cancelled.id}/`, { status: 'cancelled' })
      const file = async (order: Order | undefined, product_id = order?.products[0]?.product_id) =>
        ana.post('/warranty-claims/', {
          ...about,
          purchase_type: 'with-order',
          order_id: order?.id,
          product_id,
          photo1: await photo(),
        })
      expect((await file(foreign)).status).toBe(404)
      expect((await file(cancelled)).status).toBe(400)
      expect((await file(own, foreign.products[0]?.product_id)).body.error).toBe(
        'Por favor selecciona un producto',
      )
      expect((await file(undefined)).body.error).toBe('Por favor selecciona una orden')
    })

    it('answers the same claim again for the same Idempotency-Key', async () => {
      const body = await visitor()
      const key = { 'idempotency-key': 'claim-1' }
      const first = await shop.anonymous.post('/warranty-claims/', body, key)
      const second = await shop.anonymous.post('/warranty-claims/', body, key)
      expect([second.status, second.body.id]).toEqual([201, first.body.id])
      expect((await shop.anonymous.post('/warranty-claims/', { ...body, name: 'Otro' }, key)).status).toBe(
        422,
      )
    })
  })

  describe('GET /warranty-claims/', () => {
    it('shows a customer the own claims and nobody the others', async () => {
      const carla = await shop.signIn()
      const order = await ordered(carla)
      const claim = {
        ...about,
        purchase_type: 'with-order',
        order_id: order.id,
        product_id: order.products[0]?.product_id,
        photo1: await photo(),
      }
      const filed = await carla.post('/warranty-claims/', claim)
      const mine = await carla.get('/warranty-claims/?user=current')
      expect(mine.body.map(({ id }: { id: number }) => id)).toEqual([filed.body.id])
      expect(mine.body[0]).not.toHaveProperty('admin_notes')
      const all = await carla.get('/warranty-claims/')
      expect([all.status, all.body.error]).toEqual([
        403,
        'No tienes permisos para ver las solicitudes de garantía',
      ])
      expect((await shop.anonymous.get('/warranty-claims/')).status).toBe(401)

      const page = (await admin.get(`/warranty-claims/?search=${carla.user?.username.toUpperCase()}&page=1`))
        .body
      expect(page).toMatchObject({
        count: 1,
        next: null,
        results: [
          {
            user_id: carla.user?.id,
            user_phone: '1123456789',
            previous_orders_count: 1,
            order: { id: order.id, customer_id: carla.user?.id },
          },
        ],
      })
      expect((await admin.get('/warranty-claims/?status=resolved')).body).toEqual([])
    })
  })

  describe('GET /warranty-claims/{id}/', () => {
    it('answers the own claim without what is private, all of it to admins, and 404 to others', async () => {
      const mine = await ana.post('/warranty-claims/', {
        ...about,
        purchase_date: '2026-11-01',
        product_name: 'Puna Violeta',
        photo1: await photo(),
      })
      const path = `/warranty-claims/${mine.body.id}/`
      expect((await ana.get(path)).body).toMatchObject({ id: mine.body.id, product_name: 'Puna Violeta' })
      expect((await ana.get(path)).body).not.toHaveProperty('admin_notes')
      expect((await admin.get(path)).body).toMatchObject({ admin_notes: '', version: 1 })
      expect((await (await shop.signIn()).get(path)).status).toBe(404)
      expect((await shop.anonymous.get(path)).status).toBe(401)
    })
  })

  describe('PATCH /warranty-claims/{id}/', () => {
    it('sets the state, tells the customer, and keeps the notes private', async () => {
      const { id } = (await shop.anonymous.post('/warranty-claims/', await visitor())).body
      const mails = (await shop.mails()).length
      const notes = await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'Secreto' })
      expect(notes.body).toMatchObject({ admin_notes: 'Secreto', status: 'pending' })
      expect((await shop.mails()).length).toBe(mails)

      const reply = await admin.patch(`/warranty-claims/${id}/`, {
        status: 'approved',
        resolution_details: 'Enviamos otro',
      })
      expect(reply.body).toMatchObject({
        status: 'approved',
        status_display: 'Aprobada',
        resolution_details: 'Enviamos otro',
      })
      const mail = (await shop.mails()).at(-1)
      expect(mail).toMatchObject({
        recipient: 'bruno@correo.example',
        subject: `Reclamo de garantía #${id}: Aprobada`,
      })
      expect(mail?.body_text).toContain('Enviamos otro')
      expect(mail?.body_text).not.toContain('Secreto')
      const log = (
        await admin.get(`/activity-logs/?entity=warranty_claim&entity_id=${id}&action=status_change`)
      ).body
      expect(log).toMatchObject([
        { changes: { old_status: 'pending', new_status: 'approved', changed_by: admin.user?.username } },
      ])
    })

    it('refuses a decision on a version that somebody else has changed since, and keeps theirs', async () => {
      const { id } = (await shop.anonymous.post('/warranty-claims/', await visitor())).body
      const { version } = (await admin.get(`/warranty-claims/${id}/`)).body
      const first = await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De una', version })
      expect(first.body.version).toBe(version + 1)
      const second = await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De otra', version })
      expect([second.status, second.body.code]).toEqual([409, 'STALE'])
      expect(second.body.error).toContain('Otra persona guardó')
      expect((await admin.get(`/warranty-claims/${id}/`)).body).toMatchObject({ admin_notes: 'De una' })
      // Who wants what is there already is not disturbed; older clients name no version.
      expect((await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De una', version })).status).toBe(
        200,
      )
      expect((await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De otra' })).body).toMatchObject({
        admin_notes: 'De otra',
        version: version + 2,
      })
    })

    it('is for admins, and for claims there are', async () => {
      const { id } = (await shop.anonymous.post('/warranty-claims/', await visitor())).body
      expect((await ana.patch(`/warranty-claims/${id}/`, { status: 'approved' })).status).toBe(403)
      expect((await admin.patch('/warranty-claims/2000000000/', { status: 'approved' })).status).toBe(404)
      expect((await admin.patch(`/warranty-claims/${id}/`, { status: 'won' })).status).toBe(400)
    })
  })
})
