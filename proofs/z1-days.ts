import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertPerson } from '../test/support/people.ts'
import { type Client, clientAt } from './support/client.ts'
import { newItem, orderOf } from './support/goods.ts'
import { newCluster, openShopOf, type Place, placeOn } from './support/places.ts'
import { Failures, type Proof, type ProofContext } from './support/proof.ts'
import { type Server, startServer } from './support/server.ts'

/** In Buenos Aires, which is three hours behind UTC all year: so at 21:00 it is already tomorrow in UTC. */
const INSTANTS = [
  '2026-12-31T23:59:20',
  '2027-01-01T00:00:05',
  '2027-02-10T20:59:20',
  '2027-02-10T21:00:05',
  '2027-02-28T23:59:20',
  '2027-03-01T00:00:05',
  '2027-07-31T21:00:05',
  '2027-08-01T00:00:05',
  '2028-02-28T23:59:20',
  '2028-02-29T00:00:05',
  '2028-02-29T21:00:05',
  '2028-03-01T00:00:05',
]
const ZONES = ['UTC', 'America/Argentina/Buenos_Aires', 'Asia/Tokyo']
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const DAY_MS = 86_400_000

export const proof: Proof = {
  id: 'Z1',
  title: `Days: ${INSTANTS.length} moments around the midnights of Buenos Aires and of UTC, at the ends of a month, a year and a February of a leap year, the clock of the server process set by libfaketime, its zone ${ZONES.join(', ')} in turn: banners of today, activity of today, 7 and 30 days, dates of purchase and germination, the 30 days of the warranty, and the home page are of the day that it is in Buenos Aires. Tries are moments`,
  tries: { full: INSTANTS.length * ZONES.length, short: INSTANTS.length },
  minutes: 20,
  async run(context) {
    if (!existsSync(LIBRARY)) throw new Error('It needs libfaketime (Debian: apt-get install faketime)')
    const failures = new Failures()
    let checks = 0
    for (let done = 0; done < context.tries; done += INSTANTS.length) {
      const zone = ZONES[(done / INSTANTS.length) % ZONES.length] ?? 'UTC'
      const instants = INSTANTS.slice(0, context.tries - done)
      checks += await tryIn(zone, instants, {
        context,
        place: await placeOn(context, await newCluster(context)),
        failures,
      })
    }
    return {
      tries: `${context.tries} moments`,
      figure: `${checks} days looked at, 0 wrong`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'days-of-utc',
      patches: [
        {
          file: 'src/server/days.ts',
          find: "timeZone: 'America/Argentina/Buenos_Aires'",
          replace: "timeZone: 'UTC'",
        },
      ],
      failsWith: /wrong day.*banners/,
    },
    {
      name: 'days-begin-in-utc',
      patches: [
        {
          file: 'src/server/days.ts',
          find: '`${day}T00:00:00-03:00`',
          replace: '`${day}T00:00:00Z`',
        },
      ],
      failsWith: /wrong day.*activity/,
    },
    {
      name: 'last-day-excluded',
      patches: [
        {
          file: 'src/server/banners/rules.ts',
          find: 'day <= (banner.end_date ?? day)',
          replace: "day < (banner.end_date ?? '9999')",
        },
      ],
      failsWith: /wrong day.*banners/,
    },
    {
      name: 'thirty-is-too-late',
      patches: [
        { file: 'src/server/warranty/rules.ts', find: '/ DAY_MS > days', replace: '/ DAY_MS >= days' },
      ],
      failsWith: /wrong day.*30 days/,
    },
  ],
}

interface Scene {
  context: ProofContext
  place: Place
  failures: Failures
}

