import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { get, measure } from '../load/load.ts'
import { orderRequests } from '../load/orders.ts'
import { printHeading } from '../load/report.ts'
import { seedCatalogue, seedCustomers } from '../load/seed.ts'
import { startServer, WITHOUT_BUILD } from '../../test/support/servers/start-server.ts'
import { engines, withPlace, withShopOf } from '../../test/support/test-environment.ts'

/** `npm run bench mails`: lists for customers and orders a second, without waiting mails and while ten thousand wait. */
const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: engines.join() },
    seconds: { type: 'string', default: '6' },
  },
})
const MAILS = 10_000
const CUSTOMERS = 200
const seconds = Number(options.seconds)

printHeading('Mails')
for (const engine of engines.filter((name) => options.engines.split(',').includes(name))) {
  const table: Record<string, string | number>[] = []
  for (const mails of [0, MAILS]) {
    await withPlace(engine, async (scope, place) => {
      const { goods, tokens } = await withShopOf(scope, place, async (shop) => {
        const seeded = { ...(await seedCatalogue(shop, 1_000)), tokens: await seedCustomers(shop, CUSTOMERS) }
        await sql`insert into outbox (message_id, recipient, subject, body_text, body_html, next_attempt_at, created_at)
          select gen_random_uuid(), 'ana@correo.example', 'Recibimos tu pedido', repeat('Hola, ', 200), '', now() - n * interval '1 ms', now()
          from generate_series(1, ${mails}::int) as n`.execute(shop.db)
        return seeded
      })
      const server = await startServer(scope, place, { program: WITHOUT_BUILD })
      const lists = tokens.map((token, n) => get(`/api/products/?page=${(n % 50) + 1}&page_size=9`, token))
      const load = { ports: [server.port], seconds, warmUpSeconds: 1 }
      const read = await measure({ ...load, connections: 10, requests: lists }, 200)
      const ordered = await measure({ ...load, connections: 8, requests: orderRequests(goods, tokens) }, 201)
      await server.stop()
      const left = await withShopOf(scope, place, (shop) =>
        shop.db
          .selectFrom('outbox')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('sent_at', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      table.push({
        'mails waiting': mails,
        'lists a second': Math.round(read.perSecond),
        'their p99': Math.round(read.p99),
        'orders a second': Math.round(ordered.perSecond),
        'p99 of orders': Math.round(ordered.p99),
        'left in the end': left.count,
      })
    })
  }
  console.log(engine)
  console.table(table)
}
