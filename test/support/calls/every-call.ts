import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { hashPassword } from '../../../src/server/auth/auth.ts'
import { requestToken } from '../../../src/server/access/invitations.ts'
import { PASSWORD } from '../people/accounts.ts'
import type { Calls } from './calls.ts'
import { factorCalls } from './factor-calls.ts'
import { giveFactor } from '../people/second-factor.ts'
import { messageCalls } from './message-calls.ts'
import type { Client, TestShop } from '../open-shop.ts'
import { insertPhoto } from '../pictures/photos.ts'
import type { World } from '../people/world.ts'

/** One valid request: everything it names exists and is in the right state. */
export interface RightCall {
  /** Without `/api`, with its query. */
  path: string
  body?: Record<string, unknown> | FormData
}

export type RightCalls = Record<string, (actor: Client) => Promise<RightCall>>

/** A valid request of `call`, made by `actor`. */
export async function rightCall(calls: RightCalls, call: string, actor: Client): Promise<RightCall> {
  const make = calls[call]
  if (!make) throw new Error(`test/support/calls/every-call.ts does not know how to call ${call}`)
  return make(actor)
}

let made = 0
const unique = (word: string) => `${word}${(made += 1)}`

/**
 * How `actor` (undefined: a visitor) makes each documented call, on things of `world.owner`. By method and path of the
 * documentation; a missing call fails the tests that go through all of them.
 */