async function tryIn(zone: string, instants: string[], { context, place, failures }: Scene): Promise<number> {
  const shop = await openShopOf(context, place)
  const clock = path.join(context.folder, `clock-${randomBytes(4).toString('hex')}`)
  /** Moves the clock of the server; its timers go on as they do. */
  const setClock = async (instant: Date) => {
    const seconds = (instant.getTime() - Date.now()) / 1_000
    // In one step, as it may be read at any moment.
    writeFileSync(`${clock}.new`, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}\n`)
    renameSync(`${clock}.new`, clock)
    await sleep(20)
  }
  await setClock(new Date(`${INSTANTS[0]}-03:00`))
  const server = await startServer(context, place, {
    env: {
      TZ: zone,
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  const [owner, customer] = [await insertPerson(shop, { admin: true }), await insertPerson(shop)]
  const later = new Date('2040-01-01')
  await shop.db.updateTable('sessions').set({ idle_until: later, ends_at: later }).execute()
  await shop.db.updateTable('session_tokens').set({ expires_at: later }).execute()
  const item = await newItem(shop, 1_000)
  const people = {
    admin: clientAt(server.url, owner.access),
    customer: clientAt(server.url, customer.access),
    visitor: clientAt(server.url),
  }
  await addBanners(people.admin)
  let checks = 0
  for (const local of instants) {
    const instant = new Date(`${local}-03:00`)
    const day = local.slice(0, 10)
    const check = (what: string, actual: unknown, expected: unknown) => {
      checks += 1
      failures.expect(`a wrong day: ${what}, at ${local} in ${zone}`, actual, expected)
    }
    const seen = { server, people, instant, day, check, setClock: () => setClock(instant) }
    await bannersOf(seen)
    await activityOf(seen, shop.db)
    await claimsOf(seen, orderOf(item), await photoOf(shop.db))
    context.say(`${local} in ${zone}`)
  }
  await server.stop()
  return checks
}

interface Seen {
  server: Server
  people: { admin: Client; customer: Client; visitor: Client }
  instant: Date
  /** Of Buenos Aires. */
  day: string
  check: (what: string, actual: unknown, expected: unknown) => void
  setClock: () => Promise<void>
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

// ---- Banners -----------------------------------------------------------------------------------------------------

/** First and last day of each, counted from today. */
const BANNERS: [title: string, start: number | null, end: number | null, shows: boolean][] = [
  ['solo-hoy', 0, 0, true],
  ['desde-manana', 1, null, false],
  ['hasta-ayer', null, -1, false],
  ['ayer-y-hoy', -1, 0, true],
]
const SHOWN = BANNERS.filter(([, , , shows]) => shows).map(([title]) => title)

async function addBanners(admin: Client): Promise<void> {
  for (const [title] of BANNERS) {
    const added = await admin.post('/banners/', { title, image_url: '/media/banner/x/1920.webp' })
    if (added.status !== 201) throw new Error(added.text)
  }
}

async function bannersOf({ server, people, day, check, setClock }: Seen): Promise<void> {
  const { body } = await people.admin.get('/banners/')
  for (const { id, title } of body as { id: number; title: string }[]) {
    const [, start = null, end = null] = BANNERS.find(([name]) => name === title) ?? []
    const days = {
      start_date: start === null ? null : dayAfter(day, start),
      end_date: end === null ? null : dayAfter(day, end),
    }
    const saved = await people.admin.patch(`/banners/${id}/`, days)
    if (saved.status !== 200) throw new Error(saved.text)
  }
  await setClock()
  const titles = (text: string) => BANNERS.map(([title]) => title).filter((title) => text.includes(title))
  check('banners for visitors', titles((await people.visitor.get('/banners/')).text), SHOWN)
  check('banners for customers', titles((await people.customer.get('/banners/')).text), SHOWN)
  await setClock()
  const home = await fetch(`${server.url}/`, { headers: { cookie: 'ageVerified=true' } })
  check('banners of the home page', titles(await home.text()), SHOWN)
}

// ---- Activity ----------------------------------------------------------------------------------------------------

type Db = Awaited<ReturnType<typeof openShopOf>>['db']

/** A row at each edge: the first moment of today, of the 7 and of the 30 days, and the last before each. */
async function activityOf({ people, day, check, setClock }: Seen, db: Db): Promise<void> {
  for (const days of [0, -6, -29])
    for (const before of [0, 1]) {
      const created_at = new Date(Date.parse(`${dayAfter(day, days)}T03:00:00Z`) - before)
      await db
        .insertInto('activity_log')
        .values({
          action: 'update',
          entity: 'shop',
          description: 'Z1',
          created_at,
          changes: '{}',
          entity_id: null,
          user_id: null,
        })
        .execute()
    }
  const rows = await db.selectFrom('activity_log').select('created_at').execute()
  // Three hours earlier in UTC is what clocks show in Buenos Aires.
  const since = (days: number) =>
    rows.filter(
      ({ created_at }) =>
        new Date(created_at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10) >= dayAfter(day, days),
    ).length
  await setClock()
  const { body } = await people.admin.get('/activity-logs/stats/')
  const { activities_today, activities_last_week, activities_last_month } = body
  check('activity of today', activities_today, since(0))
  check('activity of 7 days', activities_last_week, since(-6))
  check('activity of 30 days', activities_last_month, since(-29))
  for (const days of [0, -1]) {
    const from = await people.admin.get(`/activity-logs/?page=1&date_from=${dayAfter(day, days)}`)
    check(`activity since ${days}`, from.body.count, since(days))
  }
}

// ---- Claims ------------------------------------------------------------------------------------------------------

async function photoOf(db: Db): Promise<() => Promise<string>> {
  return async () => {
    const id = randomBytes(12).toString('hex')
    const file = {
      id,
      preset: 'warranty' as const,
      width: 480,
      height: 480,
      bytes: 9,
      user_id: null,
      owner_hash: null,
    }
    await db
      .insertInto('uploads')
      .values({ ...file, claimed_at: null, created_at: new Date() })
      .execute()
    return `/media/warranty/${id}/480.webp`
  }
}

async function claimsOf(
  { people, day, check, setClock }: Seen,
  order: ReturnType<typeof orderOf>,
  photo: () => Promise<string>,
): Promise<void> {
  const file = async (purchase: number, germination: number, more: object = {}) => {
    const claim = {
      purchase_type: 'without-order',
      name: 'Ana',
      email: 'ana@correo.example',
      product_name: 'Puna',
      description: 'x',
      purchase_date: dayAfter(day, purchase),
      germination_date: dayAfter(day, germination),
      photo1: await photo(),
      ...more,
    }
    await setClock()
    return people.customer.post('/warranty-claims/', claim)
  }
  const cases: [number, number, number][] = [
    [0, 0, 201],
    [1, 1, 400],
    [0, 1, 400],
    [-1, -1, 201],
    [0, -1, 400],
  ]
  for (const [purchase, germination, status] of cases)
    check(
      `a claim bought ${purchase}, germinated ${germination}`,
      (await file(purchase, germination)).status,
      status,
    )
  for (const [purchase, isLate] of [
    [-30, false],
    [-31, true],
  ] as const) {
    const { body, text } = await file(purchase, 0)
    if (!body?.id) {
      check(`30 days of the warranty, bought ${purchase}`, text, 'a claim')
      continue
    }
    const claim = await people.admin.get(`/warranty-claims/${body.id}/`)
    check(`30 days of the warranty, bought ${purchase}`, claim.body.out_of_window, isLate)
  }
  await setClock()
  const placed = await people.customer.post('/orders/', order)
  if (placed.status !== 201) throw new Error(placed.text)
  const { product_id } = order.products[0] ?? {}
  const { body, status, text } = await file(0, 0, {
    purchase_type: 'with-order',
    order_id: placed.body.id,
    product_id,
  })
  check('the purchase of an order', status === 201 ? body.purchase_date : text, day)
}
