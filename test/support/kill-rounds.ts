import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { pino } from 'pino'
import { ProductInput } from '../../src/contract/product-input.ts'
import { createProduct } from '../../src/server/catalog/save-product.ts'
import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/open-shop.ts'
import { createAccount } from '../../src/server/users/users.ts'

const root = path.resolve(import.meta.dirname, '../..')
const STOCK = 100_000
const PASSWORD = 'Semilla-de-prueba-7'
const START_WITHIN_MS = 60_000

export interface KillReport {
  kills: number
  /** Orders that were answered 201, over all rounds. */
  acknowledged: number
  /** Acknowledged orders that were not there after the restart. Must be 0. */
  lost: number
  /** Orders without lines, or whose units are not in the ledger. Must be 0. */
  halves: number
  /** Units of stock and of the ledger that do not agree. Must be 0. */
  difference: number
}

/**
 * Orders are placed without pause on an embedded database while its process is killed with SIGKILL, again and again;
 * after each restart the books are compared with what was acknowledged.
 */
export async function killDuringOrders(dataDir: string, kills: number): Promise<KillReport> {
  const { productId, blisterId } = await stockUp(dataDir)
  const acknowledged: number[] = []
  for (let round = 0; round < kills; round++) {
    const server = await serve(dataDir)
    const access = await signIn(server.url)
    const buying = [1, 2, 3, 4].map(() =>
      buyUntilCut(server.url, access, { productId, blisterId }, acknowledged),
    )
    const enough = acknowledged.length + 10 + Math.floor(Math.random() * 20)
    await until(() => acknowledged.length >= enough)
    server.process.kill('SIGKILL')
    await Promise.all([once(server.process, 'exit'), ...buying])
  }
  return {
    kills,
    acknowledged: acknowledged.length,
    ...(await compareBooks(dataDir, acknowledged, blisterId)),
  }
}

/** In the middle of the selling, so that there is something to lose; a server that does not sell is given up on. */
async function until(reached: () => boolean): Promise<void> {
  const started = Date.now()
  while (!reached()) {
    if (Date.now() - started > 30_000) throw new Error('The server does not sell')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

async function open(dataDir: string) {
  const shop = await openShop(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), root)
  return { ...shop, log: pino({ level: 'silent' }) }
}

async function stockUp(dataDir: string): Promise<{ productId: number; blisterId: number }> {
  const shop = await open(dataDir)
  try {
    await createAccount(shop, {
      username: 'comprador',
      email: 'comprador@correo.example',
      password: PASSWORD,
      email_verified: true,
      createdBy: null,
    })
    // More orders than a customer may have waiting: the limit is not what is tried here.
    await shop.db
      .insertInto('settings')
      .values({ key: 'max_pending_orders', value: '1000', updated_at: shop.now() })
      .execute()
    const product = await createProduct(
      shop,
      ProductInput.parse({
        name: 'Puna',
        type: 'fem',
        blisters: [{ seed_count: 3, price: 100, stock: STOCK }],
      }),
      null,
    )
    return { productId: product.id, blisterId: product.blisters[0]?.id ?? 0 }
  } finally {
    await shop.database.close()
  }
}

async function serve(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, 'test/support/serve-embedded.ts'), dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: server.stdout })
  const tooLate = setTimeout(() => server.kill('SIGKILL'), START_WITHIN_MS)
  for await (const line of lines) {
    const port = /^listening (\d+)$/.exec(line)?.[1]
    if (port === undefined) continue
    clearTimeout(tooLate)
    return { process: server, url: `http://127.0.0.1:${port}/api` }
  }
  throw new Error('The server ended before it listened')
}

async function signIn(url: string): Promise<string> {
  const response = await post(`${url}/auth/login/`, { username_or_email: 'comprador', password: PASSWORD })
  const { access } = (await response.json()) as { access: string }
  return access
}

/** One order after another, until the server is gone. Only what was answered 201 counts as acknowledged. */
async function buyUntilCut(
  url: string,
  access: string,
  { productId, blisterId }: { productId: number; blisterId: number },
  acknowledged: number[],
): Promise<void> {
  const order = {
    recipient_name: 'Ana Suárez',
    customer_phone: '1123456789',
    delivery_type: 'coordinate',
    products: [{ product_id: productId, blister_id: blisterId, quantity: 2 }],
  }
  for (;;) {
    try {
      const response = await post(`${url}/orders/`, order, { authorization: `Bearer ${access}` })
      if (response.status !== 201) return
      const { id } = (await response.json()) as { id: number }
      acknowledged.push(id)
    } catch {
      // The connection was cut by the kill: what was under way was not acknowledged.
      return
    }
  }
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
}

async function compareBooks(dataDir: string, acknowledged: number[], blisterId: number) {
  const shop = await open(dataDir)
  try {
    const orders = await shop.db
      .selectFrom('orders')
      .leftJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .leftJoin('stock_movements', 'stock_movements.order_id', 'orders.id')
      .select(['orders.id', 'order_lines.quantity', 'stock_movements.change'])
      .execute()
    const kept = new Set(orders.map((order) => order.id))
    const { stock } = await shop.db
      .selectFrom('blisters')
      .select('stock')
      .where('id', '=', blisterId)
      .executeTakeFirstOrThrow()
    const movements = await shop.db.selectFrom('stock_movements').select('change').execute()
    const ledger = movements.reduce((sum, movement) => sum + movement.change, 0)
    return {
      lost: acknowledged.filter((id) => !kept.has(id)).length,
      halves: orders.filter((order) => order.quantity !== 2 || order.change !== -2).length,
      difference: Math.abs(stock - ledger) + Math.abs(STOCK - 2 * kept.size - stock),
    }
  } finally {
    await shop.database.close()
  }
}
