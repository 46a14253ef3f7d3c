import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Shop } from '../../src/server/shop.ts'
import { startBenchServer } from '../load/bench-server.ts'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { readsOf } from '../load/one-by-one.ts'
import { printHeading } from '../load/report.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { type EngineName, withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench stock`: stock, ledger and lots with 3,000 presentations, 150,000 movements and 50,000 orders whose units
 * are all of a lot. One presentation moved 5,000 times, one lot went to 500 orders. One call at a time. `--engine embedded`
 * for the other database.
 */
const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: 'postgres' }, times: { type: 'string', default: '200' } },
})
/** Each product has two presentations. */
const SIZE = { ...LARGE, products: 1_500, activity: 50_000 }
const MOVEMENTS = 150_000
const MOST_MOVED = 5_000
/** Of p99, in milliseconds; three times as much with the embedded database. */
const GOAL_MS = { list: 40, ledger: 15, trace: 60 }
const slower = options.engine === 'embedded' ? 3 : 1

printHeading(`Stock, ${JSON.stringify({ ...SIZE, movements: MOVEMENTS })}`)
await withPlace(options.engine as EngineName, async (scope, place) => {
  const { access, blister, lot } = await withShopOf(scope, place, async (shop) => {
    await fillLarge(shop, SIZE)
    const moved = await moveMore(shop)
    return { ...moved, access: (await insertPerson(shop, { admin: true })).access }
  })
  const server = await startBenchServer(scope, place, { pages: false })
  const read = readsOf(server, access, { times: Number(options.times), warmUp: 10 })
  const CALLS: [name: string, path: string, goal: number][] = [
    ['stock', '/stock/?page=1&page_size=20', GOAL_MS.list],
    ['stock, last page', '/stock/?page=150&page_size=20', GOAL_MS.list],
    ['stock, search', '/stock/?page=1&page_size=20&search=gen%C3%A9tica%20120', GOAL_MS.list],
    ['stock, low', '/stock/?page=1&page_size=20&state=low', GOAL_MS.list],
    ['stock, reserved', '/stock/?page=1&page_size=20&state=reserved', GOAL_MS.list],
    ['ledger', `/stock/${blister}/movements/`, GOAL_MS.ledger],
    ['lots', '/lots/?page=1&page_size=20', GOAL_MS.list],
    ['lots, search', '/lots/?page=1&page_size=20&search=gen%C3%A9tica%20120', GOAL_MS.list],
    ['trace, first page', `/lots/${lot}/trace/`, GOAL_MS.trace],
    ['trace, all as a sheet', `/lots/${lot}/trace/csv/`, GOAL_MS.trace],
  ]
  const rows = []
  for (const [name, path, goal] of CALLS) rows.push(await read(name, path, goal * slower))
  console.table(rows)
})

/** More of the ledger, in pairs that leave the stock as it is, and a lot for each product. */
async function moveMore({
  db,
  database,
}: Pick<Shop, 'db' | 'database'>): Promise<{ blister: number; lot: number }> {
  const found = await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`with goods as (select array_agg(id order by id) as ids from blisters), missing as (
        select ${MOVEMENTS} - count(*)::int as rows from stock_movements)
      insert into stock_movements (blister_id, change, reason, created_at)
      select ids[case when n <= ${MOST_MOVED} then 1 else 1 + (n / 2) % array_length(ids, 1) end],
        case when n % 2 = 0 then 1 else -1 end, case when n % 2 = 0 then 'received' else 'lost' end, now() - n * interval '1 second'
      from goods, missing, generate_series(1, missing.rows) n`.execute(one)
    await sql`insert into lots (product_id, code, harvested_on, created_at)
      select id, 'L-' || id, '2026-03-01', now() from products`.execute(one)
    await sql`insert into lot_movements (lot_id, blister_id, change, reason, order_id, created_at)
      select l.id, b.id, 1000, 'received', null, now() from lots l join blisters b on b.product_id = l.product_id
      union all
      select l.id, line.blister_id, -line.quantity, 'order', o.id, o.created_at from order_lines line
        join orders o on o.id = line.order_id and o.status <> 'cancelled' join lots l on l.product_id = line.product_id
      union all
      select l.id, b.id, -1, 'order', o.id, now() from (select * from lots order by id limit 1) l
        join lateral (select * from blisters where product_id = l.product_id order by id limit 1) b on true
        join (select * from orders where status = 'completed' order by id desc limit 500) o on true`.execute(
      one,
    )
    const { rows } = await sql<{ blister: number; lot: number }>`
      select (select min(id) from blisters) as blister, (select min(id) from lots) as lot`.execute(one)
    await sql`reset statement_timeout`.execute(one)
    return rows[0]
  })
  await database.vacuum()
  if (!found) throw new Error('No presentation')
  return found
}
