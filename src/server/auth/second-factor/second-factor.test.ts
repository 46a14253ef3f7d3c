import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { accountsIn, bearer, PASSWORD } from '../../../../test/support/people/accounts.ts'
import { activityOnUser } from '../../../../test/support/people/activity.ts'
import { factorsIn, STAFF } from '../../../../test/support/people/factor-sign-ins.ts'
import { bytesOfKey } from '../../../../test/support/people/second-factor.ts'
import { removeExpired, resetSecondFactor } from '../auth.ts'
import { stepOf, totpCode } from './totp.ts'

const SECOND = 1_000
const WRONG = { code: 'WRONG_CODE', error: 'El código no es válido o ya se usó' }

describe.each(enginesOf(import.meta.filename))('the second factor on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(new Date('2026-11-24T12:00:10Z'))
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  const { enter, challengeOf, withFactor } = factorsIn(() => shop)
  const statuses = (replies: { status: number }[]) =>
    replies.map(({ status }) => status).toSorted((a, b) => a - b)

  describe('setting it up', () => {
    it('needs the password, gives a key, and asks for nothing before the first code', async () => {
      const user = await accounts.hasAccount(STAFF)
      const { body } = await accounts.login(user.username)
      const start = (password: string) =>
        shop.anonymous.post('/auth/totp/', { password }, bearer(body.access))
      expect(await start('otra-clave-1')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
      const { body: told } = await start(PASSWORD)
      expect(told.otpauth).toContain(`secret=${told.key}&`)
      expect((await accounts.login(user.username)).status).toBe(200)
      const state = await shop.anonymous.get('/auth/totp/', bearer(body.access))
      expect(state.body).toEqual({ confirmed_at: null, codes_left: 0, may_start: true, required: false })
    })

    it('ends other sessions, shows ten codes once, and mails the owner', async () => {
      const user = await accounts.hasAccount(STAFF)
      const [thief, own] = [await accounts.login(user.username), await accounts.login(user.username)]
      const { body: told } = await shop.anonymous.post(
        '/auth/totp/',
        { password: PASSWORD },
        bearer(own.body.access),
      )
      const key = bytesOfKey(told.key)
      const confirm = (code: string) =>
        shop.anonymous.post('/auth/totp/confirm/', { code }, bearer(own.body.access))
      expect(await confirm('000000')).toMatchObject({ status: 400, body: WRONG })
      const code = totpCode(key, stepOf(shop.clock.now()))
      const { body } = await confirm(` ${code.slice(0, 3)} ${code.slice(3)}`)
      expect(new Set(body.codes).size).toBe(10)
      expect((await accounts.profile(thief.body.access)).status).toBe(401)
      expect((await accounts.refresh(thief.body.refresh)).status).toBe(401)
      const state = await shop.anonymous.get('/auth/totp/', bearer(body.tokens.access))
      expect(state.body).toMatchObject({ confirmed_at: shop.clock.now().toISOString(), codes_left: 10 })
      expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe(
        'Activaste la verificación en dos pasos',
      )
      const again = await shop.anonymous.post(
        '/auth/totp/',
        { password: PASSWORD },
        bearer(body.tokens.access),
      )
      expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      // The confirming code is used up.
      expect((await enter(await challengeOf(user.username), code)).body).toMatchObject(WRONG)
    })

    it('takes the first code within fifteen minutes', async () => {
      const user = await accounts.hasAccount(STAFF)
      const headers = bearer((await accounts.login(user.username)).body.access)
      const { body: told } = await shop.anonymous.post('/auth/totp/', { password: PASSWORD }, headers)
      shop.clock.advance(15 * 60 * SECOND)
      const code = totpCode(bytesOfKey(told.key), stepOf(shop.clock.now()))
      const now = bearer((await accounts.login(user.username)).body.access)
      const late = await shop.anonymous.post('/auth/totp/confirm/', { code }, now)
      expect(late).toMatchObject({ status: 409, body: { error: 'Esa clave ya no sirve. Empezá de nuevo.' } })
      const ofUser = shop.shop.db.selectFrom('totp').select('user_id').where('user_id', '=', user.id)
      expect(await ofUser.execute()).toHaveLength(1)
      await removeExpired(shop.shop)
      expect(await ofUser.execute()).toEqual([])
    })

    it('counts wrong first codes as guesses', async () => {
      const limited = await openShop(engine, { rateLimitFactor: 1, database: shop.database })
      limited.clock.set(shop.clock.now())
      shop.shop.secret.copy(limited.shop.secret)
      const user = await accounts.hasAccount(STAFF)
      const headers = bearer((await accounts.login(user.username)).body.access)
      await limited.anonymous.post('/auth/totp/', { password: PASSWORD }, headers)
      const replies: number[] = []
      for (let i = 0; i < 10; i += 1)
        replies.push((await limited.anonymous.post('/auth/totp/confirm/', { code: 'x' }, headers)).status)
      // Three per session, five per account.
      expect(replies).toEqual([...Array(8).fill(400), 429, 429])
      await limited.app.close()
    })

    it('is for staff', async () => {
      const ana = await shop.signIn()
      expect((await ana.post('/auth/totp/', { password: PASSWORD })).status).toBe(403)
      expect((await ana.post('/auth/totp/confirm/', { code: '123456' })).status).toBe(403)
      expect((await ana.get('/auth/totp/')).body).toMatchObject({ may_start: false, confirmed_at: null })
    })

    it('keeps neither the key nor the codes in the database', async () => {
      const { user, factor } = await withFactor()
      const rows = await shop.shop.db.selectFrom('recovery_codes').selectAll().execute()
      const stored = JSON.stringify(rows.map((row) => row.code_hash.toString('latin1')))
      for (const code of factor.recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
      const { sealed_key } = await shop.shop.db
        .selectFrom('totp')
        .select('sealed_key')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(sealed_key).toHaveLength(12 + 16 + 20)
    })
  })

  describe('signing in', () => {
    it('asks for the code only after the right password, and opens the session with it', async () => {
      const { user, factor } = await withFactor()
      expect((await accounts.login(user.username, 'otra-clave-1')).status).toBe(401)
      const refused = await accounts.login(user.username)
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'SECOND_FACTOR_REQUIRED', challenge: expect.stringMatching(/^[\w-]{43}$/) },
      })
      expect(refused.text).not.toMatch(/access|refresh|device/)
      const { status, body } = await enter(refused.body.challenge, factor.code())
      expect([status, Object.keys(body).toSorted()]).toEqual([
        200,
        ['access', 'device', 'is_staff', 'refresh', 'user'],
      ])
      expect((await accounts.profile(body.access)).body.id).toBe(user.id)
      const logins = (await accounts.activityOf(user.id)).filter(({ action }) => action === 'login')
      expect(logins).toHaveLength(2)
    })

    it('takes the code of one step before and after, each once, and none that is older than a used one', async () => {
      const { user, factor } = await withFactor()
      const tried: number[] = []
      for (const later of [-2, 2, 0, 0, -1, 1, 1])
        tried.push((await enter(await challengeOf(user.username), factor.code(later))).status)
      expect(tried).toEqual([400, 400, 200, 400, 400, 200, 400])
    })

    it('ends a challenge after five tries, and after five minutes', async () => {
      const { user, factor } = await withFactor()
      const challenge = await challengeOf(user.username)
      for (let time = 0; time < 5; time += 1)
        expect((await enter(challenge, '000000')).body).toMatchObject(WRONG)
      expect(await enter(challenge, factor.code())).toMatchObject({
        status: 401,
        body: { code: 'INVALID_CREDENTIALS', error: 'Demasiados intentos. Iniciar sesión de nuevo.' },
      })
      const second = await challengeOf(user.username)
      shop.clock.advance(301 * SECOND)
      expect(await enter(second, factor.code())).toMatchObject({
        status: 401,
        body: { error: 'Pasó demasiado tiempo. Iniciá sesión de nuevo.' },
      })
      expect((await enter('x'.repeat(43), factor.code())).status).toBe(401)
    })

    it('ends a challenge with the password, and with the account', async () => {
      const { user, factor } = await withFactor()
      const { user: other, factor: otherFactor } = await withFactor()
      const challenges = [await challengeOf(user.username), await challengeOf(other.username)]
      await shop.anonymous.post('/auth/recover/', { email: user.email })
      const link = /(?<=#t=)[\w-]+/
      await expect.poll(async () => (await accounts.mailsTo(user.email)).at(-1)?.body_text).toMatch(link)
      const token = (await accounts.mailsTo(user.email)).at(-1)?.body_text.match(link)?.[0]
      await shop.anonymous.post('/auth/recover/finish/', { token, new_password: 'Cosecha-2027' })
      await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', other.id).execute()
      expect((await enter(challenges[0] ?? '', factor.code())).status).toBe(401)
      expect((await enter(challenges[1] ?? '', otherFactor.code())).status).toBe(401)
      // A new password does not bypass it.
      const refused = await accounts.login(user.username, 'Cosecha-2027')
      expect(refused.body.code).toBe('SECOND_FACTOR_REQUIRED')
    })

    it('takes each recovery code once, however it is typed, and mails the owner', async () => {
      const { user, factor } = await withFactor()
      const [first = '', second = ''] = factor.recoveryCodes
      const typed = [first, first, second.toLowerCase().replaceAll('-', ' ')]
      const tried: number[] = []
      for (const code of typed) tried.push((await enter(await challengeOf(user.username), code)).status)
      expect(tried).toEqual([200, 400, 200])
      expect((await accounts.mailsTo(user.email)).at(-1)).toMatchObject({
        subject: 'Se usó un código de recuperación',
        body_text: expect.stringContaining('Quedan 8 sin usar.'),
      })
    })

    it('takes a recovery code of this account only', async () => {
      const [one, other] = [await withFactor(), await withFactor()]
      const code = other.factor.recoveryCodes[0] ?? ''
      expect((await enter(await challengeOf(one.user.username), code)).body).toMatchObject(WRONG)
      expect((await enter(await challengeOf(other.user.username), code)).status).toBe(200)
    })
  })

  describe('under twenty concurrent requests', () => {
    const twenty = <Each>(make: (index: number) => Each) => Array.from({ length: 20 }, (_, i) => make(i))

    it.each(['code', 'recovery code'])('one %s opens one session', async (kind) => {
      const { user, factor } = await withFactor()
      const challenges = await Promise.all(twenty(() => challengeOf(user.username)))
      const code = kind === 'code' ? factor.code() : (factor.recoveryCodes[0] ?? '')
      const replies = await Promise.all(challenges.map((challenge) => enter(challenge, code)))
      expect(statuses(replies)).toEqual([200, ...Array(19).fill(400)])
    })

    it('one challenge opens one session, with any codes', async () => {
      const { user, factor } = await withFactor()
      const challenge = await challengeOf(user.username)
      const replies = await Promise.all(twenty((i) => enter(challenge, factor.recoveryCodes[i % 10] ?? '')))
      expect(statuses(replies).filter((status) => status === 200)).toHaveLength(1)
      // A code that opened no session stays valid.
      const [{ codes_left: left }] = [await stateOf(user.id)]
      expect(left).toBe(9)
    })

    const stateOf = async (userId: number) => {
      const row = await shop.shop.db
        .selectFrom('recovery_codes')
        .select((each) => each.fn.countAll<number>().as('codes_left'))
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { codes_left: row.codes_left }
    }
  })

  describe('removing it', () => {
    const change = (path: string, body: object, headers: Record<string, string>) =>
      shop.anonymous.post(path, body, headers)

    it.each(['/auth/totp/remove/', '/auth/recovery-codes/'])('%s needs password and code', async (path) => {
      const { factor, headers } = await withFactor()
      const code = factor.code()
      expect((await change(path, { password: 'otra-clave-1', code }, headers)).body.code).toBe(
        'WRONG_PASSWORD',
      )
      expect((await change(path, { password: PASSWORD, code: '000000' }, headers)).body).toMatchObject(WRONG)
      expect((await change(path, { password: PASSWORD, code }, headers)).status).toBeLessThan(300)
    })

    it('leaves the password alone, and mails the owner', async () => {
      const { user, factor, headers } = await withFactor()
      await change('/auth/totp/remove/', { password: PASSWORD, code: factor.recoveryCodes[3] }, headers)
      expect((await accounts.login(user.username)).status).toBe(200)
      expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe(
        'Se quitó la verificación en dos pasos',
      )
      const again = await change('/auth/totp/remove/', { password: PASSWORD, code: '123456' }, headers)
      expect(again.body.code).toBe('CONFLICT')
    })

    it('replaces the old codes', async () => {
      const { user, factor, headers } = await withFactor()
      const body = { password: PASSWORD, code: factor.code() }
      const { codes } = (await change('/auth/recovery-codes/', body, headers)).body
      const old = await enter(await challengeOf(user.username), factor.recoveryCodes[0] ?? '')
      expect(old.status).toBe(400)
      expect((await enter(await challengeOf(user.username), codes[0])).status).toBe(200)
    })

    it('is done by the operator for lost phones and codes', async () => {
      const { user, headers } = await withFactor()
      expect(await resetSecondFactor(shop.shop, user.email)).toBe(user.username)
      expect((await shop.anonymous.get('/auth/profile/', headers)).status).toBe(401)
      expect((await accounts.login(user.username)).status).toBe(200)
      await expect(resetSecondFactor(shop.shop, user.username)).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(resetSecondFactor(shop.shop, 'nadie')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('DELETE /auth/users/{id}/second-factor/', () => {
    const remove = (id: number, headers: { authorization: string }) =>
      shop.anonymous.delete(`/auth/users/${id}/second-factor/`, headers)

    it('is done by an owner for somebody else, mailed and logged', async () => {
      const owner = await accounts.hasAccount(STAFF)
      const by = bearer((await accounts.login(owner.username)).body.access)
      const { user, headers } = await withFactor()
      expect((await remove(user.id, by)).status).toBe(204)
      expect((await shop.anonymous.get('/auth/profile/', headers)).status).toBe(401)
      expect((await accounts.login(user.username)).status).toBe(200)
      expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe(
        'Se quitó la verificación en dos pasos',
      )
      expect((await activityOnUser(shop.shop.db, user.id)).at(-1)).toMatchObject({
        user_id: owner.id,
        description: `Verificación en dos pasos de la cuenta #${user.id} quitada`,
      })
      expect((await remove(user.id, by)).body.code).toBe('CONFLICT')
      expect((await remove(999_999, by)).status).toBe(404)
    })

    it('is refused for oneself, to others of the staff, and without a proof', async () => {
      const { user, headers } = await withFactor()
      expect((await remove(user.id, headers)).body.code).toBe('FORBIDDEN')
      const owner = await accounts.hasAccount(STAFF)
      const by = bearer((await accounts.login(owner.username)).body.access)
      const seller = await accounts.hasAccount({ role: 'sales' })
      const sells = bearer((await accounts.login(seller.username)).body.access)
      expect((await remove(user.id, sells)).status).toBe(403)
      shop.clock.advance(14 * 60_000)
      expect((await remove(user.id, by)).body.code).toBe('PROOF_REQUIRED')
    })
  })

  describe('a shop restored under another SHOP_SECRET', () => {
    it('lets people in by their recovery codes', async () => {
      const { user, factor } = await withFactor()
      const restored = await openShop(engine, { database: shop.database })
      const code = factor.code()
      const { enter, challengeOf } = factorsIn(() => restored)
      expect((await enter(await challengeOf(user.username), code)).status).toBe(400)
      const recovery = factor.recoveryCodes[0] ?? ''
      expect((await enter(await challengeOf(user.username), recovery)).status).toBe(200)
      await restored.app.close()
    })
  })
})
