import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientAt } from '../support/calls/client.ts'
import { freePort } from '../support/databases/postgres.ts'
import { RECIPIENT } from '../support/sales/orders.ts'
import { openScope } from '../support/scope.ts'
import { isWhole } from '../support/whole.ts'
import { cloneOf, fetchShared, type Running, type Shared, type StrangersClone } from './machine.ts'

const MINUTE = 60_000

interface Machine {
  node: string
  npm: string
  /** Of what the first made, what it begins with. */
  begins: string[]
  settings: Record<string, string>
}

/** Packages that need a newer Node than 20 refuse it, and npm leaves out what builds the site. */
const HARD = { NODE_ENV: 'production', npm_config_engine_strict: 'true' }
const MADE = ['node_modules', 'dist', 'data']
/**
 * Each Node with the npm that it brings, and Node 20 with a newer one. The first, the oldest, makes everything; the first
 * with npm 11 installs. In a whole run each makes everything.
 */
const MACHINES: Machine[] = [
  { node: '20.20.2', npm: '10.8.2', begins: [], settings: HARD },
  { node: '22.23.5', npm: '10.9.4', begins: MADE, settings: {} },
  { node: '24.22.3', npm: '11.19.1', begins: ['dist', 'data'], settings: {} },
  ...(isWhole ? [{ node: '20.20.2', npm: '11.19.1', begins: [], settings: HARD }] : []),
]

const all = openScope()
let shared: Shared
beforeAll(() => {
  shared = fetchShared(all.folder, MACHINES)
}, 5 * MINUTE)
afterAll(() => all.end(), 3 * MINUTE)

describe.skipIf(process.platform !== 'linux').each(MACHINES)(
  "a stranger's machine with Node $node and npm $npm",
  ({ node, npm, settings, begins }) => {
    const isFirst = npm === MACHINES[0]?.npm
    const made = path.join(all.folder, 'made')
    const taken = isWhole ? [] : begins
    const scope = openScope()
    let clone: StrangersClone
    /** To the next machine. */
    let leaves: string[] = []
    beforeAll(() => {
      clone = cloneOf(scope, shared, { node, npm })
    }, 3 * MINUTE)
    afterAll(() => {
      clone.keep(made, leaves)
      return scope.end()
    }, 3 * MINUTE)

    async function start(): Promise<{ shop: Running; url: string }> {
      const port = await freePort()
      const shop = clone.run(['npm', 'start'], { ...settings, PORT: String(port) })
      const url = `http://localhost:${port}`
      await expect
        .poll(shop.said, { timeout: 8 * MINUTE, interval: 100 })
        .toContain(`La tienda está en ${url}`)
      return { shop, url }
    }

    async function stop(shop: Running): Promise<void> {
      shop.interrupt()
      // npm ends a script that was interrupted with 130, or by the signal.
      expect([0, 130, null]).toContain(await shop.ended)
    }

    it('says in one sentence that it cannot write in the folder', async () => {
      clone.lock(true)
      const { ended, said } = clone.run(['npm', 'start'], settings)
      expect([await ended, said()]).toEqual([
        1,
        expect.stringContaining('cloná el proyecto en una carpeta tuya'),
      ])
      clone.lock(false)
    })

    it('`npm start` serves the first page and takes an order, without a wall of warnings', {
      timeout: 10 * MINUTE,
    }, async () => {
      clone.take(made, taken)
      const { shop, url } = await start()
      expect(shop.said()).not.toMatch(/EBADENGINE|npm warn/i)
      expect(['Instalando', 'Construyendo'].map((step) => shop.said().includes(step))).toEqual([
        !taken.includes('node_modules'),
        !taken.includes('dist'),
      ])
      expect(await (await fetch(url)).text()).toContain('<h1')
      await orderAt(url)
      await stop(shop)
      leaves = isFirst && !isWhole ? MADE : taken
    })

    if (taken.length > 0) return
    if (isWhole)
      it('the second start installs and builds nothing', { timeout: 3 * MINUTE }, async () => {
        const { shop } = await start()
        expect(shop.said()).not.toMatch(/Instalando|Construyendo/)
        await stop(shop)
      })

    // The tests run on the pinned Node everywhere, and here before this one: that npm starts them is what is new.
    it('`npm test -- unit` passes', { timeout: 8 * MINUTE }, async () => {
      const words = isWhole ? [] : ['documents']
      const { ended, said } = clone.run(['npm', 'test', '--', 'unit', ...words])
      expect([await ended, said()]).toEqual([0, expect.stringMatching(/^[1-9]\d* passed, 0 failed$/m)])
    })
  },
)

async function orderAt(url: string): Promise<void> {
  const { body } = await clientAt(url).post('/auth/login/', {
    username_or_email: 'cliente',
    password: 'Semilla2026',
  })
  const customer = clientAt(url, body?.access)
  const [product] = (await customer.get('/products/?stockFilter=with-stock')).body
  const blister = product.blisters.find(({ stock }: { stock: number }) => stock > 0)
  const products = [{ product_id: product.id, blister_id: blister.id, quantity: 1 }]
  expect(await customer.post('/orders/', { ...RECIPIENT, products })).toMatchObject({ status: 201 })
}
