import { sql } from 'kysely'
import { BannerInput } from '../../src/contract/banners.ts'
import { addBanner } from '../../src/server/banners/banners.ts'
import type { Shop } from '../../src/server/shop.ts'
import { insertPerson, type SignedIn } from '../../test/support/people/people.ts'
import { stockOf } from '../../test/support/sales/stock.ts'
import { bookProblems, halfOrders } from '../../test/support/sales/books.ts'
import { type Client, clientAt, countBy } from '../../test/support/calls/client.ts'
import { insertApprovedClaim } from '../../test/support/sales/claims.ts'
import { allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import type { Patch } from '../wrong-builds/locate-patches.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { activeAdmins, allSchedules, onlyAdmins } from './s3-races/schedules.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { READ_THEN_WRITE } from '../wrong-builds/shared-faults.ts'

/** Only the schedules test wrong builds with this suffix. */
const IN_SCHEDULES = '-in-schedules'

/** The least number of schedules for a pair of verbs with four statements each. */
const LEAST = 25

const CANCEL_UNLOCKED: Patch[] = [
  {
    find: "selectFrom('orders').select(ORDER_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()",
    replace: "selectFrom('orders').select(ORDER_COLUMNS).where('id', '=', id).executeTakeFirst()",
  },
  { find: ".where('version', '=', before.version)\n    .returning", replace: '.returning' },
  { find: ".where('status', '=', before.status)\n", replace: '' },
]
const STOCK_AS_LOADED: Patch[] = [
  {
    find: 'input.stock_loaded === undefined ? input.stock : now + (input.stock - input.stock_loaded)',
    replace: 'input.stock',
  },
]
const ADMINS_UNLOCKED: Patch[] = [
  {
    find: ".orderBy('id')\n    .forNoKeyUpdate()\n    .execute()\n  return rows.map((row) => row.id)",
    replace: ".orderBy('id')\n    .execute()\n  return rows.map((row) => row.id)",
  },
]

/** Adds up what it saw when it began. */
const PAYMENTS_UNLOCKED: Patch[] = [
  {
    find: "const order = await lockOrder(tx, id)\n  if (!order) throw notFound('Pedido no encontrado')\n  return order",
    replace:
      "const order = await tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()\n  if (!order) throw notFound('Pedido no encontrado')\n  return order",
  },
]
/** Cancels what was due when the list was read. */
const EXPIRY_ASKS_ONCE: Patch[] = [
  {
    find: ".where('id', '=', id)\n    .where(due)\n",
    replace: ".where('id', '=', id)\n",
  },
]

export const proof: Proof = {
  id: 'S3',
  title: 'Race conditions',
  claim:
    'Of conflicting actions exactly one wins: stock returns once, every payment counts, one admin stays, there are never more than 4 banners, and of two claims about one unit one is replaced without being asked.',
  how: "An order cancelled five times concurrently, one presentation on two lines, a form opened before a sale, two admins who remove each other, six banners for the last places, payments while the order is cancelled, two claims about one unit replaced by two admins: through HTTP at 2 processes, and pairs of the shop's own functions, statement by statement, in all schedules with two switches.",
  oneTry: 'a round of each race',
  note: 'The scheduler is part of this repository.',
  tries: { full: 200, short: 20 },
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    await allowPending(shop)
    // Removes the second guard, which would hide the fault in the first one.
    if (context.broken === 'banners-counted-only')
      await sql`alter table banners drop constraint banners_slot`.execute(shop.db)
    const servers = [await startServer(context, place), await startServer(context, place)]
    const at = (index: number, access: string) => clientAt(servers[index % 2]?.url ?? '', access)
    const failures = new Failures()
    const scene: Scene = { shop, at, failures, customer: await insertPerson(shop) }
    const onlySchedules = context.broken?.endsWith(IN_SCHEDULES)
    const rounds = onlySchedules
      ? {}
      : {
          'double cancel': doubleCancel,
          'duplicate lines': duplicateLines,
          'stale save': staleSave,
          'last admin': lastAdmin,
          'fifth banner': fifthBanner,
          payments: payments,
          'two claims': twoClaims,
        }
    for (const [name, round] of Object.entries(rounds)) {
      for (let n = 0; n < context.tries; n++) await round({ ...scene, customer: await insertPerson(shop) })
      context.say(`${name}: ${context.tries} rounds`)
    }
    const most = context.full ? 2_000 : onlySchedules ? 120 : 40
    const tried = await allSchedules({ ...scene, databaseUrl: place.databaseUrl ?? '' }, most)
    context.say(`schedules: ${JSON.stringify(tried)}`)
    for (const [pair, count] of Object.entries(tried))
      if (count < most / 4 && count < LEAST) failures.add(`too few schedules of ${pair}`, String(count))
    for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
    for (const problem of await halfOrders(shop.db)) failures.add('half an order', problem)
    const schedulesTried = Object.values(tried).reduce((sum, count) => sum + count, 0)
    return {
      tries: `${context.tries} rounds × 7 races by HTTP; ${schedulesTried} schedules of 5 pairs`,
      figure:
        'stock returned once; all payments in the sum; 7 of 10 stay; always an active admin; never more than 4 banners; one unit bought, one replaced',
      failures: failures.list(),
    }
  },
  broken: [
    { name: 'cancel-unlocked', patches: CANCEL_UNLOCKED, failsWith: /double cancel: answers/ },
    {
      name: 'lines-apart',
      patches: [
        {
          find: 'product_id, quantity: sum })',
          replace: 'product_id, quantity })',
        },
      ],
      failsWith: /duplicate lines/,
    },
    { name: 'stock-as-loaded', patches: STOCK_AS_LOADED, failsWith: /stale save: 7 of 10 stay(?! after)/ },
    { name: 'admins-unlocked', patches: ADMINS_UNLOCKED, failsWith: /last admin: nobody is left/ },
    {
      name: 'banners-counted-only',
      patches: [
        {
          find: "await sql`select pg_advisory_xact_lock(hashtext('banners'))`.execute(tx)",
          replace: 'await sql`select 1`.execute(tx)',
        },
      ],
      failsWith: /fifth banner/,
    },
    {
      name: 'replaces-unasked',
      patches: [
        {
          find: 'if (!beyond_bought) await refuseBeyondBought(tx, id, order)',
          replace: 'void [beyond_bought, refuseBeyondBought]',
        },
      ],
      failsWith: /two claims: answers/,
    },
    {
      name: 'related-claims-unlocked',
      patches: [
        {
          find: 'await lockRelated(tx, id)\n  const claim = await queries.lockClaim(tx, id)',
          replace: 'const claim = await queries.lockClaim(tx, id)',
        },
      ],
      failsWith: /two claims: answers/,
    },
    { name: 'payments-unlocked', patches: PAYMENTS_UNLOCKED, failsWith: /payments: sum/ },
    // Without the races by HTTP: the schedules must notice the fault by themselves.
    ...Object.entries({
      cancel: { patches: CANCEL_UNLOCKED, failsWith: /double cancel: stock after a schedule/ },
      'last-units': { patches: READ_THEN_WRITE, failsWith: /last units: sold after a schedule/ },
      save: { patches: STOCK_AS_LOADED, failsWith: /stale save: 7 of 10 stay after a schedule/ },
      admins: { patches: ADMINS_UNLOCKED, failsWith: /last admin: left after a schedule/ },
      'expiry-asks-once': { patches: EXPIRY_ASKS_ONCE, failsWith: /expiry: cancelled after it was paid/ },
    }).map(([name, broken]) => ({ name: `${name}${IN_SCHEDULES}`, ...broken })),
  ],
}

