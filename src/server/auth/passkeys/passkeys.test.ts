import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { accountsIn, bearer, PASSWORD } from '../../../../test/support/people/accounts.ts'
import { newAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { giveFactor } from '../../../../test/support/people/second-factor.ts'
import { setPassword } from '../auth.ts'

const WRONG = {
  status: 400,
  body: { error: 'No se pudo comprobar la llave. Probá de nuevo o usá la contraseña.' },
}

describe.each(enginesOf(import.meta.filename))('passkeys on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>
  beforeAll(async () => {
    shop = await openShop(engine, { publicUrl: 'https://tienda.example' })
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
    await (await shop.signIn({ admin: true })).put('/settings/', { passkeys: true })
  })
  afterAll(() => shop.close())

  const newKey = () => newAuthenticator('https://tienda.example')
  const asked = async () => (await shop.anonymous.post('/auth/passkeys/sign-in/options/', {})).body.options
  const enter = (answer: object) => shop.anonymous.post('/auth/passkeys/sign-in/', { answer })
  async function signedIn(account = {}) {
    const user = await accounts.hasAccount(account)
    const headers = bearer((await accounts.login(user.username)).body.access)
    const start = async () =>
      (await shop.anonymous.post('/auth/passkeys/options/', { password: PASSWORD }, headers)).body.options
    const add = (answer: object, name = 'Teléfono') =>
      shop.anonymous.post('/auth/passkeys/', { name, answer }, headers)
    return { user, headers, start, add }
  }
  /** An account with a passkey. */
  async function withKey(account = {}) {
    const person = await signedIn(account)
    const key = newKey()
    const reply = await person.add(key.create(await person.start()))
    expect([reply.status, reply.text]).toEqual([201, expect.stringContaining('Teléfono')])
    return { ...person, key, id: reply.body.id as number }
  }

  it('are added with the password, listed, and open a session as a login does', async () => {
    const { user, headers, key, id } = await withKey()
    const { status, body } = await enter(key.get(await asked()))
    expect([status, Object.keys(body).toSorted()]).toEqual([
      200,
      ['access', 'device', 'is_staff', 'refresh', 'user'],
    ])
    expect((await accounts.profile(body.access)).body.id).toBe(user.id)
    const listed = await shop.anonymous.get('/auth/passkeys/', headers)
    expect(listed.body).toEqual([
      { id, name: 'Teléfono', created_at: expect.any(String), last_used_at: shop.clock.now().toISOString() },
    ])
    expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe('Agregaste una llave de acceso')
  })

  it('require user verification, are bound to the host, and name no account', async () => {
    const person = await signedIn()
    const options = await person.start()
    expect(options).toMatchObject({
      rp: { id: 'tienda.example' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(await asked()).toEqual({
      challenge: expect.any(String),
      rpId: 'tienda.example',
      timeout: 60_000,
      userVerification: 'required',
    })
    const wrong = { password: 'otra-clave-1' }
    const refused = await shop.anonymous.post('/auth/passkeys/options/', wrong, person.headers)
    expect(refused.body.code).toBe('WRONG_PASSWORD')
  })

  it('are refused with the same text for every invalid answer', async () => {
    const { key } = await withKey()
    const options = await asked()
    const [other, touched] = [{ origin: 'https://otra.example' }, { verifies: false }]
    const answers = [
      key.get({ ...options, challenge: 'inventado' }),
      key.get(await asked(), other),
      key.get(await asked(), touched),
      key.get({ ...(await asked()), rpId: 'otra.example' }),
      newKey().get(await asked()),
      { ...key.get(await asked()), id: 'eA', rawId: 'eA' },
      { ...newKey().get(await asked()), id: key.get(options).id, rawId: key.get(options).id },
      { id: 'x', response: { clientDataJSON: 'no' } },
      { ...key.get(await asked()), type: 'password' },
      { ...key.get(await asked()), response: { clientDataJSON: key.get(options).response.clientDataJSON } },
    ]
    for (const answer of answers) expect(await enter(answer)).toMatchObject(WRONG)
    expect((await enter({})).status).toBe(400)
    expect((await enter(key.get(await asked()))).status).toBe(200)
  })

  it('accept each challenge once, within five minutes', async () => {
    const { key } = await withKey()
    const answer = key.get(await asked())
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await enter(answer)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(400)])
    const late = await asked()
    shop.clock.advance(5 * 60_000)
    expect(await enter(key.get(late))).toMatchObject(WRONG)
  })

  it('are added only with a challenge issued for the password', async () => {
    const { headers, start, add, key } = await withKey()
    const own = await shop.anonymous.post('/auth/close-account/options/', {}, headers)
    expect(own.status).toBe(200)
    expect(
      await add(newKey().create({ ...(await start()), challenge: own.body.options.challenge })),
    ).toMatchObject(WRONG)
    const closed = await shop.anonymous.post(
      '/auth/close-account/',
      {
        passkey: key.get({ ...own.body.options, challenge: (await start()).challenge }),
        confirm: 'CERRAR',
      },
      headers,
    )
    expect(closed).toMatchObject(WRONG)
  })

  it('of one account are not added with the challenge of another, or of a sign-in', async () => {
    const [ana, bruno] = [await signedIn(), await signedIn()]
    expect(await ana.add(newKey().create(await bruno.start()))).toMatchObject(WRONG)
    expect(await ana.add(newKey().create(await asked()))).toMatchObject(WRONG)
    const { verifies } = { verifies: false }
    expect(await ana.add(newKey().create(await ana.start(), { verifies }))).toMatchObject(WRONG)
    const key = newKey()
    await ana.add(key.create(await ana.start()))
    expect((await bruno.add(key.create(await bruno.start()))).body.code).toBe('DUPLICATE')
  })

  it('do not bypass the second factor', async () => {
    const { user, key } = await withKey({ is_staff: true })
    const factor = await giveFactor(shop.shop, user.id)
    const refused = await enter(key.get(await asked()))
    expect(refused).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } })
    expect(refused.text).not.toMatch(/access|refresh/)
    const { challenge } = refused.body
    const entered = await shop.anonymous.post('/auth/second-factor/', { challenge, code: factor.code() })
    expect(entered.status).toBe(200)
  })

  it('are accepted without attestation or with self attestation', async () => {
    const person = await signedIn()
    const add = async (attests: 'none' | 'packed' | 'fido-u2f') =>
      (await person.add(newKey().create(await person.start(), { attests }))).status
    expect([await add('none'), await add('packed'), await add('fido-u2f')]).toEqual([201, 201, 400])
  })

  it('end with a recovered password or one set by the operator; the owner is mailed', async () => {
    const [ana, bruno, carla] = [await withKey(), await withKey(), await withKey()]
    await shop.anonymous.post('/auth/recover/', { email: ana.user.email })
    const link = async () =>
      /(?<=recuperar#t=)[\w-]+/.exec((await accounts.mailsTo(ana.user.email)).at(-1)?.body_text ?? '')?.[0]
    await expect.poll(link).toBeTruthy()
    const recovered = { token: await link(), new_password: 'Cosecha-2027' }
    expect((await shop.anonymous.post('/auth/recover/finish/', recovered)).status).toBe(200)
    await setPassword(shop.shop, bruno.user.username, 'Cosecha-2027')
    for (const { user, key } of [ana, bruno]) {
      expect(await enter(key.get(await asked()))).toMatchObject(WRONG)
      const [mail] = (await accounts.mailsTo(user.email)).slice(-1)
      expect(mail?.body_text).toContain('También quitamos las llaves de acceso')
    }
    const change = { old_password: PASSWORD, new_password: 'Cosecha-2027' }
    expect((await shop.anonymous.post('/auth/change-password/', change, carla.headers)).status).toBe(200)
    expect((await enter(carla.key.get(await asked()))).status).toBe(200)
  })

  it('of an account are listed and removed by an owner of the shop; the account is mailed', async () => {
    const owner = await shop.signIn({ admin: true })
    const { user, key, id, headers } = await withKey({ is_staff: true })
    const path = `/auth/users/${user.id}/passkeys/`
    expect((await owner.get(path)).body).toMatchObject([{ id, name: 'Teléfono', last_used_at: null }])
    expect((await owner.delete(`${path}${id}/`)).status).toBe(204)
    expect((await owner.delete(`${path}${id}/`)).status).toBe(404)
    expect(await enter(key.get(await asked()))).toMatchObject(WRONG)
    expect((await accounts.mailsTo(user.email)).at(-1)?.subject).toBe('Se quitó una llave de acceso')
    expect(
      (await owner.get(`/activity-logs/?entity=user&entity_id=${user.id}`)).body.results[0],
    ).toMatchObject({
      description: `Llave de acceso de la cuenta #${user.id} quitada`,
      user: owner.user?.username,
    })
    expect((await owner.get('/auth/users/999999/passkeys/')).status).toBe(404)
    expect((await shop.anonymous.get('/auth/passkeys/', headers)).body).toEqual([])
  })

  it('end when they are removed by their owner, and with the account', async () => {
    const [gone, kept] = [await withKey(), await withKey()]
    const remove = (headers: Record<string, string>) =>
      shop.anonymous.delete(`/auth/passkeys/${gone.id}/`, headers)
    expect((await remove(kept.headers)).status).toBe(404)
    expect((await remove(gone.headers)).status).toBe(204)
    expect((await accounts.mailsTo(gone.user.email)).at(-1)?.subject).toBe('Se quitó una llave de acceso')
    expect(await enter(gone.key.get(await asked()))).toMatchObject(WRONG)
    await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', kept.user.id).execute()
    expect(await enter(kept.key.get(await asked()))).toMatchObject(WRONG)
  })

  it('can replace the password when closing the own account, with a challenge of that account', async () => {
    const [ana, bruno] = [await withKey(), await withKey()]
    const startFor = async ({ headers }: typeof ana) =>
      (await shop.anonymous.post('/auth/close-account/options/', {}, headers)).body.options
    const close = (passkey: object | undefined) =>
      shop.anonymous.post('/auth/close-account/', { passkey, confirm: 'CERRAR' }, ana.headers)
    const answers = [
      ana.key.get(await asked()),
      ana.key.get(await startFor(bruno)),
      bruno.key.get(await startFor(ana)),
      ana.key.get(await startFor(ana), { verifies: false }),
    ]
    for (const answer of answers) expect(await close(answer)).toMatchObject(WRONG)
    expect((await close(undefined)).body.errors).toEqual({ password: ['La contraseña es requerida'] })
    expect(await enter(ana.key.get(await startFor(ana)))).toMatchObject(WRONG)
    const answer = ana.key.get(await startFor(ana))
    const statuses = await Promise.all([close(answer), close(answer)])
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(204)
    expect((await shop.anonymous.get('/auth/profile/', ana.headers)).status).toBe(401)
    expect((await shop.anonymous.get('/auth/profile/', bruno.headers)).status).toBe(200)
  })

  it('are ten at most, also under concurrent requests', async () => {
    const person = await signedIn()
    const answers = []
    for (let each = 0; each < 12; each += 1) answers.push(newKey().create(await person.start()))
    const statuses = await Promise.all(answers.map(async (answer) => (await person.add(answer)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(10).fill(201), 409, 409])
    const refused = await shop.anonymous.post(
      '/auth/passkeys/options/',
      { password: PASSWORD },
      person.headers,
    )
    expect(refused.body.code).toBe('LIMIT_REACHED')
  })
})
