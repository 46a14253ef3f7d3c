import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { REPORT_KINDS } from '../../src/contract/reports/report-rules.ts'
import type { Shop } from '../../src/server/shop.ts'
import { startBenchServer } from '../load/bench-server.ts'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { readsOf } from '../load/one-by-one.ts'
import { printHeading } from '../load/report.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { type EngineName, withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench reports`: every report of a year with 50,000 orders, as many payments and 2,000 searches a day, and of its
 * last month. One call at a time. `--engine embedded` for the other database.
 */
const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: 'postgres' }, times: { type: 'string', default: '50' } },
})
const SIZE = { ...LARGE, products: 1_500, activity: 50_000 }
/** Of p99, in milliseconds; three times as much with the embedded database. */
const GOAL_MS = options.engine === 'embedded' ? 450 : 150
const DAYS = { year: 365, month: 30 }

printHeading(`Reports, ${JSON.stringify(SIZE)}`)
await withPlace(options.engine as EngineName, async (scope, place) => {
  const admin = await withShopOf(scope, place, async (shop) => {
    await fillLarge(shop, SIZE)
    await intoOneYear(shop)
    return (await insertPerson(shop, { admin: true })).access
  })
  const server = await startBenchServer(scope, place, { pages: false })
  const read = readsOf(server, admin, { times: Number(options.times), warmUp: 5 })
  const rows = []
  for (const [period, days] of Object.entries(DAYS))
    for (const [name, path] of Object.entries(callsOf(days)))
      rows.push(await read(`${period}: ${name}`, path, GOAL_MS))
  console.table(rows)
})

function callsOf(days: number): Record<string, string> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const query = `?from=${day(days - 1)}&to=${day(0)}`
  return {
    ...Object.fromEntries(REPORT_KINDS.map((kind) => [kind, `/reports/${kind}/${query}`])),
    'sales collected': `/reports/sales/${query}&basis=collected&group=week`,
    'customers collected': `/reports/customers/${query}&basis=collected`,
    'products csv': `/reports/products/csv/${query}`,
  }
}

/** All orders within a year, a payment for each that is completed, and searches. */
async function intoOneYear({ db, database }: Pick<Shop, 'db' | 'database'>): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`update orders set created_at = now() - (row.place * interval '10.5 minutes')
      from (select id, row_number() over (order by id desc) as place from orders) row where row.id = orders.id`.execute(
      one,
    )
    await sql`insert into order_payments (order_id, kind, amount, method, paid_on, created_at)
      select id, 'payment', greatest(total, 1), 'transfer', created_at::date, created_at from orders`.execute(
      one,
    )
    await sql`insert into search_terms (day, term, searches, empty)
      select now()::date - n / 2000, 'palabra ' || n % 5000, 3, n % 3 from generate_series(0, 365 * 2000 - 1) n
      on conflict do nothing`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
  await database.vacuum()
}
