import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertPerson } from '../../test/support/people/people.ts'
import { clientAt } from '../../test/support/calls/client.ts'
import { activityOf, addBanners, bannersOf, claimsOf, type Seen } from './z1-days/days-of-shop.ts'
import { newItem, orderOf } from '../../test/support/sales/goods.ts'
import { SET_BACK, setBack } from './z1-days/set-back.ts'
import { newCluster, openShopOf, type Place, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'

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
const CLOCK_BUILDS = [
  'waits-for-the-future',
  'addresses-wait-for-the-future',
  'tokens-of-the-future',
  'notices-wait-for-the-future',
  'reserved-until-the-future',
]
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

export const proof: Proof = {
  id: 'Z1',
  title: 'Time zones and clock changes',
  claim:
    'Every date that the shop shows or computes is the date in Buenos Aires. When the clock is set back, nobody is locked out, no token or code lives longer, and no job stops.',
  how: `${INSTANTS.length} instants around midnight in Buenos Aires and in UTC, at the ends of a month, a year and a leap February; libfaketime sets the server's clock, in the zones ${ZONES.join(', ')}. Today's banners, activity of today, 7 and 30 days, dates of purchase and germination, the 30 days of the warranty, the home page. Then a clock set back by ${Object.keys(SET_BACK).join(', ')}: sign-ins, limits, tokens, codes, an order, restock notices and the expiry of a reservation, in the proof's own process.`,
  oneTry: 'an instant',
  note: "A journey sets the browser's clock, which checks dates in forms before they are sent (test/journeys/warranty.spec.ts).",
  tries: { full: INSTANTS.length * ZONES.length, short: INSTANTS.length },
  minutes: 20,
  async run(context) {
    if (!existsSync(LIBRARY)) throw new Error('It needs libfaketime (Debian: apt-get install faketime)')
    const failures = new Failures()
    let checks = 0
    const isSetBack = CLOCK_BUILDS.includes(context.broken ?? '')
    for (let done = isSetBack ? context.tries : 0; done < context.tries; done += INSTANTS.length) {
      const zone = ZONES[(done / INSTANTS.length) % ZONES.length] ?? 'UTC'
      const instants = INSTANTS.slice(0, context.tries - done)
      checks += await tryIn(zone, instants, {
        context,
        place: await placeOn(context, await newCluster(context)),
        failures,
      })
    }
    const after = context.broken === undefined || isSetBack ? await setBack(context, failures) : 0
    return {
      tries: `${context.tries} instants, a clock set back ${Object.keys(SET_BACK).length} times`,
      figure: `${checks} dates checked, 0 wrong; ${after} answers after a clock is set back`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'days-of-utc',
      patches: [
        {
          find: "const inBuenosAires = new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE })",
          replace: "const inBuenosAires = new Intl.DateTimeFormat('sv', { timeZone: 'UTC' })",
          near: 'server',
        },
      ],
      failsWith: /wrong day.*banners/,
    },
    {
      name: 'days-begin-in-utc',
      patches: [{ find: '`${day}T00:00:00${OFFSET}`', replace: '`${day}T00:00:00Z`' }],
      failsWith: /wrong day.*activity/,
    },
    {
      name: 'last-day-excluded',
      patches: [{ find: 'day <= (banner.end_date ?? day)', replace: "day < (banner.end_date ?? '9999')" }],
      failsWith: /wrong day.*banners/,
    },
    {
      name: 'thirty-is-too-late',
      patches: [{ find: '/ DAY_MS > days', replace: '/ DAY_MS >= days' }],
      failsWith: /wrong day.*30 days/,
    },
    {
      name: 'waits-for-the-future',
      patches: [
        {
          find: "row('throttles.blocked_until', '<=', now),\n            isFuture,",
          replace: "row('throttles.blocked_until', '<=', now),",
        },
      ],
      failsWith: /set back by a year: a sign-in/,
    },
    {
      name: 'addresses-wait-for-the-future',
      patches: [
        {
          find: 'or throttles.window_started > ${latestStart(now)})`\n  return sql`insert',
          replace:
            "or throttles.window_started > ${latestStart(now)} + interval '9 years')`\n  return sql`insert",
        },
      ],
      failsWith: /set back by a year: a sign-in/,
    },
    {
      name: 'tokens-of-the-future',
      patches: [
        {
          find: 'and token.issued_at <= ${latestStart(now)}',
          replace: 'and ${latestStart(now)}::timestamptz is not null',
        },
      ],
      failsWith: /set back by a year: its access token/,
    },
    {
      name: 'notices-wait-for-the-future',
      patches: [{ find: 'or b.notices_mailed_at > ${latestStart(at)}::timestamptz)', replace: ')' }],
      failsWith: /set back by a year: notices of stock/,
    },
    {
      name: 'reserved-until-the-future',
      patches: [{ find: 'orders.expiry_warned_at > ${latest}\n    or (', replace: '(' }],
      failsWith: /set back by a year: a reservation ends/,
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
  /** Sets the clock of the server; its timers are not affected. */
  const setClock = async (instant: Date) => {
    const seconds = (instant.getTime() - Date.now()) / 1_000
    // Atomically, because it may be read at any moment.
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
  await people.admin.put('/settings/', { warranty_days: 30 })
  let checks = 0
  for (const local of instants) {
    const instant = new Date(`${local}-03:00`)
    const day = local.slice(0, 10)
    const check = (what: string, actual: unknown, expected: unknown) => {
      checks += 1
      failures.expect(`a wrong day: ${what}, at ${local} in ${zone}`, actual, expected)
    }
    const seen: Seen = { server, people, instant, day, check, setClock: () => setClock(instant) }
    await bannersOf(seen)
    await activityOf(seen, shop.db)
    await claimsOf(seen, orderOf(item), shop.db)
    context.say(`${local} in ${zone}`)
  }
  await server.stop()
  return checks
}
