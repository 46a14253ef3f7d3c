import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accessIn, someone } from '../../../test/support/people/access-requests.ts'
import { accountsIn, otherCode } from '../../../test/support/people/accounts.ts'
import { removeOldRequests } from './access.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(enginesOf(import.meta.filename))('access requests on %s', (engine) => {
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

  const { ask, verify, list, found, decide, codeFor, isWaiting, tokenTo, isInvited, accept, counted } =
    accessIn(() => ({ shop, admin }))
  const subjectsTo = async (email: string) => (await accounts.mailsTo(email)).map(({ subject }) => subject)
  const consentsOf = (id: number) =>
    shop.shop.db
      .selectFrom('consents')
      .select(['kind', 'version'])
      .where('user_id', '=', id)
      .orderBy('kind')
      .execute()
  const deactivate = (id: number) =>
    shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  const statuses = (replies: { status: number }[]) =>
    replies.map(({ status }) => status).toSorted((a, b) => a - b)
  const setMode = (access_mode: string) => admin.put('/settings/', { access_mode })

  it('lead from the request to an open account', async () => {
    const email = someone()
    const answer = await ask(email)
    expect(answer).toMatchObject({ status: 202, body: { message: 'Enviamos un código a ese email.' } })
    expect(await found(email)).toBeUndefined()
    expect((await verify(email, await codeFor(email))).body).toMatchObject({ state: 'waiting' })
    const waiting = await found(email)
    const asked = { first_name: 'Ana', message: 'Cultivo desde 2019' }
    expect(waiting).toMatchObject({ ...asked, status: 'waiting', user_id: null })

    const approved = { status: 'approved', decided_by: admin.user?.username, note: '¡Hola!' }
    expect((await decide(waiting, 'approve', '¡Hola!')).body).toMatchObject(approved)
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
    expect(await consentsOf(opened.body.user.id)).toEqual([{ kind: 'adult', version: null }])
    expect((await accounts.profile(opened.body.access)).body.phone).toBe('')
    const log = (await admin.get('/activity-logs/')).text
    expect(log).toContain(`Pedido de acceso #${waiting.id} aprobado`)
    expect(log).not.toContain(email)
  })

  it('are found by name, address and phone, with the count of each state', async () => {
    const [email, other] = [someone(), someone()]
    const person = { first_name: 'Íñigo', last_name: 'Quispe', phone: '0351 15 555-7788' }
    await ask(email, person)
    await verify(email, await codeFor(email))
    await ask(other, { ...person, phone: '+54 9 11 2345-6789' })
    await verify(other, await codeFor(other))
    await decide(await found(other), 'reject')
    const search = async (words: string, status = 'waiting') => {
      const query = `status=${status}&search=${encodeURIComponent(words)}`
      const { body } = await admin.get(`/auth/access-requests/?${query}`)
      return [body.results.map((one: { email: string }) => one.email), body.count, body.counts]
    }
    const both = { waiting: 1, approved: 0, rejected: 1, expired: 0 }
    const one = { ...both, rejected: 0 }
    expect(await search('quispe inigo')).toEqual([[email], 1, both])
    expect(await search('QUISPE', 'rejected')).toEqual([[other], 1, both])
    for (const words of [email, '351 555-7788', '0351 15-555-7788', '+54 9 351 5557788', '555 7788'])
      expect(await search(words), words).toEqual([[email], 1, one])
    expect(await search('2345 6789', 'rejected')).toEqual([[other], 1, { ...both, waiting: 0 }])
    expect(await search('555 77')).toEqual([[], 0, { ...one, waiting: 0 }])
    expect((await search('%'))[1]).toBe(0)
  })

  it('carry the phone to the account, and the declared age', async () => {
    const email = someone()
    await ask(email, { phone: '+54 9 351 555-4488' })
    await verify(email, await codeFor(email))
    await decide(await found(email))
    const token = await tokenTo(email)
    const { body: read } = await shop.anonymous.post('/auth/invitations/read/', { token })
    expect(read.adult_declared).toBe(true)
    const { body } = await accept(token, undefined, { adult: undefined })
    expect((await accounts.profile(body.access)).body.phone).toBe('3515554488')
    expect(await consentsOf(body.user.id)).toEqual([{ kind: 'adult', version: null }])
  })

  it('require consent to the published pages and store their versions', async () => {
    const publish = async (slug: string, is_published: boolean) => {
      const { results } = (await admin.get('/pages/written/')).body
      const { version } = results.find((page: { slug: string }) => page.slug === slug)
      const text = { title: 'Privacidad', body: 'x', is_published, is_accepted: true, version }
      expect((await admin.put(`/pages/${slug}/`, text)).status).toBe(200)
    }
    const { token } = await isInvited()
    await publish('privacidad', true)
    const required = { terms: ['Hay que aceptar la política de privacidad'] }
    expect((await ask(someone(), { terms: undefined })).body.errors).toEqual(required)
    expect((await accept(token, undefined, { terms: false })).body.errors).toEqual(required)
    const { id } = (await accept(token)).body.user
    expect(await consentsOf(id)).toEqual([
      { kind: 'adult', version: null },
      { kind: 'privacy', version: 1 },
    ])
    await publish('terminos', true)
    expect((await ask(someone(), { terms: false })).body.errors).toEqual({
      terms: ['Hay que aceptar los términos'],
    })
    for (const slug of ['privacidad', 'terminos']) await publish(slug, false)
    expect((await ask(someone(), { terms: false })).status).toBe(202)
  })

  it('answer alike for free, waiting and taken addresses; only the mails differ', async () => {
    const waiting = someone()
    await isWaiting(waiting)
    const taken = await accounts.hasAccount()
    const inactive = await accounts.hasAccount()
    await deactivate(inactive.id)
    const free = someone()
    const replies = []
    for (const email of [free, waiting, taken.email, taken.email.toUpperCase(), inactive.email])
      replies.push(await ask(email))
    for (const { status, text } of replies) expect([status, text]).toEqual([202, replies[0]?.text])
    await codeFor(free)
    await expect.poll(() => subjectsTo(waiting)).toContain('Tu pedido de acceso está en revisión')
    const exists = 'Ya hay una cuenta con este email'
    await expect.poll(() => subjectsTo(taken.email)).toEqual([exists, exists])
    expect(await subjectsTo(inactive.email)).toEqual([])
    const wrong = []
    for (const email of [someone(), waiting, taken.email]) wrong.push(await verify(email, '123456'))
    for (const { status, body } of wrong)
      expect([status, body.code, body.error]).toEqual([400, 'WRONG_CODE', wrong[0]?.body.error])
  })

  it.each([
    [{ adult: false }, 'adult', 'Hay que declarar la mayoría de edad'],
    [{ adult: undefined }, 'adult', 'Hay que declarar la mayoría de edad'],
    [{ terms: 'no' }, 'terms', 'verdadero o falso'],
    [{ email: 'x' }, 'email', 'Ingrese un email válido'],
    [{ first_name: ' ' }, 'first_name', 'El nombre es requerido'],
    [{ last_name: 'a\u202Eb' }, 'last_name', 'invisibles'],
    [{ message: 'x'.repeat(501) }, 'message', '500'],
    [{ message: 7 }, 'message', 'texto'],
    [{ phone: '15 5555-4444' }, 'phone', 'Falta el código de área'],
    [{ phone: '0000000000' }, 'phone', 'Ingresa un teléfono válido'],
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
    expect(statuses(both)).toEqual([200, 400])

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
    expect(statuses(both)).toEqual([200, 409])
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
    expect((await verify(email, await codeFor(email, 2))).body).toMatchObject({ state: 'waiting' })
  })

  it('of an address that has an account by now send no invitation', async () => {
    const email = someone()
    const waiting = await isWaiting(email)
    const account = await accounts.hasAccount({ email })
    expect((await decide(waiting)).body).toMatchObject({ status: 'approved', user_id: account.id })
    expect((await subjectsTo(email)).at(-1)).toBe('Ya hay una cuenta con este email')
    expect(await tokenTo(email)).toBe('')
  })

  it('of such an address keep the note; a deactivated account gets no mail', async () => {
    const [kept, off] = [someone(), someone()]
    const [first, second] = [await isWaiting(kept), await isWaiting(off)]
    await accounts.hasAccount({ email: kept })
    const { id } = await accounts.hasAccount({ email: off })
    await deactivate(id)
    await decide(first, 'reject', 'Escribinos por WhatsApp')
    expect((await accounts.mailsTo(kept)).at(-1)?.body_text).toContain('Escribinos por WhatsApp')
    const before = await subjectsTo(off)
    expect((await decide(second)).body).toMatchObject({ status: 'approved', user_id: id })
    expect(await subjectsTo(off)).toEqual(before)
  })

  it('are mailed to the shop, with the person as reply address', async () => {
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

  it('expire after 30 days, and are erased 90 days later unless they led to an account', async () => {
    const [waits, never, refused, customer] = [someone(), someone(), someone(), someone()]
    await isWaiting(waits)
    await ask(never)
    await codeFor(never)
    await decide(await isWaiting(refused), 'reject')
    await accept((await isInvited(customer)).token)
    const kept = async () => {
      const requests = shop.shop.db.selectFrom('access_requests').select(['email', 'status']).orderBy('id')
      const rows = await requests.where('email', 'in', [waits, never, refused, customer]).execute()
      return rows.map(({ email, status }) => [email, status])
    }
    const at = new Date()
    shop.clock.set(new Date(at.getTime() + 31 * DAY))
    await removeOldRequests(shop.shop)
    const { id, decided_at } = await found(waits, 'expired')
    expect(decided_at).toBe(shop.clock.now().toISOString())
    const log = (await admin.get(`/activity-logs/?entity=access_request&entity_id=${id}`)).text
    expect(log).toMatch(new RegExp(`#${id} vencido.*#${id} recibido`))
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
})
