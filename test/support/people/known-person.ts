import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Client, TestShop } from '../open-shop.ts'
import { ABOUT, photoNow } from '../sales/claims.ts'
import { onSale, placed } from '../sales/orders.ts'
import { accountsIn, bearer, PASSWORD } from './accounts.ts'

/** Occurs in everything typed about this person, besides her address. */
export const CANARY = 'Quinchamal'
export const PHONE = '1144332211'

/**
 * A person with rows in every table with personal data: as a visitor, with an access request, and with an account.
 * Returns address and account.
 */
export async function fillWithPerson(world: TestShop): Promise<{ email: string; userId: number }> {
  const email = `${CANARY.toLowerCase()}@correo.example`
  const admin = await world.signIn({ admin: true })
  await claims(world, admin, world.anonymous, email)
  await withdraws(admin, world.anonymous, email)
  await isNoted(world, admin, email)
  const { user, token } = await getsAccount(world, admin, email)
  const ana = signedInWith(world, token)
  await sells(world, admin, ana)
  await claims(world, admin, ana, email)
  await withdraws(admin, ana, email)
  await isInvitedAgain(world, admin, email)
  await hasWaysIn(world, ana, user)
  return { email, userId: user.id }
}

function signedInWith({ anonymous }: TestShop, token: string): Client {
  const headers = bearer(token)
  return {
    ...anonymous,
    get: (path) => anonymous.get(path, headers),
    post: (path, body, more) => anonymous.post(path, body, { ...headers, ...more }),
    put: (path, body) => anonymous.put(path, body, headers),
    patch: (path, body) => anonymous.patch(path, body, headers),
    delete: (path) => anonymous.delete(path, headers),
  }
}

/** Requests an account, is approved and opens it. */
async function getsAccount(world: TestShop, admin: Client, email: string) {
  const { codeSentTo, mailsTo } = accountsIn(world)
  const names = { first_name: CANARY, last_name: CANARY }
  const agreed = { adult: true, terms: true }
  const asked = { email: email.toUpperCase(), ...names, phone: PHONE, message: `Soy ${CANARY}`, ...agreed }
  expect((await world.anonymous.post('/auth/access-requests/', asked)).status).toBe(202)
  const code = await vi.waitFor(() => codeSentTo(email), { timeout: 10_000 })
  await world.anonymous.post('/auth/access-requests/verify/', { email, code })
  const [request] = (await admin.get('/auth/access-requests/')).body.results
  const decided = { decision: 'approve', note: `Bienvenida, ${CANARY}`, version: request.version }
  expect((await admin.post(`/auth/access-requests/${request.id}/decision/`, decided)).status).toBe(200)
  const token = /#t=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body_text ?? '')?.[1]
  const chosen = { token, username: CANARY, password: PASSWORD, password2: PASSWORD, ...names, ...agreed }
  const { body, status } = await world.anonymous.post('/auth/invitations/accept/', chosen)
  expect(status).toBe(200)
  return { user: body.user as { id: number }, token: String(body.access) }
}

/** A claim with a photo whose file exists; the shop answers it twice, so that the log has earlier texts. */
async function claims(world: TestShop, admin: Client, by: Client, email: string): Promise<void> {
  const photo1 = await photoNow(world)
  await world.shop.files.write(photo1.replace('/media/', ''), Buffer.from('a photo'))
  const claim = {
    ...ABOUT,
    description: `A ${CANARY} no le germinó ninguna`,
    name: CANARY,
    email: email.toUpperCase(),
    order_number: CANARY,
    product_name: 'Puna Violeta',
    purchase_date: '2026-11-01',
    photo1,
  }
  const { status, body } = await by.post('/warranty-claims/', claim, {
    'idempotency-key': randomBytes(9).toString('hex'),
  })
  expect([status, body.error]).toEqual([201, undefined])
  for (const word of ['Hola', 'Chau']) {
    const text = `${word}, ${CANARY}`
    const texts = { admin_notes: text, admin_response: text, resolution_details: text }
    expect(
      (await admin.patch(`/warranty-claims/${body.id}/`, { status: 'reviewing', ...texts })).status,
    ).toBe(200)
  }
}

