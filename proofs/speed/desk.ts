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
 * `npm run bench desk`: what there is to do, lists by step and by words, the history of an order, 50 orders for paper and the mails of a month, with
 * 50,000 orders of which a fifth is pending. One call at a time. `--engine embedded` for the other database.
 */
const { values: options } = parseArgs({
  options: { engine: { type: 'string', default: 'postgres' }, times: { type: 'string', default: '200' } },
})
const SIZE = { ...LARGE, products: 1_500, activity: 100_000 }
/** Of p99, in milliseconds. */
const GOAL_MS: Record<string, number> = {
  todo: 30,
  timeline: 30,
  'list by step': 40,
  'print 50': 150,
  'mails sent': 20,
  'mails failed': 20,
}

printHeading(`Order desk, ${JSON.stringify(SIZE)}`)
await withPlace(options.engine as EngineName, async (scope, place) => {
  const { admin, ids } = await withShopOf(scope, place, async (shop) => {
    await fillLarge(shop, SIZE)
    await noteMarks(shop)
    const admin = (await insertPerson(shop, { admin: true })).access
    const { rows } = await sql<{ id: number }>`
      select id from orders where status = 'pending' order by id desc limit 50`.execute(shop.db)
    return { admin, ids: rows.map(({ id }) => id) }
  })
  const server = await startBenchServer(scope, place, { pages: false })
  const CALLS: Record<string, string> = {
    todo: '/todo/',
    'list by step': '/orders/?page=1&page_size=20&next=prepare&archived=false',
    'list by phone': '/orders/?page=1&page_size=20&search=1123456789&status=pending',
    'list by product': '/orders/?page=1&page_size=20&search=gen%C3%A9tica%20120&status=pending',
    'list by name': '/orders/?page=1&page_size=20&search=apellido%2012&status=pending',
    timeline: `/orders/${ids[0]}/timeline/`,
    'print 50': `/orders/print/?ids=${ids.join()}`,
    'mails sent': '/messages/?page=3&page_size=20&state=sent',
    'mails failed': '/messages/?page=1&page_size=20&state=failed',
    'mails of an order': `/messages/?page=1&page_size=20&order_id=${ids[0]}`,
  }
  const read = readsOf(server, admin, { times: Number(options.times), warmUp: 10 })
  const rows = []
  for (const [name, path] of Object.entries(CALLS)) rows.push(await read(name, path, GOAL_MS[name]))
  console.table(rows)
})

/** Payments, agreements and contacts of pending orders, so that each step has its queue. */
async function noteMarks({ db }: Pick<Shop, 'db'>): Promise<void> {
  await sql`insert into order_contacts (order_id, channel, created_at)
    select id, 'whatsapp', now() from orders where status = 'pending' and id % 2 = 0`.execute(db)
  await sql`update orders set agreed_method = 'transfer' where status = 'pending' and id % 3 = 0`.execute(db)
  await sql`insert into order_payments (order_id, kind, amount, method, paid_on, created_at)
    select id, 'payment', 1, 'cash', '2026-01-02', now() from orders where id % 5 = 0`.execute(db)
  await sql`update orders set paid_total = 1 where id % 5 = 0`.execute(db)
  await sql`update orders set prepared_at = now() where status = 'pending' and id % 7 = 0`.execute(db)
  // A month of mails, two an order; few wait or failed.
  await sql`insert into outbox (message_id, recipient, kind, subject, body_text, body_html, order_id, next_attempt_at, sent_at, failed_at, created_at)
    select gen_random_uuid(), 'ana@correo.example', 'order_placed', 'Recibimos tu pedido', '', '', id, now(),
      case when id % 400 > 1 then now() end, case when id % 400 = 0 then now() end, now()
    from orders cross join generate_series(1, 2)`.execute(db)
  await sql`analyze`.execute(db)
}
