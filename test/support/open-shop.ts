import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import type { Product } from '../../src/contract/catalog/catalog.ts'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { openDiskStore } from '../../src/server/files/disk-store.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import type { SearchTerms } from '../../src/server/catalog/catalog.ts'
import type { Renderer } from '../../src/server/pages/pages.ts'
import type { Shop } from '../../src/server/shop.ts'
import { type Calls, callsBy, readJson } from './calls/calls.ts'
import { openTestDatabase } from './databases/test-database.ts'
import { insertPerson, type Person, type SignedIn } from './people/people.ts'
import type { Scope } from './scope.ts'
import { writeTestSettings } from './shop-settings.ts'
import { stockOf } from './sales/stock.ts'
import { type EngineName, engines, enginesOf, openMigrated, type Place } from './test-environment.ts'

export { engines, enginesOf, type EngineName }

export interface Reply {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export interface Client extends Calls<Reply> {
  user: SignedIn | undefined
}

export interface TestShop {
  shop: Shop
  app: FastifyInstance
  database: Database
  clock: { now(): Date; set(date: Date | string): void; advance(milliseconds: number): void }
  anonymous: Client
  /** A new account and a client with its token. It has no password: sign-in itself is tested through HTTP. */
  signIn(person?: Person): Promise<Client>
  /** Created through the API by an admin. */
  hasProduct(product?: Record<string, unknown>): Promise<Product>
  stockOf(blisterId: number): Promise<number>
  /** The sum of the ledger of a presentation, which must always equal its stock. */
  ledgerOf(blisterId: number): Promise<number>
  mails(): Promise<{ recipient: string; subject: string; body_text: string; body_html: string }[]>
  close(): Promise<void>
}

interface Settings {
  rateLimitFactor?: number
  publicUrl?: string
  /** Without a renderer the shop has no pages. */
  renderer?: Renderer
  /** Reuses a database: a second shop on the database of the first. */
  database?: Database
  /** Replaces the folder store. */
  files?: FileStore
  /** The setting `TRUST_PROXY`. */
  trustProxy?: string
  /** Records search terms. */
  searches?: SearchTerms
}

/** The whole shop on an empty, migrated database: the application, with people and products for tests. */
export async function openShop(engine: EngineName, settings: Settings = {}): Promise<TestShop> {
  const database = settings.database ?? (await openTestDatabase(engine))
  const dataDir = await mkdtemp(join(tmpdir(), 'surbrote-test-'))
  const clock = testClock()
  const config = readConfig({
    DATA_DIR: dataDir,
    PUBLIC_URL: settings.publicUrl,
    RATE_LIMIT_FACTOR: String(settings.rateLimitFactor ?? 0),
    TRUST_PROXY: settings.trustProxy,
  })
  const shop: Shop = {
    db: database.db,
    database,
    config,
    now: clock.now,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    secret: randomBytes(32),
    files: settings.files ?? (await openDiskStore(join(dataDir, 'media'))),
  }
  await writeTestSettings(shop)
  const app = await createApp(shop, settings.renderer, {
    ...(settings.searches && { searches: settings.searches }),
  })
  await app.ready()

  let admin: Client | undefined
  const signIn = async (person: Person = {}) => clientOf(app, await insertPerson(shop, person))
  return {
    shop,
    app,
    database,
    clock,
    anonymous: clientOf(app),
    signIn,
    async hasProduct(product = {}) {
      admin ??= await signIn({ admin: true })
      const reply = await admin.post('/products/', { ...SOME_PRODUCT, name: uniqueName(), ...product })
      if (reply.status !== 201) throw new Error(`No product: ${reply.text}`)
      return reply.body as Product
    },
    stockOf: (blisterId) => stockOf(shop.db, blisterId),
    async ledgerOf(blisterId) {
      const rows = await shop.db
        .selectFrom('stock_movements')
        .select('change')
        .where('blister_id', '=', blisterId)
        .execute()
      return rows.reduce((sum, row) => sum + row.change, 0)
    },
    mails: () =>
      shop.db
        .selectFrom('outbox')
        .select(['recipient', 'subject', 'body_text', 'body_html'])
        .orderBy('id')
        .execute(),
    async close() {
      await app.close()
      await database.close()
      // The last sizes of a picture may still be written.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/**
 * The same on a place of a scope, in this process and with an adjustable clock. On PostgreSQL several shops and servers
 * can use one place at once, like instances.
 */
export async function openTestShop(
  scope: Scope,
  place: Place,
  settings: Omit<Settings, 'database'> = {},
): Promise<TestShop> {
  const database = await openMigrated(place)
  const shop = await openShop(database.engine, { ...settings, database })
  scope.onEnd(() => shop.close())
  return shop
}

const SOME_PRODUCT = { type: 'fem', blisters: [{ seed_count: 3, price: 18_400, stock: 10, discount: 0 }] }

let names = 0
function uniqueName(): string {
  names += 1
  return `Genética ${String(names).padStart(4, '0')}`
}

function testClock(): TestShop['clock'] {
  let offset = 0
  let fixed: number | undefined
  return {
    now: () => new Date(fixed ?? Date.now() + offset),
    set(date) {
      fixed = new Date(date).getTime()
    },
    advance(milliseconds) {
      if (fixed === undefined) offset += milliseconds
      else fixed += milliseconds
    },
  }
}

function clientOf(app: FastifyInstance, user?: Client['user']): Client {
  async function send(
    method: InjectOptions['method'],
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const reply = await app.inject({
      method: method ?? 'GET',
      url: `/api${path}`,
      headers: { ...(user && { authorization: `Bearer ${user.access}` }), ...headers },
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
    })
    return { status: reply.statusCode, body: readJson(reply.body), text: reply.body, headers: reply.headers }
  }
  return { user, ...callsBy(send) }
}
