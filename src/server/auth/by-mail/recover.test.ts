import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { accountsIn, PASSWORD } from '../../../../test/support/people/accounts.ts'

const MINUTE = 60_000
const NEW = 'Cosecha-2027'

describe.each(enginesOf(import.meta.filename))('recovery by mail on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  const ask = (email: string) => shop.anonymous.post('/auth/recover/', { email })
  const finish = (token: string, new_password = NEW) =>
    shop.anonymous.post('/auth/recover/finish/', { token, new_password })
  const linksTo = async (email: string) =>
    (await accounts.mailsTo(email)).flatMap(({ body_text }) => body_text.match(/(?<=#t=)[\w-]+/) ?? [])
  /** The answer does not wait for the mail. */
  const linkTo = (email: string, number = 1) =>
    expect
      .poll(async () => (await linksTo(email)).length)
      .toBe(number)
      .then(async () => (await linksTo(email)).at(-1) ?? '')
  const recovering = async (account = {}) => {
    const user = await accounts.hasAccount(account)
    await ask(user.email)
    return { user, token: await linkTo(user.email) }
  }

  it('sets a new password, ends every session, and tells the owner', async () => {
    const { user, token } = await recovering()
    const { access, refresh } = (await accounts.login(user.username)).body
    const reply = await finish(token)
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Contraseña cambiada. Ya podés iniciar sesión.', username: user.username },
    })
    expect((await accounts.profile(access)).status).toBe(401)
    expect((await accounts.refresh(refresh)).status).toBe(401)
    expect((await accounts.login(user.username)).status).toBe(401)
    expect((await accounts.login(user.username, NEW)).status).toBe(200)
    expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe('La contraseña de la cuenta cambió')
    const [, changed] = await accounts.activityOf(user.id)
    expect(changed).toMatchObject({
      description: 'Contraseña cambiada con un enlace',
      entity_id: user.id,
    })
  })

  it('answers alike for an unknown address and a deactivated account, and mails neither', async () => {
    const inactive = await accounts.hasAccount()
    await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', inactive.id).execute()
    const known = await accounts.hasAccount()
    const replies = [await ask(known.email), await ask(inactive.email), await ask('nadie@correo.example')]
    for (const { status, text } of replies) expect([status, text]).toEqual([202, replies[0]?.text])
    await linkTo(known.email)
    expect(await accounts.mailsTo(inactive.email)).toEqual([])
  })

  it('works once', async () => {
    const { token } = await recovering()
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => (await finish(token, `${NEW}${i}`)).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  })

  it('works for 15 minutes; all links of an account end with the one that is used', async () => {
    const { user, token } = await recovering()
    shop.clock.advance(15 * MINUTE)
    expect((await finish(token)).body).toMatchObject({
      code: 'CONFLICT',
      error: 'El enlace ya se usó o venció. Podés pedir otro.',
    })
    await ask(user.email)
    const second = await linkTo(user.email, 2)
    shop.clock.advance(2 * MINUTE)
    await ask(user.email)
    const third = await linkTo(user.email, 3)
    expect((await finish(second)).status).toBe(200)
    expect((await finish(third)).status).toBe(409)
  })

  it('cannot be blocked by strangers: links stay valid, and quotas are separate', async () => {
    const { user, token } = await recovering()
    const askFrom = async (remoteAddress: string) => {
      const request = { method: 'POST', url: '/api/auth/recover/', remoteAddress } as const
      return (await shop.app.inject({ ...request, payload: { email: user.email } })).statusCode
    }
    for (const stranger of ['198.18.0.1', '198.18.0.2']) {
      const asked: number[] = []
      for (let hour = 0; hour < 12; hour += 1) asked.push(await askFrom(stranger))
      expect(asked).toEqual([202, ...Array(11).fill(429)])
    }
    await linkTo(user.email, 3)
    expect((await finish(token)).status).toBe(200)
    for (let hour = 0; hour < 12; hour += 1) {
      shop.clock.advance(60 * MINUTE)
      await askFrom('198.18.0.1')
    }
    expect(await askFrom('198.18.0.1')).toBe(429)
    expect(await askFrom('198.18.0.3')).toBe(202)
  })

  it('limits the links to a mailbox to fifty a day, over all senders', async () => {
    const { email } = await accounts.hasAccount()
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, host) => {
        const request = {
          method: 'POST',
          url: '/api/auth/recover/',
          remoteAddress: `198.19.0.${host}`,
        } as const
        return (await shop.app.inject({ ...request, payload: { email } })).statusCode
      }),
    )
    expect(statuses.filter((status) => status === 202)).toHaveLength(50)
  })

  it('ends with the password, the address and the account that it was sent for', async () => {
    const { user, token } = await recovering()
    const { access } = (await accounts.login(user.username)).body
    const headers = { authorization: `Bearer ${access}` }
    const change = { old_password: PASSWORD, new_password: 'Siembra-2026' }
    expect((await shop.anonymous.post('/auth/change-password/', change, headers)).status).toBe(200)
    expect((await finish(token)).status).toBe(409)

    const moved = await recovering()
    const set = (row: { email: string } | { is_active: boolean }, id: number) =>
      shop.shop.db.updateTable('users').set(row).where('id', '=', id).execute()
    await set({ email: 'otra@correo.example' }, moved.user.id)
    expect((await finish(moved.token)).status).toBe(409)

    const deactivated = await recovering()
    await set({ is_active: false }, deactivated.user.id)
    expect((await finish(deactivated.token)).status).toBe(409)
  })

  it('verifies the address', async () => {
    const { user, token } = await recovering({ email_verified: false })
    await finish(token)
    expect((await accounts.login(user.username, NEW)).body.user.email_verified).toBe(true)
  })

  it('keeps the link when the new password is refused', async () => {
    const { token } = await recovering()
    expect(await finish(token, 'corta')).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await finish(token, 'password1')).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect((await finish(token)).status).toBe(200)
  })

  it('lets the owner sign in although strangers have used up the tries', async () => {
    const { user, token } = await recovering()
    for (let tries = 0; tries < 12; tries += 1) await accounts.login(user.username, 'Otra-clave-1')
    const { device } = (await finish(token)).body
    expect((await accounts.login(user.username, NEW)).status).toBe(429)
    const credentials = { username_or_email: user.username, password: NEW, device }
    expect((await shop.anonymous.post('/auth/login/', credentials)).status).toBe(200)
  })

  it('sends one link a minute and three an hour for requests from one address', async () => {
    const user = await accounts.hasAccount()
    expect((await ask(user.email)).status).toBe(202)
    expect((await ask(user.email)).status).toBe(429)
    for (let sent = 1; sent < 3; sent += 1) {
      shop.clock.advance(MINUTE)
      expect((await ask(user.email)).status).toBe(202)
    }
    shop.clock.advance(MINUTE)
    expect((await ask(user.email)).status).toBe(429)
  })

  describe('POST /auth/users/{id}/recovery-link/', () => {
    it('mails the link and logs who sent it; a deactivated account gets none', async () => {
      const admin = await shop.signIn({ admin: true })
      const user = await accounts.hasAccount()
      expect((await admin.post(`/auth/users/${user.id}/recovery-link/`)).status).toBe(204)
      expect((await finish(await linkTo(user.email))).status).toBe(200)
      const log = await admin.get(`/activity-logs/?search=Enlace para cambiar la contraseña`)
      expect(log.body.results[0].description).toBe(
        `Enlace para cambiar la contraseña enviado a la cuenta #${user.id}`,
      )
      await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
      expect((await admin.post(`/auth/users/${user.id}/recovery-link/`)).status).toBe(409)
      expect((await admin.post('/auth/users/999999/recovery-link/')).status).toBe(404)
    })
  })
})
