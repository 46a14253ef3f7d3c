import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsIn, bearer, otherCode, PASSWORD } from '../../../test/support/people/accounts.ts'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { callerOf } from '../../../test/support/people/people.ts'
import type { NewAccount } from '../users/users.ts'
import { ANSWER_MS } from '../limits/same-time.ts'
import { changePassword } from './account.ts'

describe.each(enginesOf(import.meta.filename))('the own account on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>

  beforeAll(async () => {
    shop = await openShop(engine)
    // The clock is fixed unless a test moves it, so that a slow machine does not end a wait.
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  /** A signed-in user, with the calls that the tests below need. */
  async function signedIn(account: Partial<NewAccount> = {}) {
    const user = await accounts.hasAccount(account)
    const tokens = (await accounts.login(user.username)).body as Pair
    const headers = bearer(tokens.access)
    return {
      user,
      tokens,
      put: (update: unknown) => shop.anonymous.put('/auth/profile/', update, headers),
      ask: (new_email: string, password = PASSWORD) =>
        shop.anonymous.post('/auth/verify-change/', { type: 'EMAIL_CHANGE', new_email, password }, headers),
      change: (old_password: string, new_password: string) =>
        shop.anonymous.post('/auth/change-password/', { old_password, new_password }, headers),
    }
  }

  interface Pair {
    access: string
    refresh: string
  }

  const refused = (code: string, field?: string, status = 400) => ({
    status,
    body: { code, ...(field && { errors: { [field]: [expect.any(String)] } }) },
  })

  /** Earlier tokens no longer work, the new pair does. */
  async function expectReplaced(before: Pair[], now: Pair) {
    for (const { access, refresh } of before) {
      expect((await accounts.profile(access)).status).toBe(401)
      expect((await accounts.refresh(refresh)).status).toBe(401)
    }
    expect((await accounts.profile(now.access)).status).toBe(200)
    expect((await accounts.refresh(now.refresh)).status).toBe(200)
  }

  describe('GET /auth/verify-permissions/', () => {
    it('tells admins and customers apart', async () => {
      const admin = await shop.signIn({ admin: true })
      const customer = await shop.signIn()
      const rights = (is: boolean) => ({ is_staff: is, permissions: { can_access_admin: is } })
      const ofAdmin = { ...rights(true), user_id: admin.user?.id }
      expect((await admin.get('/auth/verify-permissions/')).body).toMatchObject(ofAdmin)
      expect((await customer.get('/auth/verify-permissions/')).body).toMatchObject(rights(false))
      expect((await shop.anonymous.get('/auth/verify-permissions/')).status).toBe(401)
    })
  })

  describe('PUT /auth/profile/', () => {
    it('changes names and Instagram, and logs the change without the names', async () => {
      const ana = await shop.signIn({ first_name: 'Ana', last_name: 'Suárez' })
      const typed = { first_name: ' Mariana ', last_name: 'Suárez', instagram: '@mari' }
      const reply = await ana.put('/auth/profile/', typed)
      expect(reply).toMatchObject({
        status: 200,
        body: { first_name: 'Mariana', last_name: 'Suárez', instagram: 'mari' },
      })
      const [entry, ...more] = await accounts.activityOf(ana.user?.id ?? 0)
      expect(entry).toMatchObject({ action: 'update', entity: 'user', entity_id: ana.user?.id })
      expect(entry?.changes).toEqual({
        first_name: { before: 'A…', after: 'M…' },
        instagram: { before: '', after: 'm…' },
      })
      expect(more).toEqual([])
    })

    it('accepts the profile as it was read, and then logs nothing', async () => {
      const ana = await shop.signIn()
      const { body } = await ana.get('/auth/profile/')
      expect((await ana.put('/auth/profile/', body)).body).toEqual(body)
      expect(await accounts.activityOf(ana.user?.id ?? 0)).toEqual([])
    })

    it('never writes fields that customers may not set', async () => {
      const ana = await shop.signIn()
      const rows = () =>
        shop.shop.db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', ana.user?.id ?? 0)
          .execute()
      const [before] = await rows()
      const reply = await ana.put('/auth/profile/', {
        first_name: before?.first_name,
        is_staff: true,
        is_superuser: true,
        is_active: false,
        id: 1,
        username: 'otra',
        password_hash: 'x',
        password: 'x',
        phone: '1122334455',
        email_verified_at: null,
        created_at: '2000-01-01T00:00:00Z',
        last_login_at: '2000-01-01T00:00:00Z',
        user_type: 'admin',
        permissions: { can_access_admin: true },
      })
      expect(reply.status).toBe(200)
      expect(await rows()).toEqual([before])
    })

    it('refuses a new e-mail without a code, and short names', async () => {
      const ana = await shop.signIn()
      expect((await ana.put('/auth/profile/', { email: 'nueva@correo.example' })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { email: [expect.any(String)] },
      })
      expect((await ana.put('/auth/profile/', { first_name: '' })).body.error).toBe('El nombre es requerido')
      expect((await ana.put('/auth/profile/', { last_name: 'S' })).body.error).toBe(
        'El apellido debe tener al menos 2 caracteres',
      )
    })
  })

  describe('a change of e-mail', () => {
    it('needs password and mailed code, ends every session and opens a new one', async () => {
      const { user, tokens, put, ask } = await signedIn()
      const elsewhere = await accounts.login(user.username)
      const fresh = `nueva_${user.username}@correo.example`
      expect(await ask(fresh, 'otra-clave-1')).toMatchObject(refused('WRONG_PASSWORD'))
      expect(await accounts.mailsTo(fresh)).toEqual([])

      expect((await ask(fresh.toUpperCase())).status).toBe(200)
      const code = await accounts.codeSentTo(fresh)
      expect(await put({ email: fresh, verification_code: otherCode(code) })).toMatchObject(
        refused('WRONG_CODE'),
      )
      expect((await put({ email: `x${fresh}`, verification_code: code })).body.code).toBe('WRONG_CODE')
      const changed = await put({ email: fresh, verification_code: code })
      expect(changed).toMatchObject({ status: 200, body: { email: fresh, email_verified: true } })

      await expectReplaced([tokens, elsewhere.body], changed.body.tokens)
      expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe('El email de la cuenta cambió')
      expect((await accounts.login(user.email)).status).toBe(401)
      expect((await accounts.login(fresh)).status).toBe(200)
      const logged = (await accounts.activityOf(user.id)).find(
        (entry) => entry.description === 'Email actualizado',
      )
      expect(JSON.stringify(logged?.changes)).not.toContain(user.username)

      const again = await shop.anonymous.put(
        '/auth/profile/',
        { email: fresh, verification_code: code },
        bearer(changed.body.tokens.access),
      )
      expect(again.body.code).toBe('WRONG_CODE')
    })

    it('answers the same for a taken address, and sends nothing', async () => {
      const { ask } = await signedIn()
      const { user: somebody } = await signedIn()
      const before = (await accounts.mailsTo(somebody.email)).length
      const taken = await ask(somebody.email)
      const free = await ask(`libre_${somebody.username}@correo.example`)
      expect([taken.status, taken.body]).toEqual([free.status, free.body])
      expect(await accounts.mailsTo(somebody.email)).toHaveLength(before)
    })

    it('ends the previous code whether the new address is taken or free, after the same time', async () => {
      const { user, ask, put } = await signedIn()
      const { user: somebody } = await signedIn()
      for (const later of [somebody.email, `libre_${user.username}@correo.example`]) {
        const fresh = `antes_${user.username}@correo.example`
        await ask(fresh)
        const verification_code = await accounts.codeSentTo(fresh)
        const start = performance.now()
        expect((await ask(later)).status).toBe(200)
        expect(performance.now() - start).toBeGreaterThan(ANSWER_MS - 1)
        expect((await put({ email: fresh, verification_code })).body.code).toBe('WRONG_CODE')
      }
    })

    it('answers 409 when another account took the address meanwhile', async () => {
      const { user, put, ask } = await signedIn()
      const fresh = `pronto_${user.username}@correo.example`
      await ask(fresh)
      const code = await accounts.codeSentTo(fresh)
      await accounts.hasAccount({ email: fresh })
      expect(await put({ email: fresh, verification_code: code })).toMatchObject(
        refused('DUPLICATE', 'email', 409),
      )
    })

    it('refuses a code for another purpose', async () => {
      const unverified = await accounts.hasAccount({ email_verified: false })
      const code = await accounts.codeSentTo(unverified.email)
      const ana = await shop.signIn()
      await shop.shop.db
        .updateTable('verification_codes')
        .set({ user_id: ana.user?.id ?? 0 })
        .where('user_id', '=', unverified.id)
        .execute()
      expect(
        (await ana.put('/auth/profile/', { email: unverified.email, verification_code: code })).body.code,
      ).toBe('WRONG_CODE')
    })

    it('refuses the address the account already has', async () => {
      const { user, ask } = await signedIn()
      expect(await ask(user.email)).toMatchObject(refused('VALIDATION', 'new_email'))
    })
  })

  describe('POST /auth/change-password/', () => {
    it('sets the new password, ends every session, opens one and mails the owner', async () => {
      const { user, tokens, change } = await signedIn()
      const elsewhere = await accounts.login(user.username)
      const [renewed, copy] = [await accounts.refresh(tokens.refresh), await accounts.refresh(tokens.refresh)]
      const changed = await change(PASSWORD, 'Otra clave 77')
      expect(changed.body.message).toBe('Contraseña actualizada correctamente')
      await expectReplaced([tokens, elsewhere.body, renewed.body, copy.body], changed.body.tokens)
      expect((await accounts.login(user.username)).status).toBe(401)
      expect((await accounts.login(user.username, 'Otra clave 77')).status).toBe(200)
      expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe('La contraseña de la cuenta cambió')
      const log = await accounts.activityOf(user.id)
      expect(log.some((entry) => entry.description === 'Contraseña actualizada')).toBe(true)
      expect(JSON.stringify(log)).not.toMatch(/argon2|Otra clave|Semilla/)
    })

    it('answers a wrong current password with 400, which does not sign out', async () => {
      const { change, tokens } = await signedIn()
      expect(await change('otra-clave-1', 'Otra clave 77')).toMatchObject(refused('WRONG_PASSWORD'))
      expect((await accounts.profile(tokens.access)).status).toBe(200)
    })

    it.each(['corta1', 'sin numeros', 'password1', 'TiendaDeSemillas2026', PASSWORD, 'x1'.repeat(65)])(
      'refuses %j as the new one',
      async (password) => {
        const { change } = await signedIn()
        expect(await change(PASSWORD, password)).toMatchObject(refused('VALIDATION', 'new_password'))
      },
    )

    it('revokes the tokens of a concurrent refresh', async () => {
      for (let round = 0; round < 10; round++) {
        const { tokens, change } = await signedIn()
        const [changed, ...renewed] = await Promise.all([
          change(PASSWORD, 'Otra clave 77'),
          ...Array.from({ length: 4 }, () => accounts.refresh(tokens.refresh)),
        ])
        const given = renewed.filter(({ status }) => status === 200).map(({ body }) => body)
        await expectReplaced([tokens, ...given], changed?.body.tokens)
      }
    })

    it('is refused when the session has ended since the call was admitted', async () => {
      const { user } = await signedIn()
      const passwords = { old_password: PASSWORD, new_password: 'Otra clave 77' }
      const late = changePassword({ shop: shop.shop, user: callerOf(user), body: passwords })
      await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect((await accounts.login(user.username)).status).toBe(200)
    })

    it('accepts one of two concurrent changes', async () => {
      const { change } = await signedIn()
      const replies = await Promise.all([
        change(PASSWORD, 'Clave primera 1'),
        change(PASSWORD, 'Clave segunda 2'),
      ])
      expect(replies.map((reply) => reply.status)).toEqual(expect.arrayContaining([200, 400]))
    })
  })

  it('needs a token for every call of the own account', async () => {
    const { anonymous } = shop
    const replies = [
      await anonymous.get('/auth/profile/'),
      await anonymous.put('/auth/profile/', {}),
      await anonymous.post('/auth/verify-change/', {}),
      await anonymous.post('/auth/change-password/', {}),
    ]
    expect(replies.map((reply) => [reply.status, reply.body.error])).toEqual(
      replies.map(() => [401, 'No se encontró token de autenticación']),
    )
  })
})
