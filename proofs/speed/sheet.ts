import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBenchServer } from '../load/bench-server.ts'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { goodsOfAll } from '../load/orders.ts'
import { printHeading } from '../load/report.ts'
import { seedCustomers } from '../load/seed.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { RECIPIENT } from '../../test/support/sales/orders.ts'
import { engines, withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench sheet`: a sheet of 2 MB with every price raised, as a dry run and saved, on both engines; meanwhile orders of
 * its products, and calls that need no database, whose longest wait is that of the event loop. `--engine embedded` for one.
 */
const { values: options } = parseArgs({
  options: { engine: { type: 'string' }, times: { type: 'string', default: '3' } },
})
const SHEET_BYTES = 2_000_000
const SIZE = { ...LARGE, products: 3_000, orders: 2_000, claims: 50, activity: 1_000 }

for (const engine of engines.filter((each) => options.engine === undefined || each === options.engine)) {
  printHeading(`A sheet of ${SHEET_BYTES} bytes, ${engine}`)
  await withPlace(engine, async (scope, place) => {
    const { admin, customer, goods } = await withShopOf(scope, place, async (shop) => {
      await fillLarge(shop, SIZE)
      const [customer = ''] = await seedCustomers(shop, 1)
      const admin = (await insertPerson(shop, { admin: true })).access
      return { admin, customer, goods: await goodsOfAll(shop, 100) }
    })
    const server = await startBenchServer(scope, place, { pages: false })
    const times: Record<string, number[]> = {}
    const ask = async (name: string, path: string, token: string, init: RequestInit) => {
      const started = performance.now()
      const reply = await fetch(`http://127.0.0.1:${server.ports[0]}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      })
      const answer = await reply.text()
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${answer.slice(0, 300)}`)
      ;(times[name] ??= []).push(performance.now() - started)
      return answer
    }
    let sold = 0
    const order = (name: string) => {
      const { productId, blisterId } = goods[(sold += 1) % goods.length] ?? { productId: 0, blisterId: 0 }
      const products = [{ product_id: productId, blister_id: blisterId, quantity: 1 }]
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ ...RECIPIENT, products })
      return ask(name, '/api/orders/', customer, { method: 'POST', headers, body })
    }
    const during = async (name: string, work: () => Promise<unknown>) => {
      const ended = new AbortController()
      const until = async (one: () => Promise<unknown>) => {
        while (!ended.signal.aborted) {
          await one()
          await sleep(5)
        }
      }
      const others = Promise.all([
        until(() => order(`order beside ${name}`)),
        until(() => ask(`ping beside ${name}`, '/healthz', admin, {})),
      ])
      await work()
      ended.abort()
      await others
    }
    const send = (name: string, sheet: string, query: string) => {
      const form = new FormData()
      form.append('file', new File([sheet], 'productos.csv', { type: 'text/csv' }))
      return ask(name, `/api/products/import/${query}`, admin, { method: 'POST', body: form })
    }

    for (let n = 0; n < 20; n += 1) await order('order')
    for (let n = 0; n < 100; n += 1) await ask('ping', '/healthz', admin, {})
    for (let time = 0; time < Number(options.times); time += 1) {
      const sheet = raised(await ask('export', '/api/products/export/', admin, {}), time)
      await during('dry run', () => send('dry run', sheet, '?dry_run=true'))
      await during('save', async () => {
        const { saved, problems } = JSON.parse(await send('save', sheet, '')) as {
          saved: boolean
          problems: unknown[]
        }
        if (!saved) throw new Error(`Not saved: ${JSON.stringify(problems[0])}`)
      })
    }
    console.table(Object.entries(times).map(([name, each]) => rowOf(name, each)))
  })
}

/** Prices and a long text changed, without stock, up to the size of a sheet. */
function raised(exported: string, time: number): string {
  const [head = '', ...rows] = exported.replace('\uFEFF', '').trimEnd().split('\r\n')
  const columns = head.split(';')
  const wanted = ['ID', 'ID presentación', 'Precio', 'Genotipo'].map((name) => columns.indexOf(name))
  const [id = 0, blister = 0, price = 0] = wanted
  let sheet = 'ID;ID presentación;Precio;Genotipo\n'
  const genotypes = new Map<string, string>()
  const long = 'Índica de montaña × '.repeat(9)
  for (const row of rows) {
    const cells = row.split(';')
    if (cells.length !== columns.length) continue
    const of = cells[id] ?? ''
    const genotype = genotypes.get(of) ?? `${time} ${long}`.slice(0, 200)
    genotypes.set(of, genotype)
    const line = `${of};${cells[blister]};${Math.floor(Number((cells[price] ?? '0').replace(',', '.'))) + 100 + time};${genotype}\n`
    if (Buffer.byteLength(sheet) + Buffer.byteLength(line) > SHEET_BYTES) break
    sheet += line
  }
  console.log(`${genotypes.size} products, ${Buffer.byteLength(sheet)} bytes`)
  return sheet
}

function rowOf(name: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1))
  return { name, times: times.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'max ms': at(1) }
}