interface Scene {
  shop: Shop
  /** A client of one server or the other. */
  at: (index: number, access: string) => Client
  failures: Failures
  customer: SignedIn
}

async function doubleCancel({ shop, at, failures, customer }: Scene): Promise<void> {
  const item = { ...(await newItem(shop, 10)), quantity: 3 }
  const { body } = await at(0, customer.access).post('/orders/', orderOf(item))
  const answers = await Promise.all(
    [0, 1, 2, 3, 4].map((index) =>
      at(index, customer.access).put(
        `/orders/${body.id}/`,
        index === 4 ? { products: [] } : { status: 'cancelled' },
      ),
    ),
  )
  failures.expect(
    'double cancel: answers',
    countBy(answers, ({ status }) => status),
    { 200: 1, 409: 4 },
  )
  failures.expect('double cancel: stock', await stockOf(shop.db, item.blister_id), 10)
}

/** Four payments at two servers, while the customer cancels. */
async function payments({ shop, at, failures, customer }: Scene): Promise<void> {
  const item = { ...(await newItem(shop, 10)), quantity: 3 }
  const admin = await insertPerson(shop, { admin: true })
  const { body } = await at(0, customer.access).post('/orders/', orderOf(item))
  const answers = await Promise.all(
    [0, 1, 2, 3, 4].map((index) =>
      index === 4
        ? at(index, customer.access).put(`/orders/${body.id}/`, { status: 'cancelled' })
        : at(index, admin.access).post(`/orders/${body.id}/payments/`, {
            amount: 100 + index,
            method: 'cash',
            paid_on: '2026-01-02',
          }),
    ),
  )
  failures.expect(
    'payments: answers',
    countBy(answers, ({ status }) => status),
    { 200: 1, 201: 4 },
  )
  const order = await shop.db
    .selectFrom('orders')
    .select(['paid_total', 'status'])
    .where('id', '=', body.id)
    .executeTakeFirst()
  failures.expect('payments: sum', order, { paid_total: 40_600, status: 'cancelled' })
  failures.expect('payments: stock', await stockOf(shop.db, item.blister_id), 10)
}