export function rightCalls(world: World): RightCalls {
  const { shop, owner, admin } = world
  const { db } = shop.shop
  const at = (path: string, body?: RightCall['body']) => async () => ({ path, ...(body && { body }) })
  const must = async (reply: ReturnType<Client['post']>) => {
    const { status, body, text } = await reply
    if (status >= 300) throw new Error(`${status} ${text}`)
    return body
  }

  /** The response does not wait for the mail, so that its time reveals nothing. */
  const sentTo = async (email: string, secret: RegExp) => {
    for (let tries = 0; tries < 100; tries += 1) {
      const mail = (await shop.mails()).findLast(({ recipient }) => recipient === email)
      const found = mail?.body_text.match(secret)?.[0]
      if (found) return found
      await sleep(50)
    }
    throw new Error(`No ${secret} was sent to ${email}`)
  }
  const codeSentTo = (email: string) => sentTo(email, /^\d{6}$/m)
  const product = (stock = 10) =>
    shop.hasProduct({
      name: unique('Puna '),
      blisters: [{ seed_count: 3, price: 18_400, stock, discount: 0 }],
    })
  const line = async (stock?: number) => {
    const { id, blisters } = await product(stock)
    return { product_id: id, blister_id: blisters[0]?.id ?? 0, quantity: 1 }
  }
  /** Enough for all orders. */
  let goods: ReturnType<typeof line>[] | undefined
  const orderBody = async (lines = 1) => {
    goods ??= [line(100_000), line(100_000)]
    return {
      recipient_name: 'Ana Canaria',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: await Promise.all(goods.slice(0, lines)),
    }
  }
  const order = async (buyer = owner) => must(buyer.post('/orders/', await orderBody(2)))
  /** Strangers, admins and visitors use the owner's things; a customer uses their own. */
  const strangers = [shop.anonymous, world.other, admin, ...Object.values(world.staff)]
  const buyerFor = (actor: Client) => (strangers.includes(actor) ? owner : actor)
  const sheet = async () => {
    const { id, blisters } = await product()
    const form = new FormData()
    form.set('file', new Blob([`ID;ID presentación;Precio\n${id};${blisters[0]?.id};20000`]), 'x.csv')
    return form
  }
  const priceChange = (id: number) => ({ rule: { kind: 'percent', percent: 12 }, filter: { ids: [id] } })
  const previewed = async (id: number) => {
    const body = priceChange(id)
    return { ...body, token: (await must(admin.post('/price-runs/preview/', body))).token }
  }
  const tomorrow = () => new Date(shop.clock.now().getTime() + 86_400_000).toISOString()
  /** For marks, each on an order of its own: an account may have 30 of them open. */
  const openOrder = async () => order(await world.person())
  const paymentBody = { amount: 20, method: 'transfer', paid_on: '2026-01-02' }
  /** Only one can be open. */
  const count = async () => {
    const [{ id, state } = { id: 0, state: '' }] = (await must(admin.get('/stock/counts/'))).results
    if (state === 'open') await must(admin.delete(`/stock/counts/${id}/`))
    return must(admin.post('/stock/counts/', {}))
  }
  const noCount = async () => {
    await must(admin.delete(`/stock/counts/${(await count()).id}/`))
    return { path: '/stock/counts/', body: { note: 'Fin de mes' } }
  }
  const lotFacts = () => ({ code: unique('LOTE-'), harvested_on: '2026-01-02', is_public: true })
  /** With units of its product. */
  const lot = async () => {
    const { product_id, blister_id } = await line()
    const made = await must(admin.post('/lots/', { product_id, ...lotFacts() }))
    await must(admin.post(`/lots/${made.id}/units/`, { blister_id, change: 3 }))
    return { ...made, blister_id }
  }
  const lotTest = { tested_on: '2026-01-02', sown: 50, germinated: 46, method: 'Papel' }
  const brand = async () => must(admin.post('/brands/', { name: unique('Criadero ') }))
  const banner = async () => {
    await db.deleteFrom('banners').execute()
    return must(admin.post('/banners/', { image_url: '/media/banner/x/1920.webp', title: unique('Banner ') }))
  }
  const claimBody = async () => ({
    purchase_type: 'without-order',
    name: 'Ana Canaria',
    email: 'canaria@correo.example',
    purchase_date: '2026-01-01',
    germination_date: '2026-01-02',
    product_name: 'Puna Canaria',
    description: 'Canaria',
    photo1: await insertPhoto(db),
  })
  const claim = async () => must(owner.post('/warranty-claims/', await claimBody()))
  const regretBody = { name: 'Ana Canaria', email: 'canaria@correo.example', order_number: '12' }
  const regret = async () => {
    const { code } = await must(owner.post('/regret-requests/', regretBody))
    const { id } = await db
      .selectFrom('regret_requests')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    return id
  }
  const accessBody = () => ({
    email: unique('pide') + '@correo.example',
    first_name: 'Ana',
    last_name: 'Canaria',
    message: 'Canaria',
    adult: true,
    terms: true,
  })
  const waiting = async () => {
    const { adult: _, terms: __, ...asked } = accessBody()
    const now = new Date()
    return db
      .insertInto('access_requests')
      .values({
        ...asked,
        phone: '',
        adult_declared_at: now,
        terms_version: null,
        privacy_version: null,
        code_hmac: Buffer.alloc(32),
        code_expires_at: now,
        status: 'waiting',
        created_at: now,
      })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
  }
  const waitingToken = async (isInvited = false) => {
    const request = await waiting()
    if (isInvited) await must(admin.post('/auth/invitations/', { email: request.email }))
    return requestToken(shop.shop, request)
  }
  const invitation = () => must(admin.post('/auth/invitations/', { email: accessBody().email }))
  const invitationToken = async () => String((await invitation()).address).split('#t=')[1]
  const pageBody = async () => {
    const saved = await db
      .selectFrom('content_pages')
      .select('version')
      .where('slug', '=', 'envios')
      .executeTakeFirst()
    const version = saved?.version ?? 0
    return { title: unique('Envíos '), body: 'x', is_published: true, is_accepted: true, version }
  }
  const page = async () => {
    await must(admin.put('/pages/envios/', await pageBody()))
    return 'envios'
  }
  const givePassword = async ({ user }: Client) => {
    const password_hash = await hashPassword(PASSWORD)
    await db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user?.id ?? 0)
      .execute()
  }
  /** The number of another session of the account. */
  const sessionOf = async (userId: number) => {
    await world.token(userId, { kind: 'access', expires: new Date(Date.now() + 60_000) })
    const { number } = await db
      .selectFrom('sessions')
      .select((row) => row.fn.max('number').as('number'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return number
  }
  const someone = async () => (await world.person()).user?.id ?? 0
  const productBody = () => ({
    name: unique('Estero '),
    type: 'fem',
    blisters: [{ seed_count: 3, price: 100, stock: 5, discount: 10 }],
  })
  const picture = async (field: string, fields: Record<string, string> = {}) => {
    const pixels = { create: { width: 40, height: 30, channels: 3 as const, background: '#274' } }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set(field, new Blob([new Uint8Array(await sharp(pixels).png().toBuffer())]), 'x.png')
    return form
  }
  const idOf = async (thing: Promise<{ id: number }>) => (await thing).id
  const newUser = () => ({
    first_name: 'Ana',
    last_name: 'Paz',
    username: unique('ana_'),
    email: unique('ana') + '@correo.example',
    password: PASSWORD,
    password2: PASSWORD,
  })

  const usersAt = (base: string): Record<string, (actor: Client) => Promise<RightCall>> => ({
    [`GET /api${base}`]: at(`${base}?page=1`),
    [`GET /api${base}{id}/`]: at(`${base}${owner.user?.id}/`),
    [`PATCH /api${base}{id}/`]: async () => ({
      path: `${base}${await someone()}/`,
      body: { is_active: false },
    }),
    [`DELETE /api${base}{id}/`]: async () => ({ path: `${base}${await someone()}/` }),
  })

  return {
    'POST /api/auth/login/': async () => {
      const { user } = await world.person()
      return { path: '/auth/login/', body: { username_or_email: user?.username, password: PASSWORD } }
    },
    'POST /api/auth/token/refresh/': async () => {
      const refresh = await world.token(await someone(), {
        kind: 'refresh',
        expires: new Date(Date.now() + 60_000),
      })
      return { path: '/auth/token/refresh/', body: { refresh } }
    },
    'POST /api/auth/logout/': async () => {
      const refresh = await world.token(await someone(), {
        kind: 'refresh',
        expires: new Date(Date.now() + 60_000),
      })
      return { path: '/auth/logout/', body: { refresh } }
    },
    'GET /api/auth/profile/': at('/auth/profile/'),
    'PUT /api/auth/profile/': at('/auth/profile/', {
      first_name: 'Anabel',
      last_name: 'Paz',
      instagram: 'ana',
    }),
    'GET /api/auth/verify-permissions/': at('/auth/verify-permissions/'),
    'POST /api/auth/verify-email/': async () => {
      const { user } = await world.person({ verified: false })
      const email = user?.email ?? ''
      await shop.anonymous.post('/auth/resend-verification/', { email })
      return { path: '/auth/verify-email/', body: { email, code: await codeSentTo(email) } }
    },
    'POST /api/auth/resend-verification/': async () => {
      const { user } = await world.person({ verified: false })
      return { path: '/auth/resend-verification/', body: { email: user?.email } }
    },
    'POST /api/auth/recover/': async () => {
      const { user } = await world.person()
      return { path: '/auth/recover/', body: { email: user?.email } }
    },
    'POST /api/auth/recover/finish/': async () => {
      const { user } = await world.person()
      const email = user?.email ?? ''
      await shop.anonymous.post('/auth/recover/', { email })
      const token = await sentTo(email, /(?<=#t=)[\w-]+/)
      return { path: '/auth/recover/finish/', body: { token, new_password: 'Otra-clave-9' } }
    },
    'POST /api/auth/access-requests/': async () => ({ path: '/auth/access-requests/', body: accessBody() }),
    'POST /api/auth/access-requests/verify/': async () => {
      const asked = accessBody()
      await must(shop.anonymous.post('/auth/access-requests/', asked))
      return {
        path: '/auth/access-requests/verify/',
        body: { email: asked.email, code: await codeSentTo(asked.email) },
      }
    },
    'POST /api/auth/access-requests/state/': async () => ({
      path: '/auth/access-requests/state/',
      body: { token: await waitingToken() },
    }),
    'POST /api/auth/access-requests/open/': async () => ({
      path: '/auth/access-requests/open/',
      body: { token: await waitingToken(true) },
    }),
    'GET /api/auth/access-requests/': at('/auth/access-requests/'),
    'POST /api/auth/access-requests/{id}/decision/': async () => ({
      path: `/auth/access-requests/${(await waiting()).id}/decision/`,
      body: { decision: 'approve', note: 'Canaria', version: 1 },
    }),
    'POST /api/auth/invitations/': async () => ({
      path: '/auth/invitations/',
      body: { email: accessBody().email, label: 'Canaria' },
    }),
    'GET /api/auth/invitations/': at('/auth/invitations/'),
    'DELETE /api/auth/invitations/{id}/': async () => ({
      path: `/auth/invitations/${(await invitation()).id}/`,
    }),
    'POST /api/auth/invitations/read/': async () => ({
      path: '/auth/invitations/read/',
      body: { token: await invitationToken() },
    }),
    'POST /api/auth/invitations/accept/': async () => ({
      path: '/auth/invitations/accept/',
      body: {
        token: await invitationToken(),
        username: unique('invitada_'),
        password: 'Otra-clave-9',
        password2: 'Otra-clave-9',
        adult: true,
        terms: true,
      },
    }),
    'DELETE /api/auth/users/{id}/second-factor/': async () => {
      const id = (await world.person()).user?.id ?? 0
      await giveFactor(world.shop.shop, id)
      return { path: `/auth/users/${id}/second-factor/` }
    },
    'POST /api/auth/users/{id}/recovery-link/': async () => ({
      path: `/auth/users/${(await world.person()).user?.id}/recovery-link/`,
    }),
    'POST /api/auth/verify-change/': async () => ({
      path: '/auth/verify-change/',
      body: { new_email: unique('nueva') + '@correo.example', password: PASSWORD },
    }),
    'POST /api/auth/change-password/': async (actor) => {
      await givePassword(actor)
      return {
        path: '/auth/change-password/',
        body: { old_password: PASSWORD, new_password: 'Otra-clave-9' },
      }
    },
    ...factorCalls(world, { givePassword, sentTo }),
    'GET /api/auth/my-data/': at('/auth/my-data/'),
    'POST /api/auth/close-account/': async (actor) => {
      await givePassword(actor)
      return { path: '/auth/close-account/', body: { password: PASSWORD, confirm: 'CERRAR' } }
    },
    'GET /api/auth/sessions/': at('/auth/sessions/'),
    'DELETE /api/auth/sessions/{number}/': async (actor) => ({
      path: `/auth/sessions/${await sessionOf(actor.user?.id ?? (await someone()))}/`,
    }),
    'POST /api/auth/sessions/end-others/': at('/auth/sessions/end-others/'),
    'GET /api/auth/users/{id}/sessions/': async () => ({ path: `/auth/users/${await someone()}/sessions/` }),
    'DELETE /api/auth/users/{id}/sessions/{number}/': async () => {
      const id = await someone()
      return { path: `/auth/users/${id}/sessions/${await sessionOf(id)}/` }
    },
    ...usersAt('/auth/users/'),
    ...usersAt('/users/'),
    'POST /api/auth/admin/create-user/': async () => ({ path: '/auth/admin/create-user/', body: newUser() }),

    'GET /api/products/': at('/products/?page=1'),
    'GET /api/products/on-sale/': at('/products/on-sale/'),
    'GET /api/products/highlighted/': at('/products/highlighted/'),
    'GET /api/products/to-sow/': at('/products/to-sow/'),
    'GET /api/products/facets/': at('/products/facets/?facets=thc.15-20'),
    'GET /api/products/counts/': at('/products/counts/'),
    'GET /api/search-synonyms/': at('/search-synonyms/'),
    // A new word each time: teaching the same again changes nothing.
    'PUT /api/search-synonyms/': async () => ({
      path: '/search-synonyms/',
      body: { word: `palabra ${randomUUID().slice(0, 8)}`, means: ['sereno'] },
    }),
    'GET /api/products/{id}/': async () => ({ path: `/products/${await idOf(product())}/` }),
    'GET /api/products/{id}/related/': async () => ({ path: `/products/${await idOf(product())}/related/` }),
    'GET /api/products/{id}/lineage/': async () => ({ path: `/products/${await idOf(product())}/lineage/` }),
    'PUT /api/products/{id}/lineage/': async () => ({
      path: `/products/${await idOf(product())}/lineage/`,
      body: { mother: unique('Madre '), father: unique('Padre '), generation: 'F1' },
    }),
    'GET /api/products/blisters/{id}/': async () => ({
      path: `/products/blisters/${(await line()).blister_id}/`,
    }),
    'POST /api/products/': async () => ({ path: '/products/', body: productBody() }),
    'PUT /api/products/{id}/': async () => ({
      path: `/products/${await idOf(product())}/`,
      body: productBody(),
    }),
    'PATCH /api/products/{id}/': async () => ({
      path: `/products/${await idOf(product())}/`,
      body: { limited_edition: true },
    }),
    'DELETE /api/products/{id}/': async () => ({ path: `/products/${await idOf(product())}/` }),

    'GET /api/products/export/': at('/products/export/'),
    'GET /api/stock-notices/': at('/stock-notices/'),
    'POST /api/stock-notices/': async (actor) => {
      const { id } = await product()
      const blisters = [{ seed_count: 3, price: 100, stock: 0, discount: 0 }]
      const sold = await must(
        admin.put(`/products/${id}/`, { name: unique('Agotada '), type: 'fem', blisters }),
      )
      const userId = actor.user?.id ?? 0
      await db.deleteFrom('stock_notices').where('user_id', '=', userId).execute()
      return { path: '/stock-notices/', body: { blister_id: sold.blisters[0].id } }
    },
    'DELETE /api/stock-notices/{id}/': async () => ({
      path: `/stock-notices/${(await line()).blister_id}/`,
    }),
    'GET /api/favorites/': at('/favorites/'),
    'PUT /api/favorites/{id}/': async () => ({ path: `/favorites/${await idOf(product())}/` }),
    'DELETE /api/favorites/{id}/': async () => ({ path: `/favorites/${await idOf(product())}/` }),
    'POST /api/favorites/merge/': async () => ({
      path: '/favorites/merge/',
      body: { ids: [await idOf(product())] },
    }),
    'GET /api/products/finder/': at(
      '/products/finder/?place=interior&zone=patagonia&skill=primera&goal=rapida',
    ),
    'GET /api/products/suggest/': at('/products/suggest/?q=luz+mala'),
    'POST /api/products/cells/': async () => {
      const { blister_id } = await line()
      const { body } = await admin.get(`/products/blisters/${blister_id}/`)
      const rows = [{ blister_id, price: { from: body.price, to: body.price + 100 } }]
      return { path: '/products/cells/', body: { rows } }
    },
    'POST /api/products/import/': async () => ({ path: '/products/import/', body: await sheet() }),
    'POST /api/price-runs/preview/': async () => ({
      path: '/price-runs/preview/',
      body: priceChange(await idOf(product())),
    }),
    'POST /api/price-runs/': async () => ({
      path: '/price-runs/',
      body: await previewed(await idOf(product())),
    }),
    'GET /api/price-runs/': at('/price-runs/'),
    'POST /api/price-runs/scheduled/': async () => ({
      path: '/price-runs/scheduled/',
      body: { ...(await previewed(await idOf(product()))), apply_at: tomorrow() },
    }),
    'GET /api/price-runs/scheduled/': at('/price-runs/scheduled/'),
    'DELETE /api/price-runs/scheduled/{id}/': async () => {
      const body = { ...(await previewed(await idOf(product()))), apply_at: tomorrow() }
      return {
        path: `/price-runs/scheduled/${await idOf(must(admin.post('/price-runs/scheduled/', body)))}/?was=scheduled`,
      }
    },
    'POST /api/price-runs/{id}/undo/': async () => {
      const body = await previewed(await idOf(product()))
      return { path: `/price-runs/${await idOf(must(admin.post('/price-runs/', body)))}/undo/` }
    },
    'GET /api/reports/{kind}/': at('/reports/customers/?from=2026-01-01&to=2026-12-31'),
    'GET /api/reports/{kind}/csv/': at('/reports/sales/csv/?from=2026-01-01&to=2026-12-31'),
    'GET /api/stock/': at('/stock/'),
    'GET /api/stock/{id}/': async () => ({ path: `/stock/${(await line()).blister_id}/` }),
    'PUT /api/stock/{id}/low/': async () => ({
      path: `/stock/${(await line()).blister_id}/low/`,
      body: { low_at: 4 },
    }),
    'GET /api/stock/{id}/movements/': async () => ({
      path: `/stock/${(await line()).blister_id}/movements/`,
    }),
    'POST /api/stock/adjustments/': async () => ({
      path: '/stock/adjustments/',
      body: { blister_id: (await line()).blister_id, change: 3, reason: 'received', note: 'Cosecha' },
    }),
    'GET /api/stock/counts/': at('/stock/counts/'),
    'POST /api/stock/counts/': noCount,
    'GET /api/stock/counts/{id}/lines/': async () => ({ path: `/stock/counts/${(await count()).id}/lines/` }),
    'PUT /api/stock/counts/{id}/lines/{blister}/': async () => ({
      path: `/stock/counts/${(await count()).id}/lines/${(await line()).blister_id}/`,
      body: { counted: 7 },
    }),
    'POST /api/stock/counts/{id}/apply/': async () => ({
      path: `/stock/counts/${(await count()).id}/apply/`,
    }),
    'DELETE /api/stock/counts/{id}/': async () => ({ path: `/stock/counts/${(await count()).id}/` }),
    'GET /api/lots/': at('/lots/'),
    'POST /api/lots/': async () => ({
      path: '/lots/',
      body: { product_id: (await product()).id, ...lotFacts() },
    }),
    'PUT /api/lots/{id}/': async () => {
      const { id, code } = await lot()
      return { path: `/lots/${id}/`, body: { code, state: 'held', version: 1 } }
    },
    'POST /api/lots/{id}/units/': async () => {
      const { id, blister_id } = await lot()
      return { path: `/lots/${id}/units/`, body: { blister_id, change: 1 } }
    },
    'POST /api/lots/{id}/tests/': async () => ({ path: `/lots/${(await lot()).id}/tests/`, body: lotTest }),
    'POST /api/lots/{id}/tests/{test}/void/': async () => {
      const { id } = await lot()
      const { tests } = await must(admin.post(`/lots/${id}/tests/`, lotTest))
      return { path: `/lots/${id}/tests/${tests[0].id}/void/` }
    },
    'GET /api/lots/{id}/trace/': async () => ({ path: `/lots/${(await lot()).id}/trace/` }),
    'GET /api/lots/{id}/trace/csv/': async () => ({ path: `/lots/${(await lot()).id}/trace/csv/` }),
    'GET /api/tested/': at('/tested/'),
    'GET /api/tested/lots/': at('/tested/lots/'),
    'GET /api/lots/{code}/': async () => ({ path: `/lots/${(await lot()).code}/` }),
    'GET /api/stock/{id}/prices/': async () => ({ path: `/stock/${(await line()).blister_id}/prices/` }),

    'GET /api/brands/': at('/brands/'),
    'GET /api/brands/{id}/': async () => ({ path: `/brands/${await idOf(brand())}/` }),
    'POST /api/brands/': async () => ({ path: '/brands/', body: { brand_name: unique('Marca ') } }),
    'PUT /api/brands/{id}/': async () => ({
      path: `/brands/${await idOf(brand())}/`,
      body: { brand_name: unique('Marca '), is_national: false },
    }),
    'DELETE /api/brands/{id}/': async () => ({ path: `/brands/${await idOf(brand())}/` }),

    'POST /api/orders/': async () => ({ path: '/orders/', body: await orderBody() }),
    'GET /api/orders/my-orders/': at('/orders/my-orders/'),
    'GET /api/orders/': at('/orders/?page=1'),
    'GET /api/orders/{id}/': async () => ({ path: `/orders/${await idOf(order())}/` }),
    'PUT /api/orders/{id}/': async (actor) => ({
      path: `/orders/${await idOf(order(buyerFor(actor)))}/`,
      body: { status: 'cancelled' },
    }),
    'PATCH /api/orders/{id}/': async (actor) => {
      const placed = await order(buyerFor(actor))
      const [{ product_id, blister_id, quantity }] = placed.products
      return { path: `/orders/${placed.id}/`, body: { products: [{ product_id, blister_id, quantity }] } }
    },
    'DELETE /api/orders/{id}/': async () => ({ path: `/orders/${await idOf(order())}/` }),

    'GET /api/todo/': at('/todo/'),
    'POST /api/orders/manual/': async () => ({
      path: '/orders/manual/',
      body: { guest: { name: 'Ana Canaria', phone: '1123456789' }, channel: 'phone', lines: [await line()] },
    }),
    'GET /api/orders/csv/': at('/orders/csv/'),
    'GET /api/warranty-claims/csv/': at('/warranty-claims/csv/'),
    'GET /api/auth/users/csv/': at('/auth/users/csv/'),
    'GET /api/stock/csv/': at('/stock/csv/'),
    'GET /api/orders/print/': async () => ({ path: `/orders/print/?ids=${await idOf(openOrder())}` }),
    'POST /api/orders/{id}/payments/': async () => ({
      path: `/orders/${await idOf(openOrder())}/payments/`,
      body: paymentBody,
    }),
    'POST /api/orders/{id}/payments/{payment}/void/': async () => {
      const { id, payments } = await must(
        admin.post(`/orders/${await idOf(openOrder())}/payments/`, paymentBody),
      )
      return { path: `/orders/${id}/payments/${payments.at(-1).id}/void/`, body: { reason: 'x' } }
    },
    'POST /api/orders/{id}/contacts/': async () => ({
      path: `/orders/${await idOf(openOrder())}/contacts/`,
      body: { channel: 'whatsapp' },
    }),
    'PUT /api/orders/{id}/lines/{line}/price/': async () => {
      const { id, version, order_products } = await openOrder()
      return {
        path: `/orders/${id}/lines/${order_products[0].id}/price/`,
        body: { price_at_time: 900, reason: 'Canaria', version },
      }
    },
    'POST /api/orders/{id}/notes/': async () => ({
      path: `/orders/${await idOf(openOrder())}/notes/`,
      body: { text: 'Canaria' },
    }),
    'DELETE /api/orders/{id}/notes/{note}/': async () => {
      const id = await idOf(openOrder())
      const { visible_notes } = await must(admin.post(`/orders/${id}/notes/`, { text: 'x', visible: true }))
      return { path: `/orders/${id}/notes/${visible_notes.at(-1).id}/` }
    },
    'GET /api/orders/{id}/timeline/': async () => ({ path: `/orders/${await idOf(openOrder())}/timeline/` }),
    'PUT /api/orders/{id}/delivery/': async () => ({
      path: `/orders/${await idOf(openOrder())}/delivery/`,
      body: { state: 'prepared' },
    }),
    'GET /api/orders/{id}/lots/': async () => ({ path: `/orders/${await idOf(openOrder())}/lots/` }),
    'PUT /api/orders/{id}/lots/': async () => ({
      path: `/orders/${await idOf(openOrder())}/lots/`,
      body: { lines: [] },
    }),
    ...messageCalls(world, async () => idOf(openOrder())),
    'GET /api/packing/': at('/packing/'),
    'PUT /api/packing/{id}/': async () => {
      const { id } = await must(admin.post(`/orders/${await idOf(openOrder())}/payments/`, paymentBody))
      return { path: `/packing/${id}/`, body: { prepared: true } }
    },
    'PUT /api/orders/{id}/agreement/': async () => ({
      path: `/orders/${await idOf(openOrder())}/agreement/`,
      body: { method: 'cash', due_on: '2026-01-02' },
    }),
    'PUT /api/orders/{id}/expiry/': async () => ({
      path: `/orders/${await idOf(openOrder())}/expiry/`,
      body: { expires_on: '2099-01-02' },
    }),

    'POST /api/warranty-claims/': async () => ({ path: '/warranty-claims/', body: await claimBody() }),
    'GET /api/warranty-claims/': at('/warranty-claims/?include_user_details=true'),
    'GET /api/warranty-claims/counts/': at('/warranty-claims/counts/'),
    'GET /api/warranty-claims/{id}/': async () => ({ path: `/warranty-claims/${await idOf(claim())}/` }),
    'PATCH /api/warranty-claims/{id}/': async () => ({
      path: `/warranty-claims/${await idOf(claim())}/`,
      body: { status: 'approved', resolution_details: 'x' },
    }),
    'POST /api/warranty-claims/{id}/replacement/': async () => {
      const { id } = await claim()
      const { version } = await must(admin.patch(`/warranty-claims/${id}/`, { status: 'approved' }))
      return {
        path: `/warranty-claims/${id}/replacement/`,
        body: { lines: [await line()], version, beyond_bought: true },
      }
    },

    'POST /api/regret-requests/': at('/regret-requests/', regretBody),
    'GET /api/regret-requests/': at('/regret-requests/'),
    'GET /api/regret-requests/{id}/': async () => ({ path: `/regret-requests/${await regret()}/` }),
    'PATCH /api/regret-requests/{id}/': async () => ({
      path: `/regret-requests/${await regret()}/`,
      body: { status: 'accepted', answer: 'x' },
    }),

    'GET /api/pages/': at('/pages/'),
    'GET /api/pages/{slug}/': async () => ({ path: `/pages/${await page()}/` }),
    'GET /api/pages/written/': at('/pages/written/'),
    'GET /api/pages/{slug}/versions/': async () => ({ path: `/pages/${await page()}/versions/` }),
    'PUT /api/pages/{slug}/': async () => ({ path: `/pages/${await page()}/`, body: await pageBody() }),

    'GET /api/banners/': at('/banners/'),
    'POST /api/banners/': async () => {
      await db.deleteFrom('banners').execute()
      return { path: '/banners/', body: { image_url: await insertPhoto(db, 'banner'), title: 'x' } }
    },
    'PUT /api/banners/{id}/': async () => ({
      path: `/banners/${await idOf(banner())}/`,
      body: { title: 'y' },
    }),
    'PATCH /api/banners/{id}/': async () => ({
      path: `/banners/${await idOf(banner())}/`,
      body: { title: 'y' },
    }),
    'DELETE /api/banners/{id}/': async () => ({ path: `/banners/${await idOf(banner())}/` }),
    'POST /api/banners/swap/': async () => {
      const id = await idOf(banner())
      return { path: '/banners/swap/', body: { first: id, second: id } }
    },
    'POST /api/banners/upload_image/': async () => ({
      path: '/banners/upload_image/',
      body: await picture('image'),
    }),
    'POST /api/uploads/': async () => ({
      path: '/uploads/',
      body: await picture('file', { upload_preset: 'product' }),
    }),

    'GET /api/activity-logs/': at('/activity-logs/?page=1'),
    'GET /api/activity-logs/stats/': at('/activity-logs/stats/'),
    'GET /api/settings/': at('/settings/'),
    'GET /api/trophies/': at('/trophies/'),
    'GET /api/guide/': at('/guide/'),
    'GET /api/settings/all/': at('/settings/all/'),
    'GET /api/first-hour/': at('/first-hour/'),
    'GET /api/notices/': at('/notices/'),
    'POST /api/test-mail/': async () => ({ path: '/test-mail/', body: {} }),
    'PUT /api/settings/': async () => ({ path: '/settings/', body: { tagline: unique('lema ') } }),
  }
}

/** Sends a call as `actor`, with optional other headers. */
export function send<Answer>(
  client: Calls<Answer>,
  call: string,
  { path, body }: RightCall,
  headers: Record<string, string> = {},
): Promise<Answer> {
  switch (call.split(' ', 1)[0]) {
    case 'GET':
      return client.get(path, headers)
    case 'DELETE':
      return client.delete(path, headers)
    case 'PUT':
      return client.put(path, body, headers)
    case 'PATCH':
      return client.patch(path, body, headers)
    default:
      return client.post(path, body, headers)
  }
}

export interface Described {
  'x-access': 'anyone' | 'customer' | 'admin'
  /** Acts with a role. */
  'x-needs'?: string
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
}

/** All calls, e.g. `GET /api/orders/{id}/`, as staff read about them. */
export async function documentedCalls(shop: TestShop): Promise<Map<string, Described>> {
  const admin = await shop.signIn({ admin: true })
  const { body } = await admin.get('/openapi.json')
  const paths = body.paths as Record<string, Record<string, Described>>
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, about]) => [`${method.toUpperCase()} ${path}`, about] as const),
    ),
  )
}
