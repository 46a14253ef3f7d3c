import type { Db } from '../../../src/server/db/connect.ts'
import { insertPhoto } from '../../../test/support/pictures/photos.ts'
import type { Client } from '../../../test/support/calls/client.ts'
import { claimOf, type orderOf } from '../../../test/support/sales/goods.ts'
import type { Server } from '../../../test/support/servers/start-server.ts'

const DAY_MS = 86_400_000

/** A shop at one moment. */
export interface Seen {
  server: Server
  people: { admin: Client; customer: Client; visitor: Client }
  instant: Date
  /** In Buenos Aires. */
  day: string
  check: (what: string, actual: unknown, expected: unknown) => void
  setClock: () => Promise<void>
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

// ---- Banners -----------------------------------------------------------------------------------------------------

/** First and last day of each banner, relative to today. */
const BANNERS: [title: string, start: number | null, end: number | null, shows: boolean][] = [
  ['solo-hoy', 0, 0, true],
  ['desde-manana', 1, null, false],
  ['hasta-ayer', null, -1, false],
  ['ayer-y-hoy', -1, 0, true],
]
const SHOWN = BANNERS.filter(([, , , shows]) => shows).map(([title]) => title)

/** `bannersOf` sets their days. */
export async function addBanners(admin: Client): Promise<void> {
  for (const [title] of BANNERS) {
    const added = await admin.post('/banners/', { title, image_url: '/media/banner/x/1920.webp' })
    if (added.status !== 201) throw new Error(added.text)
  }
}

/** Banners of today, tomorrow and yesterday: only today's is shown. */
export async function bannersOf({ server, people, day, check, setClock }: Seen): Promise<void> {
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

/** A row at each limit: the first moment of today, of the last 7 and 30 days, and the last moment before each. */
export async function activityOf({ people, day, check, setClock }: Seen, db: Db): Promise<void> {
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
  // Clocks in Buenos Aires are three hours behind UTC.
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

/** The accepted days of a claim, and whether it is within the 30 days of the warranty. */
export async function claimsOf(
  { people, day, check, setClock }: Seen,
  order: ReturnType<typeof orderOf>,
  db: Db,
): Promise<void> {
  const file = async (purchase: number, germination: number, more: object = {}) => {
    const claim = {
      ...claimOf({ purchase_date: dayAfter(day, purchase), germination_date: dayAfter(day, germination) }),
      photo1: await insertPhoto(db),
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