/** One unit was bought, and claimed twice; an admin for each claim replaces it. */
async function twoClaims({ shop, at, failures, customer }: Scene): Promise<void> {
  const item = await newItem(shop, 10)
  const { product_id, blister_id } = item
  const { body } = await at(0, customer.access).post('/orders/', orderOf(item))
  const of = { order_id: body.id, product_id }
  const lines = [{ product_id, blister_id, quantity: 1 }]
  const claims = [
    { ...(await insertApprovedClaim(shop, customer, of)), admin: await insertPerson(shop, { admin: true }) },
    { ...(await insertApprovedClaim(shop, customer, of)), admin: await insertPerson(shop, { admin: true }) },
  ]
  const answers = await Promise.all(
    claims.map(({ id, version, admin }, index) =>
      at(index, admin.access).post(`/warranty-claims/${id}/replacement/`, { lines, version }),
    ),
  )
  failures.expect(
    'two claims: answers',
    countBy(answers, ({ status }) => status),
    { 201: 1, 409: 1 },
  )
  failures.expect('two claims: stock', await stockOf(shop.db, blister_id), 8)
}

async function duplicateLines({ shop, at, failures, customer }: Scene): Promise<void> {
  const item = { ...(await newItem(shop, 10)), quantity: 3 }
  const twice = orderOf(item, { ...item, quantity: 4 })
  const answers = await Promise.all([0, 1].map((index) => at(index, customer.access).post('/orders/', twice)))
  failures.expect(
    'duplicate lines: answers',
    countBy(answers, ({ status }) => status),
    { 201: 1, 409: 1 },
  )
  const order = answers.find(({ status }) => status === 201)?.body
  const lines = (order?.order_products ?? []) as { quantity: number }[]
  failures.expect(
    'duplicate lines: lines',
    lines.map(({ quantity }) => quantity),
    [7],
  )
  failures.expect('duplicate lines: stock', await stockOf(shop.db, item.blister_id), 3)
}

/** Two admins opened the form at a stock of 10; while both save, a customer buys 3. */
async function staleSave({ shop, at, failures, customer }: Scene): Promise<void> {
  const item = { ...(await newItem(shop, 10)), quantity: 3 }
  const admins = [await insertPerson(shop, { admin: true }), await insertPerson(shop, { admin: true })]
  const { body: form } = await at(0, admins[0]?.access ?? '').get(`/products/${item.product_id}/`)
  const [blister] = form.blisters
  const saved = (price: number) => ({
    ...form,
    blisters: [{ ...blister, price, stock_loaded: blister.stock }],
  })
  const sale = at(0, customer.access).post('/orders/', orderOf(item))
  // Saves take longer than orders: half of the time the sale starts first.
  if (Math.random() < 0.5) await sale
  const [bought, ...saves] = await Promise.all([
    sale,
    ...admins.map((admin, index) =>
      at(index, admin.access).put(`/products/${item.product_id}/`, saved(2_000 + index)),
    ),
  ])
  failures.expect('stale save: the sale', bought?.status, 201)
  failures.expect(
    'stale save: two saves of one version',
    countBy(saves, ({ status }) => status),
    { 200: 1, 409: 1 },
  )
  failures.expect('stale save: 7 of 10 stay', await stockOf(shop.db, item.blister_id), 7)
}

/** Each of three admins removes the next, in both possible ways. */
async function lastAdmin({ shop, at, failures }: Scene): Promise<void> {
  const admins = await onlyAdmins(shop, 2 + Math.round(Math.random()))
  await Promise.all(
    admins.map((admin, index) => {
      const path = `/auth/users/${admins[(index + 1) % admins.length]?.id}/`
      const client = at(index, admin.access)
      return Math.random() < 0.5 ? client.patch(path, { is_active: false }) : client.delete(path)
    }),
  )
  const left = await activeAdmins(shop)
  if (left < 1) failures.add('last admin: nobody is left')
  if (left === admins.length) failures.add('last admin: nobody was removed')
}

async function fifthBanner({ shop, at, failures }: Scene): Promise<void> {
  const [admin] = await onlyAdmins(shop, 1)
  await shop.db.deleteFrom('banners').execute()
  const places = Math.floor(Math.random() * 4)
  const banner = (n: number) => ({
    title: `Banner ${n}`,
    image_url: '/media/banner/none/1920.webp',
    url_to: '/productos',
  })
  for (let n = 0; n < places; n++) await addBanner({ shop, body: BannerInput.parse(banner(n)) })
  const answers = await Promise.all(
    [4, 5, 6, 7, 8, 9].map((n) => at(n, admin?.access ?? '').post('/banners/', banner(n))),
  )
  failures.expect(
    'fifth banner: answers',
    countBy(answers, ({ status }) => status),
    { 201: 4 - places, 409: 2 + places },
  )
  const rows = await shop.db.selectFrom('banners').select('slot').orderBy('slot').execute()
  failures.expect(
    'fifth banner: places',
    rows.map(({ slot }) => slot),
    [1, 2, 3, 4],
  )
}
