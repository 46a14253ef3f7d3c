import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityOnUser } from '../../../test/support/people/activity.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { NEW_USER, newUser } from '../../../test/support/people/users.ts'
import { createAccount } from './users.ts'

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
  const activityOn = (id: number) => activityOnUser(shop.shop.db, id)

  describe('POST /auth/admin/create-user/', () => {
    it('creates a customer with an unverified e-mail, and sends the code', async () => {
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
      expect(mails.map(({ subject }) => subject)).toEqual(['Tu cuenta está lista', 'Código de verificación'])
      expect(mails[1]?.body_text).toMatch(/^\d{6}$/m)
      expect(mails[1]?.subject).not.toMatch(/\d{6}/)
      const log = await activityOn(reply.body.id)
      expect(log).toMatchObject([{ action: 'register', user_id: idOf(admin) }])
      expect(JSON.stringify(log)).not.toMatch(/mayus|lucia|Semilla|argon2/i)
    })

    it('creates staff with the role that was chosen, in the log', async () => {
      const { status, body } = await create({ role: 'stock' })
      expect([status, body.role, body.user_type, body.is_superuser]).toEqual([201, 'stock', 'admin', false])
      const [entry] = await activityOn(body.id)
      expect(entry?.changes).toMatchObject({ role: { before: null, after: 'stock' } })
      const wrong = await create({ role: 'reina' })
      expect([wrong.status, wrong.body.errors]).toEqual([400, { role: ['El rol no es válido'] }])
    })

    it('creates a verified customer, and tells them how to sign in', async () => {
      const { body } = await create({ email_verified: true })
      expect(body.email_verified).toBe(true)
      const [welcome, ...more] = (await shop.mails()).filter((mail) => mail.recipient === body.email)
      expect(more).toEqual([])
      expect(welcome?.body_text).toContain(`Tu usuario es ${body.username}`)
      expect(welcome?.body_text).not.toContain(NEW_USER.password)
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

    it('names each taken field, ignoring case', async () => {
      const { body: first } = await create()
      const both = await create({ username: first.username.toUpperCase(), email: first.email.toUpperCase() })
      expect(both).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
      expect(Object.keys(both.body.errors)).toEqual(['username', 'email'])
      expect(Object.keys((await create({ email: first.email })).body.errors)).toEqual(['email'])
    })

    it('creates one account for ten equal concurrent requests', async () => {
      const user = newUser()
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => admin.post('/auth/admin/create-user/', user)),
      )
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
      expect(replies.filter((reply) => reply.status === 409)).toHaveLength(9)
    })

    it.each([
      ['first_name', { first_name: ' ' }],
      ['first_name', { first_name: 'Luc\u202Eaí' }],
      ['last_name', { last_name: 'Paz\u2066' }],
      ['username', { username: 'ab' }],
      ['username', { username: 'con espacio' }],
      ['username', { username: 'cirílico_а' }],
      ['email', { email: 'no-es-email' }],
      ['email', { email: '..a@b.example' }],
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

  describe('createAccount', () => {
    it('creates an admin for the operator, who can sign in', async () => {
      const operator = await createAccount(shop.shop, {
        username: 'operadora',
        email: 'operadora@correo.example',
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

    it('refuses a common password for any caller', async () => {
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
