import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accessIn, SPENT_LINK, someone } from '../../../test/support/people/access-requests.ts'
import { accountsIn, bearer } from '../../../test/support/people/accounts.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(enginesOf(import.meta.filename))('invitations on %s', (engine) => {
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

  const { found, isWaiting, isInvited, accept, counted } = accessIn(() => ({ shop, admin }))

  it('open one account under concurrent requests', async () => {
    const { token } = await isInvited()
    const users = await counted('users')
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await counted('users')).toBe(users + 1)
    expect((await accept(token)).body).toMatchObject({ code: 'CONFLICT', error: SPENT_LINK })
    expect((await shop.anonymous.post('/auth/invitations/read/', { token })).body.error).toBe(SPENT_LINK)
  })

  it('still work after a taken name, a weak password and a missing consent', async () => {
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
    expect(
      (await accept(token, undefined, { first_name: '\u200b', last_name: '\u2800' })).body.errors,
    ).toEqual({
      first_name: ['El nombre es requerido'],
      last_name: ['El apellido es requerido'],
    })
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
    expect((await accept((await isInvited()).token, 'ana_paz')).status).toBe(200)
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
    expect((await accept(token)).body.error).toBe(SPENT_LINK)
    shop.clock.advance(-7 * DAY)
    expect((await accept(token)).status).toBe(200)
  })

  it('are mailed if that is asked for, once under the same key', async () => {
    const email = someone()
    const body = { email, mail: true }
    const key = { 'idempotency-key': 'por-mail' }
    const made = await admin.post('/auth/invitations/', body, key)
    expect((await admin.post('/auth/invitations/', body, key)).text).toBe(made.text)
    expect((await admin.post('/auth/invitations/', { email }, key)).status).toBe(422)
    const mails = await accounts.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Tenés una invitación'])
    expect(mails[0]?.body_text).toContain(made.body.address)
    expect(mails[0]?.body_text.split('\n')[0]).not.toContain('#t=')
    expect((await accept(made.body.address.split('#t=')[1])).status).toBe(200)
    const taken = await admin.post('/auth/invitations/', body)
    expect([taken.status, (await accounts.mailsTo(email)).length]).toEqual([409, 1])
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

  it('show for thirty days who came, to who asks for the recent ones, and are found by their name', async () => {
    const email = someone()
    const made = await admin.post('/auth/invitations/', { email, label: 'Puesto de la feria' })
    const recent = async (more = '') =>
      (await admin.get(`/auth/invitations/?state=recent&page_size=100${more}`)).body.results.filter(
        (one: { id: number }) => one.id === made.body.id,
      )
    expect(await recent()).toMatchObject([{ used_at: null, account: null }])
    const names = { first_name: 'Irupé', last_name: 'Sosa' }
    const opened = await accept(made.body.address.split('#t=')[1], undefined, names)
    const used_at = shop.clock.now().toISOString()
    const { id, username } = opened.body.user
    expect(await recent()).toMatchObject([{ email, used_at, account: { id, username, ...names } }])
    const open = (await admin.get('/auth/invitations/?page_size=100')).body
    expect(open.results.every((one: { used_at: string | null }) => one.used_at === null)).toBe(true)
    for (const words of ['sosa irupe', 'FERIA', email, username])
      expect(await recent(`&search=${encodeURIComponent(words)}`), words).toHaveLength(1)
    const other = await admin.get('/auth/invitations/?state=recent&search=nadie%20asi')
    expect([other.body.count, other.body.results]).toEqual([0, []])
    shop.clock.advance(30 * DAY)
    expect(await recent()).toHaveLength(1)
    shop.clock.advance(1)
    expect(await recent()).toEqual([])
    shop.clock.advance(-30 * DAY - 1)
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

  it('replace an earlier one, and can be revoked until they are used', async () => {
    const email = someone()
    const first = await admin.post('/auth/invitations/', { email })
    const second = await admin.post('/auth/invitations/', { email })
    const tokenOf = (made: { body: { address: string } }) => made.body.address.split('#t=')[1] ?? ''
    expect((await accept(tokenOf(first))).status).toBe(409)
    expect((await admin.delete(`/auth/invitations/${second.body.id}/`)).status).toBe(204)
    expect((await admin.delete(`/auth/invitations/${second.body.id}/`)).status).toBe(204)
    expect((await accept(tokenOf(second))).body.error).toBe(SPENT_LINK)
    const third = await admin.post('/auth/invitations/', { email })
    expect((await accept(tokenOf(third))).status).toBe(200)
    expect((await admin.delete(`/auth/invitations/${third.body.id}/`)).body.code).toBe('CONFLICT')
    expect((await admin.delete('/auth/invitations/999999/')).status).toBe(404)
  })

  it('need the declared age without a request', async () => {
    const { body } = await admin.post('/auth/invitations/', { email: someone() })
    const token = body.address.split('#t=')[1]
    const read = await shop.anonymous.post('/auth/invitations/read/', { token })
    expect(read.body.adult_declared).toBe(false)
    const refused = await accept(token, undefined, { adult: undefined })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { adult: ['Hay que declarar la mayoría de edad'] },
    ])
    expect((await accept(token)).status).toBe(200)
  })

  it('close a waiting request of the same address', async () => {
    const email = someone()
    const { id } = await isWaiting(email)
    const { body } = await admin.post('/auth/invitations/', { email })
    const opened = await accept(body.address.split('#t=')[1])
    expect(await found(email, 'approved')).toMatchObject({ id, user_id: opened.body.user.id })
  })

  it('of a request proved the address when they were sent, also before migration 0099', async () => {
    const requested = await isInvited()
    const { body } = await admin.post('/auth/invitations/', { email: someone() })
    shop.clock.advance(DAY)
    const ids = []
    for (const token of [requested.token, body.address.split('#t=')[1]])
      ids.push((await accept(token)).body.user.id)
    const { db } = shop.shop
    await sql`update users set email_verified_at = created_at where id = any (${ids})`.execute(db)
    await sql.raw(await readFile('db/migrations/0099_proved_by_request.sql', 'utf8')).execute(db)
    const { rows } = await sql<{ days: number }>`
      select extract(day from created_at - email_verified_at)::int as days from users
      where id = any (${ids}) order by id`.execute(db)
    expect(rows).toEqual([{ days: 1 }, { days: 0 }])
  })

  it('are deleted with the account, as are requests and consents', async () => {
    const { email, token } = await isInvited()
    const { id } = (await accept(token)).body.user
    const owner = await shop.signIn({ admin: true })
    expect((await owner.delete(`/auth/users/${id}/`)).status).toBe(204)
    for (const table of ['access_requests', 'invitations'] as const)
      expect(await shop.shop.db.selectFrom(table).select('id').where('email', '=', email).execute()).toEqual(
        [],
      )
    expect(
      await shop.shop.db.selectFrom('consents').select('id').where('user_id', '=', id).execute(),
    ).toEqual([])
  })

  it('are limited to owners and sales, as are requests', async () => {
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
