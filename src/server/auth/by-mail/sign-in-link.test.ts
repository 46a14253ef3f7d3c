import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { accountsIn, bearer, PASSWORD } from '../../../../test/support/people/accounts.ts'
import { giveFactor } from '../../../../test/support/people/second-factor.ts'

const MINUTE = 60_000
const USED = { status: 409, body: { error: 'El enlace ya se usó o venció. Podés pedir otro.' } }

describe.each(enginesOf(import.meta.filename))('sign-in links on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
    admin = await shop.signIn({ admin: true })
  })
  beforeEach(() => admin.put('/settings/', { sign_in_links: true }))
  afterAll(() => shop.close())

  const ask = (email: string) => shop.anonymous.post('/auth/sign-in-link/', { email })
  const read = (token: string) => shop.anonymous.post('/auth/sign-in-link/read/', { token })
  const use = (token: string) => shop.anonymous.post('/auth/sign-in-link/use/', { token })
  const linksTo = async (email: string) =>
    (await accounts.mailsTo(email)).flatMap(({ body_text }) => body_text.match(/(?<=entrar#t=)[\w-]+/) ?? [])
  const linked = async (account = {}) => {
    const user = await accounts.hasAccount(account)
    await ask(user.email)
    // The answer does not wait for the mail.
    await expect.poll(() => linksTo(user.email)).toHaveLength(1)
    return { user, token: (await linksTo(user.email))[0] ?? '' }
  }

  it('open a session once, as a login does, and confirm the address', async () => {
    const { user, token } = await linked({ email_verified: false })
    const { status, body } = await use(token)
    expect([status, Object.keys(body).toSorted()]).toEqual([
      200,
      ['access', 'device', 'is_staff', 'refresh', 'user'],
    ])
    expect(body.user).toMatchObject({ id: user.id, email_verified: true })
    expect((await accounts.profile(body.access)).body).toMatchObject({ id: user.id, email_verified: true })
    expect(await use(token)).toMatchObject(USED)
  })

  it('show the masked account, and are not used up by reading', async () => {
    const { user, token } = await linked()
    for (let time = 0; time < 20; time += 1)
      expect((await read(token)).body).toEqual({ username: `p…${user.username.slice(-1)}` })
    expect((await use(token)).status).toBe(200)
    expect(await read(token)).toMatchObject(USED)
  })

  it('open one session for twenty concurrent requests', async () => {
    const { token } = await linked()
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await use(token)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)])
  })

  it('are not sent to staff, to a second factor, to a deactivated account; the answer is the same', async () => {
    const staff = await accounts.hasAccount({ is_staff: true })
    const guarded = await accounts.hasAccount()
    await giveFactor(shop.shop, guarded.id)
    const off = await accounts.hasAccount()
    await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', off.id).execute()
    const emails = [staff.email, guarded.email, off.email, 'nadie@correo.example']
    const replies = [await ask((await accounts.hasAccount()).email)]
    for (const email of emails) replies.push(await ask(email))
    for (const { status, text } of replies) expect([status, text]).toEqual([202, replies[0]?.text])
    await linked()
    for (const email of emails) expect(await linksTo(email)).toEqual([])
  })

  it('do not bypass a second factor or a staff role added after the mail', async () => {
    const [guarded, promoted] = [await linked(), await linked()]
    const factor = await giveFactor(shop.shop, guarded.user.id)
    await shop.shop.db
      .updateTable('users')
      .set({ is_staff: true })
      .where('id', '=', promoted.user.id)
      .execute()
    const refused = await use(guarded.token)
    expect(refused).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } })
    expect(refused.text).not.toMatch(/access|refresh/)
    const { challenge } = refused.body
    const entered = await shop.anonymous.post('/auth/second-factor/', { challenge, code: factor.code() })
    expect(entered.status).toBe(200)
    expect(await use(promoted.token)).toMatchObject(USED)
  })

  it('end after 15 minutes, with the password and with the address; not with a newer one', async () => {
    const late = await linked()
    shop.clock.advance(15 * MINUTE)
    expect(await use(late.token)).toMatchObject(USED)

    const replaced = await linked()
    shop.clock.advance(2 * MINUTE)
    await ask(replaced.user.email)
    await expect.poll(() => linksTo(replaced.user.email)).toHaveLength(2)
    expect((await use(replaced.token)).status).toBe(200)

    const changed = await linked()
    const { access } = (await accounts.login(changed.user.username)).body
    const passwords = { old_password: PASSWORD, new_password: 'Siembra-2026' }
    await shop.anonymous.post('/auth/change-password/', passwords, bearer(access))
    expect(await use(changed.token)).toMatchObject(USED)

    const moved = await linked()
    const email = 'otra.casilla@correo.example'
    await shop.shop.db.updateTable('users').set({ email }).where('id', '=', moved.user.id).execute()
    expect(await use(moved.token)).toMatchObject(USED)
  })

  it('are limited alike for every address', async () => {
    const { user } = await linked()
    for (const email of [user.email, 'nadie.aqui@correo.example']) {
      await ask(email)
      expect((await ask(email)).status).toBe(429)
    }
  })

  it('are all invalid while the setting is off', async () => {
    const { token } = await linked()
    await admin.put('/settings/', { sign_in_links: false })
    const off = { status: 403, body: { error: 'La tienda no envía enlaces para entrar.' } }
    expect(await ask('ana@correo.example')).toMatchObject(off)
    expect(await read(token)).toMatchObject(off)
    expect(await use(token)).toMatchObject(off)
  })
})
