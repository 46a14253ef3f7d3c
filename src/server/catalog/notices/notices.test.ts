import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import {
  ALREADY_IN_STOCK,
  MAX_NOTICES,
  NOTICES_FULL,
  NOTICES_OFF,
} from '../../../contract/catalog/notice-rules.ts'
import { inTransaction } from '../../db/transaction.ts'
import { mailRestocked } from '../catalog.ts'

const PATH = '/stock-notices/'

/** A product with one presentation; its id and that of the presentation. */
async function soldOut(shop: TestShop, name: string, more: object = {}) {
  const blisters = [{ seed_count: 5, price: 1_234, stock: 0, discount: 10 }]
  const product = await shop.hasProduct({ name, blisters, ...more })
  return { product: product.id, blister: product.blisters[0]?.id ?? 0 }
}

const adjustBy = (admin: Client) => async (blister_id: number, change: number) => {
  const { status } = await admin.post('/stock/adjustments/', { blister_id, change, reason: 'adjustment' })
  expect(status).toBe(201)
}

const mailsOf = async (shop: TestShop) =>
  (await shop.mails()).filter(({ subject }) => subject.startsWith('Volvió '))

describe.each(enginesOf(import.meta.filename))('restock notices on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let adjust: ReturnType<typeof adjustBy>

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    adjust = adjustBy(admin)
  })
  afterAll(() => shop.close())

  const ask = (person: Client, blister_id: unknown) => person.post(PATH, { blister_id })
  const listed = async (person: Client) =>
    ((await person.get(PATH)).body.results as { blister_id: number }[]).map(({ blister_id }) => blister_id)
  const told = async (name: string) =>
    (await mailsOf(shop)).filter(({ subject }) => subject.includes(name)).map(({ recipient }) => recipient)

  it('are requested once, listed, counted for the shop, and removed', async () => {
    const ana = await shop.signIn()
    const { blister, product } = await soldOut(shop, 'Puna')
    const first = await ask(ana, blister)
    expect([first.status, first.body]).toEqual([
      201,
      {
        blister_id: blister,
        product_id: product,
        name: 'Puna',
        type: 'fem',
        seed_count: 5,
        created_at: expect.any(String),
      },
    ])
    shop.clock.advance(60_000)
    expect((await ask(ana, blister)).body).toEqual(first.body)
    expect(await listed(ana)).toEqual([blister])
    expect(await listed(await shop.signIn())).toEqual([])
    expect((await admin.get(`/stock/${blister}/`)).body.waiting).toBe(1)
    expect((await ana.get('/auth/my-data/')).body.stock_notices).toMatchObject([{ blister_id: blister }])
    expect((await ana.delete(`${PATH}${blister}/`)).status).toBe(204)
    expect((await ana.delete(`${PATH}${blister}/`)).status).toBe(204)
    expect([await listed(ana), (await admin.get(`/stock/${blister}/`)).body.waiting]).toEqual([[], 0])
  })

  it('are for accounts, for shown presentations without stock', async () => {
    const ana = await shop.signIn()
    const { blister } = await soldOut(shop, 'Zamba')
    expect((await ask(shop.anonymous, blister)).status).toBe(401)
    const hidden = await soldOut(shop, 'Oculta', { available: false })
    for (const unknown of [hidden.blister, 999_999]) expect((await ask(ana, unknown)).status).toBe(404)
    for (const wrong of ['x', 1.5, null, undefined, -1]) expect((await ask(ana, wrong)).status).toBe(400)
    await adjust(blister, 1)
    const { status, body } = await ask(ana, blister)
    expect([status, body.code, body.error]).toEqual([409, 'CONFLICT', ALREADY_IN_STOCK])
    await admin.put('/settings/', { restock_notices: false })
    expect((await ask(ana, blister)).body.error).toBe(NOTICES_OFF)
    await admin.put('/settings/', { restock_notices: true })
  })

  it(`are ${MAX_NOTICES} of an account at most`, async () => {
    const ana = await shop.signIn()
    const all = await Promise.all(
      Array.from({ length: MAX_NOTICES + 3 }, (_, i) => soldOut(shop, `Muchas ${i}`)),
    )
    const replies = await Promise.all(all.map(({ blister }) => ask(ana, blister)))
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => [body.code, body.error])).toEqual(
      Array.from({ length: 3 }, () => ['LIMIT_REACHED', NOTICES_FULL]),
    )
    expect(await listed(ana)).toHaveLength(MAX_NOTICES)
    // Those of hidden products are not listed, so they do not count.
    const [gone] = (await ana.get(PATH)).body.results
    await admin.patch(`/products/${gone.product_id}/`, { available: false })
    expect(await listed(ana)).toHaveLength(MAX_NOTICES - 1)
    expect((await ask(ana, (await soldOut(shop, 'Una más')).blister)).status).toBe(201)
  })

  it('are one mail without a price, once there is stock', async () => {
    const [ana, bruno] = [await shop.signIn(), await shop.signIn()]
    const { blister, product } = await soldOut(shop, 'Chacarera')
    await ask(ana, blister)
    await ask(bruno, blister)
    await bruno.delete(`${PATH}${blister}/`)
    await mailRestocked(shop.shop)
    expect(await told('Chacarera')).toEqual([])
    await adjust(blister, 2)
    await mailRestocked(shop.shop)
    expect(await told('Chacarera')).toEqual([ana.user?.email])
    const mail = (await mailsOf(shop)).at(-1)
    expect(mail?.body_text).toContain(`/producto/${product}?blister=${blister}`)
    expect(`${mail?.body_text}${mail?.body_html}`).not.toMatch(/1\.?234|1\.?110|\$/)
    expect(await listed(ana)).toEqual([])
    await adjust(blister, -2)
    await adjust(blister, 2)
    await mailRestocked(shop.shop)
    expect(await told('Chacarera')).toHaveLength(1)
  })

  it('go to two customers for each unit, oldest first, and to the others a day later', async () => {
    const people: Client[] = []
    const { blister } = await soldOut(shop, 'Huella')
    for (let each = 0; each < 5; each += 1) {
      const person = await shop.signIn()
      people.push(person)
      await ask(person, blister)
      shop.clock.advance(1_000)
    }
    const emails = people.map(({ user }) => user?.email ?? '')
    await adjust(blister, 1)
    await mailRestocked(shop.shop)
    expect((await told('Huella')).toSorted()).toEqual(emails.slice(0, 2).toSorted())
    shop.clock.advance(23 * 60 * 60_000)
    await mailRestocked(shop.shop)
    expect(await told('Huella')).toHaveLength(2)
    await adjust(blister, 5)
    shop.clock.advance(60 * 60_000)
    await mailRestocked(shop.shop)
    expect((await told('Huella')).toSorted()).toEqual(emails.toSorted())
    // No notice was left, so the next one does not wait for a day.
    await adjust(blister, -6)
    const late = await shop.signIn()
    await ask(late, blister)
    await adjust(blister, 1)
    await mailRestocked(shop.shop)
    expect(await told('Huella')).toContain(late.user?.email ?? '')
  })

  it('are mailed to more customers than one statement can take', async () => {
    const { blister } = await soldOut(shop, 'Cueca')
    await sql`
      with people as (
        insert into users (username, email, password_hash, first_name, last_name, is_active, created_at)
        select 'many' || i, 'many' || i || '@correo.example', '-', 'Ana', 'Paz', true, ${shop.clock.now()}
        from generate_series(1, 4400) as i returning id
      )
      insert into stock_notices (user_id, blister_id, created_at)
      select id, ${blister}::int, ${shop.clock.now()} from people`.execute(shop.shop.db)
    await adjust(blister, 10_000)
    await mailRestocked(shop.shop)
    expect(await told('Cueca')).toHaveLength(4_400)
  })

  it('continue after the clock is set back', async () => {
    const { blister } = await soldOut(shop, 'Bailecito')
    for (let each = 0; each < 3; each += 1) await ask(await shop.signIn(), blister)
    const now = shop.clock.now()
    shop.clock.advance(100 * 86_400_000)
    await adjust(blister, 1)
    await mailRestocked(shop.shop)
    expect(await told('Bailecito')).toHaveLength(2)
    shop.clock.set(now)
    await mailRestocked(shop.shop)
    expect(await told('Bailecito')).toHaveLength(3)
  })

  it('are deleted with the account and with the presentation', async () => {
    const [ana, bruno] = [await shop.signIn(), await shop.signIn()]
    const { blister, product } = await soldOut(shop, 'Malambo')
    await ask(ana, blister)
    await ask(bruno, blister)
    const owner = await shop.signIn({ admin: true })
    expect((await owner.delete(`/auth/users/${ana.user?.id}/`)).status).toBe(204)
    expect((await admin.get(`/stock/${blister}/`)).body.waiting).toBe(1)
    await admin.delete(`/products/${product}/`)
    await mailRestocked(shop.shop)
    const { rows } = await sql`select from stock_notices where blister_id = ${blister}`.execute(shop.shop.db)
    expect(rows).toEqual([])
    expect(await told('Malambo')).toEqual([])
  })
})

/** PostgreSQL only: the embedded database is one session, without races. */
describe('restock notices mailed by two instances', () => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop('postgres')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  it('are one mail each, and wait while an order holds the lock', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => shop.signIn()))
    const { blister } = await soldOut(shop, 'Vidala')
    const asked = await Promise.all(
      // Two concurrent requests each.
      [...people, ...people].map((person) => person.post(PATH, { blister_id: blister })),
    )
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([201]))
    await adjustBy(admin)(blister, 10)
    await inTransaction(shop.shop.database, async (tx) => {
      await sql`select from blisters where id = ${blister} for no key update`.execute(tx)
      await mailRestocked(shop.shop)
    })
    expect(await mailsOf(shop)).toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => mailRestocked(shop.shop)))
    const recipients = (await mailsOf(shop)).map(({ recipient }) => recipient)
    expect(recipients.toSorted()).toEqual(people.map(({ user }) => user?.email ?? '').toSorted())
  })
})
