import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountsIn, PASSWORD } from '../../../test/support/people/accounts.ts'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

/** The real argon2, with its calls recorded. */
vi.mock('@node-rs/argon2', { spy: true })

const WRONG = 'Error al iniciar sesión. Por favor, verifica tus credenciales.'

describe.each(enginesOf(import.meta.filename))('signing in on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>

  beforeAll(async () => {
    shop = await openShop(engine)
    // The clock is fixed unless a test moves it, so that a slow machine does not end a wait.
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  /** The parameters of the hashes that a refused sign-in computes, in argon2's notation. */
  async function workFor(name: string): Promise<string[]> {
    vi.mocked(hash).mockClear()
    vi.mocked(verify).mockClear()
    await accounts.login(name, 'otra-clave-1')
    const made = await Promise.all(vi.mocked(hash).mock.results.map(({ value }) => value))
    const compared = vi.mocked(verify).mock.calls.map(([against]) => String(against))
    return [...made, ...compared].map((text) => /^.*,p=\d+\$/.exec(text)?.[0] ?? text)
  }

  describe('POST /auth/login/', () => {
    it('signs in by username and by e-mail, whatever the case', async () => {
      const user = await accounts.hasAccount()
      for (const name of [
        user.username,
        user.email,
        user.username.toUpperCase(),
        ` ${user.email.toUpperCase()} `,
      ]) {
        const reply = await accounts.login(name)
        expect(reply.status).toBe(200)
        expect(reply.body).toMatchObject({ user: { id: user.id, email: user.email }, is_staff: false })
        expect((await accounts.profile(reply.body.access)).body.id).toBe(user.id)
      }
    })

    it('returns neither the hash nor anything else outside of the contract', async () => {
      const { body, text, headers } = await accounts.login((await accounts.hasAccount()).username)
      expect(Object.keys(body).toSorted()).toEqual(['access', 'device', 'is_staff', 'refresh', 'user'])
      expect(text).not.toContain('argon2')
      expect(headers['cache-control']).toContain('no-store')
    })

    it('stores only hashes of the tokens', async () => {
      const { body } = await accounts.login((await accounts.hasAccount()).username)
      const rows = await shop.shop.db.selectFrom('session_tokens').select('hash').execute()
      const kept = rows.map((row) => row.hash.toString('base64url'))
      expect(kept).not.toContain(body.access)
      expect(kept).not.toContain(body.refresh)
    })

    it('writes the sign-in to the log', async () => {
      const user = await accounts.hasAccount()
      await accounts.login(user.username)
      expect(await accounts.activityOf(user.id)).toMatchObject([
        { action: 'login', entity: 'session', description: 'Inicio de sesión' },
      ])
    })

    it('refuses a wrong password and an unknown name with the same bytes', async () => {
      const user = await accounts.hasAccount()
      const inactive = await accounts.hasAccount()
      await shop.shop.db
        .updateTable('users')
        .set({ is_active: false })
        .where('id', '=', inactive.id)
        .execute()
      const unverified = await accounts.hasAccount({ email_verified: false })
      for (const name of [
        user.username,
        inactive.email,
        unverified.username,
        'nadie_asi',
        'nadie@correo.example',
      ]) {
        const { status, body } = await accounts.login(name, 'otra-clave-1')
        expect(status).toBe(401)
        expect({ ...body, request_id: '' }).toEqual({
          code: 'INVALID_CREDENTIALS',
          error: WRONG,
          message: WRONG,
          request_id: '',
        })
      }
      const short = await accounts.login(user.username.slice(0, 3), 'corta')
      expect([short.status, short.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    })

    it('says only after the right password that the account is inactive', async () => {
      const user = await accounts.hasAccount()
      await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
      expect(await accounts.login(user.username)).toMatchObject({
        status: 403,
        body: { code: 'ACCOUNT_INACTIVE' },
      })
    })

    it('says only after the right password that the e-mail is not verified, and sends one code', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      await shop.shop.db.deleteFrom('verification_codes').where('user_id', '=', user.id).execute()
      await accounts.login(user.username, 'otra-clave-1')
      const before = (await accounts.mailsTo(user.email)).length
      const reply = await accounts.login(user.username)
      await accounts.login(user.username)
      expect(reply).toMatchObject({ status: 403, body: { code: 'ACCOUNT_NOT_VERIFIED', email: user.email } })
      expect(reply.body.message).toBe(reply.body.error)
      expect(await accounts.mailsTo(user.email)).toHaveLength(before + 1)
    })

    it('does the same hashing for an unknown name', async () => {
      const user = await accounts.hasAccount()
      const known = await workFor(user.username)
      expect(known).toEqual(['$argon2id$v=19$m=19456,t=2,p=1$'])
      for (const name of ['nadie_asi', 'nadie@correo.example']) expect(await workFor(name)).toEqual(known)
    })

    it('rehashes a password that was hashed with other parameters', async () => {
      const user = await accounts.hasAccount()
      const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 2, parallelism: 1 })
      await shop.shop.db.updateTable('users').set({ password_hash: old }).where('id', '=', user.id).execute()
      expect((await accounts.login(user.username)).status).toBe(200)
      const row = await shop.shop.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect((await accounts.login(user.username)).status).toBe(200)
    })

    it.each([
      [{}],
      [{ username_or_email: '', password: PASSWORD }],
      [{ username_or_email: 'abcd', password: '' }],
      [{ username_or_email: { $ne: '' }, password: PASSWORD }],
      [{ username_or_email: 'abcd', password: ['x'.repeat(8)] }],
      [{ username_or_email: 'abcd\u0000', password: PASSWORD }],
      [{ username_or_email: 'abcd', password: 'x'.repeat(129) }],
    ])('refuses %j as what it is', async (body) => {
      expect(await shop.anonymous.post('/auth/login/', body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION' },
      })
    })

    it('answers 503 when too many passwords wait, then recovers', async () => {
      const user = await accounts.hasAccount()
      // Comparisons wait until one request was refused, so the queue fills up on any machine.
      const full = Promise.withResolvers<void>()
      vi.mocked(verify).mockImplementation(() => full.promise.then(() => true))
      const asked = Array.from({ length: 80 }, () => accounts.login(user.username))
      await Promise.race(asked)
      vi.mocked(verify).mockReset()
      full.resolve()
      const replies = await Promise.all(asked)
      const statuses = new Set(replies.map((reply) => reply.status))
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
      const busy = replies.filter((reply) => reply.status === 503)
      expect(busy.length).toBeGreaterThan(0)
      expect(new Set(busy.map((reply) => reply.headers['retry-after']))).toEqual(new Set(['2']))
      expect((await accounts.login(user.username)).status).toBe(200)
    })
  })
})
