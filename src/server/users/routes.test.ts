import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { newUser } from '../../../test/support/people/users.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'

const idOf = (client: Client) => client.user?.id ?? 0

describe.each(enginesOf(import.meta.filename))('users on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const create = (fields: Record<string, unknown> = {}) =>
    admin.post('/auth/admin/create-user/', newUser(fields))
  const row = (id: number) =>
    shop.shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  const found = async (username: string) =>
    (await admin.get(`/auth/users/?username=${encodeURIComponent(username)}`)).body.map(
      (user: { id: number }) => user.id,
    )

  it('is for admins only', async () => {
    const customer = await shop.signIn()
    for (const [client, status] of [
      [shop.anonymous, 401],
      [customer, 403],
    ] as const) {
      const replies = [
        await client.post('/auth/admin/create-user/', newUser()),
        ...(await Promise.all(
          ['/auth/users/', '/users/'].flatMap((path) => [
            client.get(path),
            client.get(`${path}${idOf(admin)}/`),
            client.patch(`${path}${idOf(admin)}/`, { is_active: false }),
            client.delete(`${path}${idOf(admin)}/`),
          ]),
        )),
      ]
      expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => status))
    }
    expect((await row(idOf(admin)))?.is_active).toBe(true)
  })

  describe('GET /auth/users/', () => {
    it('searches username, name and surname together, without accents, and takes % and _ literally', async () => {
      const { body } = await create({ username: 'raul_zx', first_name: 'Raúl', last_name: 'Nuñez 100%' })
      for (const text of ['RAUL_ZX', 'raul', 'Raúl', 'nunez', 'raúl nuñez', '100%'])
        expect(await found(text)).toEqual([body.id])
      for (const text of ['raulxzx', 'raul%nunez', "' or 1=1 --", '\\']) expect(await found(text)).toEqual([])
    })

    it('filters by e-mail, state and kind', async () => {
      const { body } = await create({ email: 'solo.este@correo.example' })
      await admin.patch(`/users/${body.id}/`, { is_active: false })
      const ids = async (query: string) =>
        (await admin.get(`/users/?page=1&page_size=100&${query}`)).body.results.map(
          (user: { id: number }) => user.id,
        )
      expect(await ids('email=SOLO.este')).toEqual([body.id])
      expect(await ids('email=solo.este&status=inactive')).toEqual([body.id])
      expect(await ids('email=solo.este&status=active')).toEqual([])
      expect(await ids('email=solo.este&status=whatever')).toEqual([body.id])
      expect(await ids('user_type=admin')).toContain(idOf(admin))
      expect(await ids('user_type=admin')).not.toContain(body.id)
      expect(await ids('user_type=user')).not.toContain(idOf(admin))
    })

    it('returns pages, newest first, the same at both addresses', async () => {
      for (let user = 0; user < 3; user += 1) await create({ last_name: 'Paginada' })
      const { body: first } = await admin.get('/auth/users/?username=paginada&page=1&page_size=2')
      expect(first).toMatchObject({ count: 3, previous: null })
      expect(first.results).toHaveLength(2)
      expect(first.results[0].id).toBeGreaterThan(first.results[1].id)
      const second = await admin.get(first.next.replace(/^\/api/, ''))
      expect(second.body).toMatchObject({ count: 3, next: null })
      expect(second.body.results).toHaveLength(1)
      expect((await admin.get('/users/?username=paginada&page=1&page_size=2')).body.results).toEqual(
        first.results,
      )
      expect((await admin.get('/users/?username=paginada')).body).toHaveLength(3)
      expect((await admin.get('/users/?page=999999&page_size=1')).body.results).toEqual([])
    })

    it('never returns a hash', async () => {
      expect((await admin.get('/users/')).text).not.toMatch(/argon2|password/)
    })
  })

  describe('GET /auth/users/{id}/', () => {
    it('returns the account and its orders', async () => {
      const { body } = await create()
      const reply = await admin.get(`/auth/users/${body.id}/`)
      expect(reply).toMatchObject({ status: 200, body: { user: body, orders: [] } })
      expect((await admin.get(`/users/${body.id}/`)).body).toEqual(reply.body)
    })
    it('has a page of the orders when it is asked for one, each line once', async () => {
      const buyer = await shop.signIn()
      const item = await onSale(shop)
      for (let order = 0; order < 3; order += 1) await placed(buyer, { ...item, quantity: 1 })
      const path = `/users/${idOf(buyer)}/`
      const { body: first } = await admin.get(`${path}?page=1&page_size=2`)
      expect(first).toMatchObject({ user: { id: idOf(buyer) }, count: 3, previous: null })
      expect(first.orders).toHaveLength(2)
      expect(first.orders[0]).toMatchObject({ order_products: [{ quantity: 1 }] })
      expect(first.orders[0]).not.toHaveProperty('products')
      const { body: second } = await admin.get(first.next.replace(/^\/api/, ''))
      expect(second).toMatchObject({ orders: [{ customer_id: idOf(buyer) }], next: null })
      expect((await admin.get(path)).body.orders[0].products).toHaveLength(1)
    })
    it.each(['0', '-1', '1.5', 'abc', '2147483648', '999999'])('knows no account %s', async (id) => {
      expect(await admin.get(`/users/${id}/`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    })
  })
})
