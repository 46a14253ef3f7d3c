import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { createAccount } from './users.ts'

const NEW_USER = {
  first_name: 'Lucía',
  last_name: 'Gómez',
  password: 'Semilla2026',
  password2: 'Semilla2026',
  instagram: null,
}

const idOf = (client: Client) => client.user?.id ?? 0

describe.each(engines)('users on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let made = 0

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const newUser = (fields: Record<string, unknown> = {}) => {
    made += 1
    return { ...NEW_USER, username: `lucia_${made}`, email: `lucia_${made}@correo.example`, ...fields }
  }
  const create = (fields: Record<string, unknown> = {}) =>
    admin.post('/auth/admin/create-user/', newUser(fields))
  const row = (id: number) =>
    shop.shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  const activityOn = (id: number) =>
    shop.shop.db
      .selectFrom('activity_log')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()

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

  describe('POST /auth/admin/create-user/', () => {
    it('makes a customer whose e-mail is still to be verified, and sends the code', async () => {
      const reply = await create({ email: 'Mayus_Minus@Correo.example', instagram: '@lucia' })
      expect(reply).toMatchObject({
        status: 201,
        body: {
          email: 'mayus_minus@correo.example',
          instagram: 'lucia',
          is_staff: false,
          is_superuser: false,
          is_active: true,
          user_type: 'customer',
          email_verified: false,
          permissions: { can_access_admin: false },
        },
      })
      const mails = (await shop.mails()).filter((mail) => mail.recipient === 'mayus_minus@correo.example')
      expect(mails).toHaveLength(1)
      expect(mails[0]?.body_text).toMatch(/^\d{6}$/m)
      expect(mails[0]?.subject).not.toMatch(/\d{6}/)
      const log = await activityOn(reply.body.id)
      expect(log).toMatchObject([{ action: 'register', user_id: idOf(admin) }])
      expect(JSON.stringify(log)).not.toMatch(/mayus|lucia|Semilla|argon2/i)
    })

    it('makes a verified one when the admin knows the address, without a mail', async () => {
      const { body } = await create({ email_verified: true })
      expect(body.email_verified).toBe(true)
      expect((await shop.mails()).filter((mail) => mail.recipient === body.email)).toEqual([])
      const login = { username_or_email: body.username, password: NEW_USER.password }
      expect((await shop.anonymous.post('/auth/login/', login)).status).toBe(200)
    })

    it('gives no rights, whatever the request holds', async () => {
      const { body } = await create({
        is_staff: true,
        is_superuser: true,
        is_active: false,
        id: 1,
        phone: '1122334455',
        user_type: 'admin',
        permissions: { can_access_admin: true },
        created_at: '2000-01-01T00:00:00Z',
        createdBy: 1,
        password_hash: 'x',
      })
      expect(await row(body.id)).toMatchObject({
        is_staff: false,
        is_superuser: false,
        is_active: true,
        phone: '',
      })
      expect((await row(body.id))?.created_at.getFullYear()).toBeGreaterThan(2000)
    })

    it('names under its field what is taken, whatever the case', async () => {
      const { body: first } = await create()
      const both = await create({ username: first.username.toUpperCase(), email: first.email.toUpperCase() })
      expect(both).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
      expect(Object.keys(both.body.errors)).toEqual(['username', 'email'])
      expect(Object.keys((await create({ email: first.email })).body.errors)).toEqual(['email'])
    })

    it('makes one account of ten equal requests at once', async () => {
      const user = newUser()
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => admin.post('/auth/admin/create-user/', user)),
      )
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
      expect(replies.filter((reply) => reply.status === 409)).toHaveLength(9)
    })

    it.each([
      ['first_name', { first_name: ' ' }],
      ['username', { username: 'ab' }],
      ['username', { username: 'con espacio' }],
      ['username', { username: 'cirílico_а' }],
      ['email', { email: 'no-es-email' }],
      ['email', { email: 'a@b.example\r\nBcc: x@y.example' }],
      ['password', { password: 'corta1', password2: 'corta1' }],
      ['password', { password: 'password1', password2: 'password1' }],
      ['password2', { password2: 'Semilla2027' }],
    ])('refuses a wrong %s: %j', async (field, wrong) => {
      const reply = await create(wrong)
      expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
      expect(Object.keys(reply.body.errors)).toContain(field)
    })
  })

  describe('GET /auth/users/', () => {
    it('finds by username, name and surname together, without accents, and takes % and _ as they are', async () => {
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

    it('answers pages, newest first, the same under both names', async () => {
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

    it('never answers a hash', async () => {
      expect((await admin.get('/users/')).text).not.toMatch(/argon2|password/)
    })
  })

  describe('GET /auth/users/{id}/', () => {
    it('answers the account and its orders', async () => {
      const { body } = await create()
      const reply = await admin.get(`/auth/users/${body.id}/`)
      expect(reply).toMatchObject({ status: 200, body: { user: body, orders: [] } })
      expect((await admin.get(`/users/${body.id}/`)).body).toEqual(reply.body)
    })
    it.each(['0', '-1', '1.5', 'abc', '2147483648', '999999'])('knows no account %s', async (id) => {
      expect(await admin.get(`/users/${id}/`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    })
  })

  describe('PATCH /auth/users/{id}/', () => {
    it('ends the sessions of who is deactivated at once, and logs before and after', async () => {
      const customer = await shop.signIn()
      expect((await customer.get('/auth/profile/')).status).toBe(200)
      const reply = await admin.patch(`/auth/users/${idOf(customer)}/`, { is_active: false })
      expect(reply).toMatchObject({ status: 200, body: { is_active: false } })
      expect((await customer.get('/auth/profile/')).status).toBe(401)
      await admin.patch(`/auth/users/${idOf(customer)}/`, { is_active: true })
      expect((await customer.get('/auth/profile/')).status).toBe(401)
      expect((await activityOn(idOf(customer))).map((entry) => entry.changes)).toEqual([
        { is_active: { before: true, after: false } },
        { is_active: { before: false, after: true } },
      ])
    })

    it('logs nothing when nothing changes', async () => {
      const customer = await shop.signIn()
      expect((await admin.patch(`/users/${idOf(customer)}/`, { is_active: true })).status).toBe(200)
      expect(await activityOn(idOf(customer))).toEqual([])
    })

    it('is never for oneself', async () => {
      const reply = await admin.patch(`/users/${idOf(admin)}/`, { is_active: false })
      expect(reply).toMatchObject({ status: 403, body: { error: 'No puedes modificar tu propia cuenta' } })
      expect((await admin.get('/auth/profile/')).status).toBe(200)
    })

    it('changes nothing but that', async () => {
      const { body } = await create()
      await admin.patch(`/users/${body.id}/`, {
        is_active: true,
        is_staff: true,
        username: 'x',
        email: 'x@y.example',
      })
      expect((await admin.get(`/users/${body.id}/`)).body.user).toEqual(body)
    })

    it.each([[{}], [{ is_active: 'false' }], [{ is_active: 0 }], [[]]])('refuses %j', async (body) => {
      expect((await admin.patch(`/users/${idOf(admin)}/`, body)).status).toBe(400)
    })
  })

  describe('DELETE /auth/users/{id}/', () => {
    it('removes the account with its sessions and codes', async () => {
      const customer = await shop.signIn()
      expect((await admin.delete(`/auth/users/${idOf(customer)}/`)).status).toBe(204)
      expect(await row(idOf(customer))).toBeUndefined()
      expect((await customer.get('/auth/profile/')).status).toBe(401)
      expect((await admin.delete(`/auth/users/${idOf(customer)}/`)).status).toBe(404)
      const log = await activityOn(idOf(customer))
      expect(log).toMatchObject([{ action: 'delete', user_id: idOf(admin) }])
      expect(JSON.stringify(log)).not.toContain(customer.user?.username)
    })

    it('is never for oneself', async () => {
      expect((await admin.delete(`/users/${idOf(admin)}/`)).body.error).toBe(
        'No puedes modificar tu propia cuenta',
      )
    })

    it('cancels pending orders with their stock back, and leaves the others without a name', async () => {
      const product = await shop.hasProduct({
        blisters: [{ seed_count: 3, price: 1_000, stock: 10, discount: 0 }],
      })
      const blisterId = product.blisters[0]?.id ?? 0
      const customer = await shop.signIn()
      const order = {
        recipient_name: 'Persona Olvidada',
        customer_phone: '1155667788',
        delivery_type: 'coordinate',
        products: [{ product_id: product.id, blister_id: blisterId, quantity: 2 }],
      }
      const pending = await customer.post('/orders/', order)
      const sold = await customer.post('/orders/', order)
      expect([pending.status, sold.status]).toEqual([201, 201])
      expect((await admin.put(`/orders/${sold.body.id}/`, { status: 'completed' })).status).toBe(200)
      expect((await admin.get(`/users/${idOf(customer)}/`)).body.orders).toHaveLength(2)

      expect((await admin.delete(`/users/${idOf(customer)}/`)).status).toBe(204)
      expect(await shop.stockOf(blisterId)).toBe(8)
      expect(await shop.ledgerOf(blisterId)).toBe(8)
      const [cancelled, kept] = [
        await admin.get(`/orders/${pending.body.id}/`),
        await admin.get(`/orders/${sold.body.id}/`),
      ]
      expect([cancelled.body.status, kept.body.status]).toEqual(['cancelled', 'completed'])
      for (const { body, text } of [cancelled, kept]) {
        expect(body.customer).toBeNull()
        expect(text).not.toMatch(/Olvidada|1155667788/)
        expect(text).not.toContain(customer.user?.email)
      }
    })
  })

  describe('createAccount', () => {
    it('makes an admin for the operator, who can sign in', async () => {
      made += 1
      const operator = await createAccount(shop.shop, {
        username: `operadora_${made}`,
        email: `operadora_${made}@correo.example`,
        password: 'Semilla2026',
        is_staff: true,
        is_superuser: true,
        email_verified: true,
        createdBy: null,
      })
      expect(operator.permissions.can_access_admin).toBe(true)
      const login = { username_or_email: operator.username, password: 'Semilla2026' }
      expect((await shop.anonymous.post('/auth/login/', login)).body).toMatchObject({ is_staff: true })
    })

    it('refuses a password that is guessed first, whoever asks', async () => {
      const account = {
        username: 'cualquiera',
        email: 'cualquiera@correo.example',
        password: 'password1',
        createdBy: null,
      }
      await expect(createAccount(shop.shop, account)).rejects.toMatchObject({ code: 'VALIDATION' })
    })
  })
})

describe('the last admin on postgres', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('postgres')
  })
  afterAll(() => shop.close())

  it.each(['deactivate', 'delete'])(
    'remains when two admins %s each other at the same moment',
    async (how) => {
      for (let round = 0; round < 15; round += 1) {
        await shop.shop.db.updateTable('users').set({ is_active: false }).execute()
        const [one, two] = [await shop.signIn({ admin: true }), await shop.signIn({ admin: true })]
        const remove = (by: Client, who: Client) =>
          how === 'delete'
            ? by.delete(`/users/${who.user?.id}/`)
            : by.patch(`/users/${who.user?.id}/`, { is_active: false })
        const replies = await Promise.all([remove(one, two), remove(two, one)])
        const statuses = replies.map((reply) => reply.status).toSorted((a, b) => a - b)
        expect(statuses[0]).toBeLessThan(205)
        expect([401, 403]).toContain(statuses[1])
        const admins = await shop.shop.db
          .selectFrom('users')
          .select('id')
          .where('is_active', '=', true)
          .where('is_staff', '=', true)
          .execute()
        expect(admins).toHaveLength(1)
      }
    },
  )
})
