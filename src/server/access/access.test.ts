import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn, bearer, otherCode, PASSWORD } from '../../../test/support/people/accounts.ts'
import { removeOldRequests } from './access.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const USED = 'El enlace ya se usó o venció. Podés pedir otro.'

let made = 0
const someone = () => `pide_${(made += 1)}@correo.example`

describe.each(engines)('access requests on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let accounts: ReturnType<typeof accountsIn>

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(new Date())
    admin = await shop.signIn({ admin: true })
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  const asked = (email: string) => ({
    email,
    first_name: 'Ana',
    last_name: 'Paz',
    message: 'Cultivo desde 2019',
    adult: true,
    terms: true,
  })
  const ask = (email: string, more = {}) =>
    shop.anonymous.post('/auth/access-requests/', { ...asked(email), ...more })
  const verify = (email: string, code: string) =>
    shop.anonymous.post('/auth/access-requests/verify/', { email, code })
  const list = async (status = 'waiting') =>
    (await admin.get(`/auth/access-requests/?status=${status}&page_size=100`)).body
  const found = async (email: string, status = 'waiting') =>
    (await list(status)).results.find((one: { email: string }) => one.email === email)
  const decide = (one: { id: number; version: number }, decision = 'approve', note = '') =>
    admin.post(`/auth/access-requests/${one.id}/decision/`, { decision, note, version: one.version })
  const subjectsTo = async (email: string) => (await accounts.mailsTo(email)).map(({ subject }) => subject)
  /** The answer does not wait for its mail. */
  const codeFor = async (email: string, number = 1) => {
    const codes = async () =>
      (await accounts.mailsTo(email)).filter(({ subject }) => subject.startsWith('Código'))
    await expect.poll(async () => (await codes()).length).toBe(number)
    return accounts.codeSentTo(email)
  }
  const isWaiting = async (email: string) => {
    await ask(email)
    expect((await verify(email, await codeFor(email))).body).toEqual({ state: 'waiting' })
    return found(email)
  }
  const tokenTo = async (email: string) =>
    (await accounts.mailsTo(email))
      .flatMap(({ body_text }) => body_text.match(/(?<=\/invitacion#t=)[\w-]+/) ?? [])
      .at(-1) ?? ''
  const isInvited = async (email = someone()) => {
    expect((await decide(await isWaiting(email))).status).toBe(200)
    return { email, token: await tokenTo(email) }
  }
  const accept = (token: string, username = `nueva_${(made += 1)}`, more = {}) =>
    shop.anonymous.post('/auth/invitations/accept/', {
      token,
      username,
      password: PASSWORD,
      password2: PASSWORD,
      adult: true,
      terms: true,
      ...more,
    })
  const setMode = (access_mode: string) => admin.put('/settings/', { access_mode })
  const counted = async (table: 'users' | 'access_requests' | 'invitations' | 'consents') => {
    const { count } = await shop.shop.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  it('lead from the request to an open account', async () => {
    const email = someone()
    const answer = await ask(email)
    expect(answer).toMatchObject({ status: 202, body: { message: 'Enviamos un código a ese email.' } })
    expect(await found(email)).toBeUndefined()
    expect((await verify(email, await codeFor(email))).body).toEqual({ state: 'waiting' })
    const waiting = await found(email)
    expect(waiting).toMatchObject({
      first_name: 'Ana',
      message: 'Cultivo desde 2019',
      status: 'waiting',
      user_id: null,
    })

    const approved = await decide(waiting, 'approve', '¡Hola!')
    expect(approved.body).toMatchObject({
      status: 'approved',
      decided_by: admin.user?.username,
      note: '¡Hola!',
    })
    expect((await subjectsTo(email)).at(-1)).toBe('Tu acceso está aprobado')
    const token = await tokenTo(email)
    const read = await shop.anonymous.post('/auth/invitations/read/', { token })
    expect(read).toMatchObject({
      status: 200,
      body: { email: 'p…@correo.example', username: 'ana_paz', first_name: 'Ana', last_name: 'Paz' },
    })

    const opened = await accept(token, 'ana_paz')
    expect(opened).toMatchObject({
      status: 200,
      body: {
        user: { email, username: 'ana_paz', first_name: 'Ana', email_verified: true },
        is_staff: false,
      },
    })
    expect((await accounts.profile(opened.body.access)).body.email).toBe(email)
    expect((await accounts.login('ana_paz')).status).toBe(200)
    expect((await found(email, 'approved')).user_id).toBe(opened.body.user.id)
    const consents = await shop.shop.db
      .selectFrom('consents')
      .select('kind')
      .where('user_id', '=', opened.body.user.id)
      .execute()
    expect(consents.map(({ kind }) => kind).toSorted()).toEqual(['adult', 'privacy', 'terms'])
    const log = await shop.shop.db
      .selectFrom('activity_log')
      .select('description')
      .where('user_id', '=', admin.user?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(log.map(({ description }) => description)).toContain(`Pedido de acceso #${waiting.id} aprobado`)
    expect(JSON.stringify(log)).not.toContain(email)
  })

  it('answer alike for free, waiting and taken addresses; only the mails differ', async () => {
    const waiting = someone()
    await isWaiting(waiting)
    const taken = await accounts.hasAccount()
    const inactive = await accounts.hasAccount()
    await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', inactive.id).execute()
    const free = someone()
    const replies = []
    for (const email of [free, waiting, taken.email, taken.email.toUpperCase(), inactive.email])
      replies.push(await ask(email))
    for (const { status, text } of replies) expect([status, text]).toEqual([202, replies[0]?.text])
    await codeFor(free)
    await expect.poll(() => subjectsTo(waiting)).toContain('Tu pedido de acceso está en revisión')
    await expect
      .poll(() => subjectsTo(taken.email))
      .toEqual(Array(2).fill('Ya hay una cuenta con este email'))
    expect(await subjectsTo(inactive.email)).toEqual([])
    const wrong = [
      await verify(someone(), '123456'),
      await verify(waiting, '123456'),
      await verify(taken.email, '123456'),
    ]
    for (const { status, body } of wrong)
      expect([status, body.code, body.error]).toEqual([400, 'WRONG_CODE', wrong[0]?.body.error])
  })

  it.each([
    [{ adult: false }, 'adult', 'Hay que declarar la mayoría de edad'],
    [{ adult: undefined }, 'adult', 'Hay que declarar la mayoría de edad'],
    [{ terms: false }, 'terms', 'Hay que aceptar los términos'],
    [{ email: 'x' }, 'email', 'Ingrese un email válido'],
    [{ first_name: ' ' }, 'first_name', 'El nombre es requerido'],
    [{ last_name: 'a\u202Eb' }, 'last_name', 'invisibles'],
    [{ message: 'x'.repeat(501) }, 'message', '500'],
    [{ message: 7 }, 'message', 'texto'],
  ])('refuse %j', async (more, field, text) => {
    const reply = await ask(someone(), more)
    expect(reply.status).toBe(400)
    expect(reply.body.errors[field][0]).toContain(text)
  })

  it('store nothing of a bot that fills the honeypot', async () => {
    const before = await counted('access_requests')
    const email = someone()
    expect(await ask(email, { website: 'http://spam.example' })).toMatchObject({
      status: 202,
      body: { message: 'Enviamos un código a ese email.' },
    })
    await ask(someone()).then(() => expect.poll(() => counted('access_requests')).toBe(before + 1))
    expect(await subjectsTo(email)).toEqual([])
  })

  it('take five tries of a code, ten minutes, once, and only from its own address', async () => {
    const [one, other] = [someone(), someone()]
    await ask(one)
    await ask(other)
    const code = await codeFor(one)
    expect((await verify(other, code)).body.code).toBe('WRONG_CODE')
    for (let i = 0; i < 4; i += 1) expect((await verify(one, otherCode(code))).body.code).toBe('WRONG_CODE')
    const both = await Promise.all([verify(one, code), verify(one, code)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])

    for (let i = 0; i < 5; i += 1) await verify(other, otherCode(await codeFor(other)))
    expect((await verify(other, await codeFor(other))).body.code).toBe('WRONG_CODE')
    const late = someone()
    await ask(late)
    const old = await codeFor(late)
    shop.clock.advance(10 * MINUTE)
    expect((await verify(late, old)).body.code).toBe('WRONG_CODE')
    await ask(late)
    expect((await verify(late, await codeFor(late, 2))).status).toBe(200)
  })

  it('are decided once, on the version that the admin saw', async () => {
    const seen = await isWaiting(someone())
    const both = await Promise.all([decide(seen), decide(seen, 'reject')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('STALE')
    const now = { ...seen, version: both.find(({ status }) => status === 200)?.body.version }
    expect((await decide(now)).body).toMatchObject({ code: 'CONFLICT' })
    expect((await decide({ id: 999_999, version: 1 })).status).toBe(404)
  })

  it('are not decided before their address is confirmed', async () => {
    const email = someone()
    await ask(email)
    await codeFor(email)
    const { id, version } = await shop.shop.db
      .selectFrom('access_requests')
      .select(['id', 'version'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect((await decide({ id, version })).status).toBe(404)
  })

  it('are rejected with a note, which is in the mail', async () => {
    const email = someone()
    expect((await decide(await isWaiting(email), 'reject', 'Solo vendemos en Córdoba')).body.status).toBe(
      'rejected',
    )
    const mail = (await accounts.mailsTo(email)).at(-1)
    expect(mail?.subject).toBe('Tu pedido de acceso')
    expect(mail?.body_text).toContain('Solo vendemos en Córdoba')
    await ask(email)
    expect((await verify(email, await codeFor(email, 2))).body).toEqual({ state: 'waiting' })
  })

  it('of an address that got an account meanwhile send no invitation', async () => {
    const email = someone()
    const waiting = await isWaiting(email)
    const account = await accounts.hasAccount({ email })
    expect((await decide(waiting)).body).toMatchObject({ status: 'approved', user_id: account.id })
    expect((await subjectsTo(email)).at(-1)).toBe('Ya hay una cuenta con este email')
    expect(await tokenTo(email)).toBe('')
  })

  it('of such an address keep the note, and mail nothing to a deactivated account', async () => {
    const [kept, off] = [someone(), someone()]
    const [first, second] = [await isWaiting(kept), await isWaiting(off)]
    await accounts.hasAccount({ email: kept })
    const { id } = await accounts.hasAccount({ email: off })
    await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    await decide(first, 'reject', 'Escribinos por WhatsApp')
    expect((await accounts.mailsTo(kept)).at(-1)?.body_text).toContain('Escribinos por WhatsApp')
    const before = await subjectsTo(off)
    expect((await decide(second)).body).toMatchObject({ status: 'approved', user_id: id })
    expect(await subjectsTo(off)).toEqual(before)
  })

  it('tell the shop, which answers to the person', async () => {
    await admin.put('/settings/', { orders_email: 'tienda@correo.example' })
    const email = someone()
    await isWaiting(email)
    const mail = await shop.shop.db
      .selectFrom('outbox')
      .select(['subject', 'reply_to', 'body_text'])
      .where('recipient', '=', 'tienda@correo.example')
      .executeTakeFirst()
    expect(mail).toMatchObject({ subject: 'Pedido de acceso nuevo', reply_to: email })
    expect(mail?.body_text).toContain('Cultivo desde 2019')
    await admin.put('/settings/', { orders_email: '' })
  })

  it('are refused while the shop is closed, and need no approval while it is open', async () => {
    await setMode('closed')
    const email = someone()
    expect(await ask(email)).toMatchObject({
      status: 403,
      body: { error: 'La tienda no recibe pedidos de acceso por ahora.' },
    })
    await setMode('open')
    await ask(email)
    const ready = await verify(email, await codeFor(email))
    expect(ready.body).toMatchObject({ state: 'ready', invitation: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await accept(ready.body.invitation)).status).toBe(200)
    await setMode('request')
  })

  it('give no account and no token while they wait', async () => {
    const email = someone()
    const users = await counted('users')
    await isWaiting(email)
    expect(await counted('users')).toBe(users)
    expect((await accounts.login(email)).body.code).toBe('INVALID_CREDENTIALS')
    expect((await shop.anonymous.post('/auth/recover/', { email })).status).toBe(202)
  })

  describe('invitations', () => {
    it('open one account, whatever is sent at once', async () => {
      const { token } = await isInvited()
      const users = await counted('users')
      const replies = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
      expect(await counted('users')).toBe(users + 1)
      expect((await accept(token)).body).toMatchObject({ code: 'CONFLICT', error: USED })
      expect((await shop.anonymous.post('/auth/invitations/read/', { token })).body.error).toBe(USED)
    })

    it('still work after a taken name, a weak password and a missing promise', async () => {
      const { token, email } = await isInvited()
      const { username } = await accounts.hasAccount()
      const taken = await accept(token, username.toUpperCase())
      expect(taken).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE', errors: { username: [expect.any(String)] } },
      })
      expect(
        (await accept(token, undefined, { password: 'password1', password2: 'password1' })).body.errors,
      ).toHaveProperty('password')
      expect((await accept(token, undefined, { password2: 'Otra-clave-9' })).body.errors).toHaveProperty(
        'password2',
      )
      expect((await accept(token, undefined, { adult: false })).body.errors).toHaveProperty('adult')
      expect((await accept(token, undefined, { terms: false })).body.errors).toHaveProperty('terms')
      expect((await accept(token, 'con espacio')).body.errors).toHaveProperty('username')
      expect((await accept(token, 'аdmin')).body.errors).toHaveProperty('username')
      const opened = await accept(token, undefined, {
        is_staff: true,
        is_superuser: true,
        email: 'otra@correo.example',
      })
      expect(opened.body.user).toMatchObject({ email, is_staff: false, is_superuser: false })
    })

    it('propose a name that is free', async () => {
      const { token } = await isInvited()
      const { body } = await shop.anonymous.post('/auth/invitations/read/', { token })
      expect(body.username).toBe('ana_paz2')
    })

    it('are created by an admin for an address, shown once, and last seven days', async () => {
      const email = someone()
      const made = await admin.post('/auth/invitations/', {
        email: email.toUpperCase(),
        label: 'Juan de la feria',
      })
      expect(made.status).toBe(201)
      const token = made.body.address.split('/invitacion#t=')[1]
      expect(await accounts.mailsTo(email)).toEqual([])
      const { results } = (await admin.get('/auth/invitations/?page_size=100')).body
      expect(results[0]).toMatchObject({
        id: made.body.id,
        email,
        label: 'Juan de la feria',
        created_by: admin.user?.username,
      })
      expect(JSON.stringify(results)).not.toContain(token)
      shop.clock.advance(7 * DAY - MINUTE)
      expect((await shop.anonymous.post('/auth/invitations/read/', { token })).body).toMatchObject({
        first_name: '',
        username: email.split('@')[0],
      })
      shop.clock.advance(MINUTE)
      expect((await accept(token)).body.error).toBe(USED)
      shop.clock.advance(-7 * DAY)
      expect((await accept(token)).status).toBe(200)
    })

    it('are returned again under the same key, and not stored', async () => {
      const email = someone()
      const ask = (body: object, key = 'una-vez') =>
        admin.post('/auth/invitations/', body, { 'idempotency-key': key })
      const [first, again] = await Promise.all([ask({ email }), ask({ email })])
      expect([first.status, again.text]).toEqual([201, first.text])
      expect((await ask({ email: someone() })).status).toBe(422)
      const rows = await shop.shop.db.selectFrom('idempotency_keys').select('answer').execute()
      const token = first.body.address.split('#t=')[1]
      expect(JSON.stringify(rows)).not.toContain(token)
      expect((await ask({ email }, 'otra')).body.address).not.toBe(first.body.address)
      expect((await accept(token)).status).toBe(409)
      // The key is forgotten after a day, its invitation is not.
      await sql`update idempotency_keys set created_at = created_at - interval '2 days'`.execute(shop.shop.db)
      expect((await ask({ email })).status).toBe(201)
    })

    it('carry an ETag', async () => {
      const { headers } = await admin.get('/auth/invitations/')
      const again = { 'if-none-match': String(headers['etag']) }
      expect((await admin.get('/auth/invitations/', again)).status).toBe(304)
    })

    it('are refused for the address of an account', async () => {
      const { email } = await accounts.hasAccount()
      expect(await admin.post('/auth/invitations/', { email })).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE', errors: { email: ['Ya existe una cuenta con ese email'] } },
      })
    })

    it('take the place of an earlier one, and can be revoked until they are used', async () => {
      const email = someone()
      const first = await admin.post('/auth/invitations/', { email })
      const second = await admin.post('/auth/invitations/', { email })
      const tokenOf = (made: { body: { address: string } }) => made.body.address.split('#t=')[1] ?? ''
      expect((await accept(tokenOf(first))).status).toBe(409)
      expect((await admin.delete(`/auth/invitations/${second.body.id}/`)).status).toBe(204)
      expect((await admin.delete(`/auth/invitations/${second.body.id}/`)).status).toBe(204)
      expect((await accept(tokenOf(second))).body.error).toBe(USED)
      const third = await admin.post('/auth/invitations/', { email })
      expect((await accept(tokenOf(third))).status).toBe(200)
      expect((await admin.delete(`/auth/invitations/${third.body.id}/`)).body.code).toBe('CONFLICT')
      expect((await admin.delete('/auth/invitations/999999/')).status).toBe(404)
    })

    it('end a request of the same address that still waits', async () => {
      const email = someone()
      const { id } = await isWaiting(email)
      const { body } = await admin.post('/auth/invitations/', { email })
      const opened = await accept(body.address.split('#t=')[1])
      expect(await found(email, 'approved')).toMatchObject({ id, user_id: opened.body.user.id })
    })

    it('go with the account, and so do requests and consents', async () => {
      const { email, token } = await isInvited()
      const { id } = (await accept(token)).body.user
      expect((await admin.delete(`/auth/users/${id}/`)).status).toBe(204)
      for (const table of ['access_requests', 'invitations'] as const)
        expect(
          await shop.shop.db.selectFrom(table).select('id').where('email', '=', email).execute(),
        ).toEqual([])
      expect(
        await shop.shop.db.selectFrom('consents').select('id').where('user_id', '=', id).execute(),
      ).toEqual([])
    })
  })

  it('expire after 30 days, and are erased 90 days later unless an account came of them', async () => {
    const [waits, never, refused, customer] = [someone(), someone(), someone(), someone()]
    await isWaiting(waits)
    await ask(never)
    await codeFor(never)
    await decide(await isWaiting(refused), 'reject')
    await accept((await isInvited(customer)).token)
    const kept = async () => {
      const rows = await shop.shop.db
        .selectFrom('access_requests')
        .select(['email', 'status'])
        .where('email', 'in', [waits, never, refused, customer])
        .orderBy('id')
        .execute()
      return rows.map(({ email, status }) => [email, status])
    }
    const at = new Date()
    shop.clock.set(new Date(at.getTime() + 31 * DAY))
    await removeOldRequests(shop.shop)
    expect((await found(waits, 'expired')).decided_at).toBe(shop.clock.now().toISOString())
    expect(await kept()).toEqual([
      [waits, 'expired'],
      [refused, 'rejected'],
      [customer, 'approved'],
    ])
    expect((await list('expired')).counts.expired).toBeGreaterThan(0)
    shop.clock.set(new Date(at.getTime() + 120 * DAY))
    await removeOldRequests(shop.shop)
    expect(await kept()).toEqual([
      [waits, 'expired'],
      [customer, 'approved'],
    ])
    shop.clock.set(new Date(at.getTime() + 122 * DAY))
    await removeOldRequests(shop.shop)
    expect(await kept()).toEqual([[customer, 'approved']])
    shop.clock.set(at)
  })

  it('are for owners and sales alone', async () => {
    const customer = await shop.signIn()
    expect((await customer.get('/auth/access-requests/')).status).toBe(403)
    for (const [role, status] of [
      ['sales', 200],
      ['stock', 403],
      ['read', 403],
    ] as const) {
      const person = await shop.signIn({ role })
      const waiting = await isWaiting(someone())
      const decision = { decision: 'approve', note: '', version: waiting.version }
      const decided = await person.post(`/auth/access-requests/${waiting.id}/decision/`, decision)
      const invited = await person.post('/auth/invitations/', { email: someone() })
      expect([decided.status, invited.status]).toEqual([status, status === 200 ? 201 : status])
    }
    expect((await shop.anonymous.get('/auth/invitations/')).status).toBe(401)
    expect((await shop.anonymous.get('/auth/access-requests/', bearer('x'))).status).toBe(401)
  })
})

describe.each(engines)('limits of access requests on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1, trustProxy: '1' })
  })
  afterAll(() => shop.close())

  const ask = (email: string, address: string) =>
    shop.anonymous.post(
      '/auth/access-requests/',
      { email, first_name: 'Ana', last_name: 'Paz', adult: true, terms: true },
      { 'x-forwarded-for': address },
    )

  it('are 10 a day for an address, and a filled honeypot uses up nothing of others', async () => {
    const left: number[] = []
    const trapped = {
      email: someone(),
      first_name: 'Ana',
      last_name: 'Paz',
      adult: true,
      terms: true,
      website: 'x',
    }
    const fill = () =>
      shop.anonymous.post('/auth/access-requests/', trapped, { 'x-forwarded-for': '10.7.7.7' })
    for (let hour = 0; hour < 3; hour += 1) {
      for (let i = 0; i < 5; i += 1)
        left.push((await ask(someone(), '10.8.8.8')).status, (await fill()).status)
      shop.clock.advance(61 * 60_000)
    }
    expect(left.filter((_, index) => index % 2 === 0)).toEqual([
      ...Array(10).fill(202),
      ...Array(5).fill(429),
    ])
    expect(left.filter((_, index) => index % 2 === 1)).toEqual([
      ...Array(10).fill(202),
      ...Array(5).fill(429),
    ])
    const { rows } = await sql<{ most: number }>`select max(failures)::int as most from throttles
      where window_started >= ${new Date(shop.clock.now().getTime() - DAY)}`.execute(shop.shop.db)
    // Of all: what the first address asked for.
    expect(rows[0]?.most).toBe(10)
  })

  it('open accounts by twenty tries an hour of one invitation; a name that is taken costs no hashing', async () => {
    const { username } = await accountsIn(shop).hasAccount()
    const admin = await shop.signIn({ admin: true })
    const made = await admin.post('/auth/invitations/', { email: someone() })
    const token = made.body.address.split('#t=')[1]
    const passwords = { password: PASSWORD, password2: PASSWORD }
    const agreed = { first_name: 'Ana', last_name: 'Paz', adult: true, terms: true }
    const accept = (name: string) =>
      shop.anonymous.post('/auth/invitations/accept/', { token, username: name, ...passwords, ...agreed })
    const [taken, alike] = [await accept(username), await accept(username.replace('o', '0'))]
    expect([taken.status, alike.status]).toEqual([409, 409])
    expect(taken.body.errors.username).toEqual(['Ya existe una cuenta con ese nombre de usuario'])
    const statuses = []
    for (let i = 0; i < 19; i += 1) statuses.push((await accept(username)).status)
    expect(statuses).toEqual([...Array(18).fill(409), 429])
    expect((await accept('persona_libre')).status).toBe(429)
    shop.clock.advance(61 * 60_000)
    expect((await accept('persona_libre')).status).toBe(200)
  })

  it('are 3 a day for an e-mail and 5 an hour for an address', async () => {
    const { email: taken } = await accountsIn(shop).hasAccount()
    for (const email of ['libre@correo.example', taken]) {
      const replies = []
      for (let i = 0; i < 4; i += 1) replies.push((await ask(email, `10.0.${i}.${email.length}`)).status)
      expect(replies).toEqual([202, 202, 202, 429])
    }
    const replies = []
    for (let i = 0; i < 6; i += 1) replies.push(await ask(someone(), '10.9.9.9'))
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429])
    expect(replies.at(-1)?.headers).toHaveProperty('retry-after')
  })
})