async function withdraws(admin: Client, by: Client, email: string): Promise<void> {
  const regret = { name: CANARY, email, order_number: CANARY, phone: PHONE, reason: `Soy ${CANARY}` }
  expect(
    (await by.post('/regret-requests/', regret, { 'idempotency-key': randomBytes(9).toString('hex') }))
      .status,
  ).toBe(201)
  const [{ id }] = (await admin.get('/regret-requests/')).body.results
  for (const word of ['Hola', 'Chau'])
    await admin.patch(`/regret-requests/${id}/`, { status: 'accepted', answer: `${word}, ${CANARY}` })
}

/** Orders entered for a guest: one completed, one pending. */
async function isNoted(world: TestShop, admin: Client, email: string): Promise<void> {
  const { quantity, ...item } = await onSale(world)
  const payment = { amount: 1000, method: 'transfer', paid_on: '2026-01-02', reference: `De ${CANARY}` }
  const order = {
    guest: { name: CANARY, phone: PHONE, email },
    channel: 'phone',
    lines: [{ ...item, quantity }],
    note: `Llamar a ${CANARY}`,
    payment,
  }
  const finished = await admin.post('/orders/manual/', { ...order, handed: 'in_person', complete: true })
  const waiting = await admin.post('/orders/manual/', order)
  expect([finished.status, waiting.status]).toEqual([201, 201])
}

/** An order with all kinds of records. */
async function sells(world: TestShop, admin: Client, ana: Client): Promise<void> {
  const { id } = await placed(ana, await onSale(world))
  await admin.patch(`/orders/${id}/`, { recipient_name: CANARY, customer_phone: PHONE })
  await admin.patch(`/orders/${id}/`, { delivery_type: 'address', shipping_address: `Calle ${CANARY} 123` })
  await admin.post(`/orders/${id}/notes/`, { text: `Para ${CANARY}`, visible: true, send_mail: true })
  const payment = { amount: 10, method: 'cash', paid_on: '2026-01-02', reference: `De ${CANARY}` }
  const { body } = await admin.post(`/orders/${id}/payments/`, payment)
  await admin.post(`/orders/${id}/payments/${body.payments[0].id}/void/`, { reason: `Pagó ${CANARY}` })
  await admin.post(`/orders/${id}/contacts/`, { channel: 'whatsapp' })
  const delivery = { state: 'handed', how: 'shipped', carrier: CANARY, tracking: CANARY, notify: true }
  expect((await admin.put(`/orders/${id}/delivery/`, delivery)).status).toBe(200)
  const { product_id, blister_id } = await onSale(world, 0)
  expect((await ana.post('/stock-notices/', { blister_id })).status).toBe(201)
  expect((await ana.put(`/favorites/${product_id}/`, {})).status).toBe(200)
}

/** An invitation that nobody has used, from before the account. */
async function isInvitedAgain(world: TestShop, admin: Client, email: string): Promise<void> {
  const { id } = (await admin.post('/auth/invitations/', { email: 'otra@correo.example', label: CANARY }))
    .body
  await world.shop.db.updateTable('invitations').set({ email }).where('id', '=', id).execute()
}

async function hasWaysIn(world: TestShop, ana: Client, { id }: { id: number }): Promise<void> {
  const { db } = world.shop
  await ana.put('/auth/profile/', { instagram: CANARY })
  await ana.post('/auth/verify-change/', { new_email: `otra.${CANARY}@correo.example`, password: PASSWORD })
  await world.anonymous.post('/auth/recover/', { email: `${CANARY}@correo.example` })
  const [at, later] = [world.clock.now(), new Date(world.clock.now().getTime() + 60_000)]
  const email = `${CANARY.toLowerCase()}@correo.example`
  const key = { credential_id: CANARY, public_key: randomBytes(9), counter: 0, name: `Llave de ${CANARY}` }
  await db
    .insertInto('passkeys')
    .values({ ...key, user_id: id, created_at: at, last_used_at: null })
    .execute()
  await db
    .insertInto('totp')
    .values({ user_id: id, sealed_key: randomBytes(9), created_at: at, confirmed_at: null })
    .execute()
  await db
    .insertInto('mail_links')
    .values({ user_id: id, purpose: 'sign_in', token_hash: randomBytes(32), email, expires_at: later })
    .execute()
  await vi.waitFor(() => db.selectFrom('mail_links').selectAll().executeTakeFirstOrThrow(), {
    timeout: 10_000,
  })
}
