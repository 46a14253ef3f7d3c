import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/connect.ts'
import { enqueueMail } from '../src/server/mail/outbox.ts'
import { createAccount } from '../src/server/users/users.ts'
import { openDiskStore } from '../src/server/files/disk-store.ts'
import type { Shop } from '../src/server/shop.ts'
import { createTestDatabase } from './support/database.ts'
import { runOn, urlOf } from './support/global-setup.ts'
import { insertPerson } from './support/people.ts'
import { createCluster } from './support/postgres.ts'
import { startShop } from './support/shop-process.ts'

const PASSWORD = 'Semilla-de-prueba-7'

/** Folder, database and settings for shops in processes of their own, and a look into the database from here. */
async function newPlace(databaseUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'surbrote-instances-'))
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'info' }
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ log, databaseUrl, poolSize: 2 })
  const shop: Shop = {
    db: database.db,
    database,
    config: readConfig({ ...settings, SHOP_SECRET: 'x'.repeat(32) }),
    now: () => new Date(),
    log,
    secret: Buffer.alloc(32),
    files: await openDiskStore(join(dataDir, 'media')),
  }
  const close = async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { dataDir, settings, shop, close }
}

const post = (url: string, body: unknown, access?: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
const product = (name: string) => ({
  name,
  type: 'fem',
  blisters: [{ seed_count: 3, price: 18_400, stock: 50, discount: 0 }],
})

describe('two processes on one PostgreSQL', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const place = await newPlace(databaseUrl)
  const [one, two] = await Promise.all([startShop(place.settings), startShop(place.settings)])
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()])
    await place.close()
    await drop()
  })
  const admin = await insertPerson(place.shop, { admin: true })

  it('who signs in at one is signed in at the other, and signed out at both', async () => {
    await createAccount(place.shop, {
      username: 'ana_suarez',
      email: 'ana@correo.example',
      password: PASSWORD,
      email_verified: true,
      createdBy: null,
    })
    const login = await post(`${one.url}/api/auth/login/`, {
      username_or_email: 'ana_suarez',
      password: PASSWORD,
    })
    expect(login.status, await login.clone().text()).toBe(200)
    const { access, refresh } = (await login.json()) as { access: string; refresh: string }
    const asks = (url: string) =>
      fetch(`${url}/api/auth/profile/`, { headers: { authorization: `Bearer ${access}` } })
    expect([(await asks(two.url)).status, (await asks(one.url)).status]).toEqual([200, 200])
    await post(`${two.url}/api/auth/logout/`, { refresh }, access)
    expect([(await asks(one.url)).status, (await asks(two.url)).status]).toEqual([401, 401])
  })

  it('a product saved at one is on the kept page of the other within a second', async () => {
    const page = async () => (await fetch(`${two.url}/productos`)).text()
    expect(await page()).not.toContain('Chañar')
    await post(`${one.url}/api/products/`, product('Chañar'), admin.access)
    await vi.waitFor(async () => expect(await page()).toContain('Chañar'), { timeout: 1_000, interval: 20 })
  })

  it('an order repeated at the other under its key is the same order', async () => {
    const saved = await post(`${one.url}/api/products/`, product('Molle'), admin.access)
    const { id, blisters } = (await saved.json()) as { id: number; blisters: { id: number }[] }
    const buyer = await insertPerson(place.shop)
    const order = {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [{ product_id: id, blister_id: blisters[0]?.id, quantity: 2 }],
    }
    const placed = await Promise.all(
      [one, two, one, two].map(({ url }) =>
        post(`${url}/api/orders/`, order, buyer.access, { 'idempotency-key': 'one-order' }),
      ),
    )
    const ids = await Promise.all(placed.map(async (reply) => ((await reply.json()) as { id: number }).id))
    expect(new Set(ids).size).toBe(1)
  })

  it('sends each mail once', async () => {
    const people = Array.from({ length: 40 }, (_, number) => `persona${number}`)
    await Promise.all(
      people.map((name) =>
        enqueueMail(place.shop.db, {
          to: `${name}@correo.example`,
          subject: 'Pedido',
          text: 'Gracias',
          at: new Date(),
        }),
      ),
    )
    const waiting = () => sql<{ n: number }>`select count(*) as n from outbox where sent_at is null`
    await vi.waitFor(async () => expect((await waiting().execute(place.shop.db)).rows[0]?.n).toBe(0))
    const folder = join(place.dataDir, 'mail')
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    const recipients = mails.flatMap((mail) => /^To: (persona\d+)@/im.exec(mail)?.[1] ?? [])
    expect(recipients.toSorted()).toEqual(people.toSorted())
    const sent = [one, two].map(({ log }) => log.join('').match(/A mail was written/g)?.length ?? 0)
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(mails.length)
  })
})

describe('five processes that start at once on an empty PostgreSQL', () => {
  it('bring the tables up to date together, and all serve', { timeout: 60_000 }, async () => {
    const { url } = inject('postgres')
    await runOn(url, 'create database surbrote_empty')
    onTestFinished(() => runOn(url, 'drop database surbrote_empty with (force)'))
    const place = await newPlace(urlOf(url, 'surbrote_empty'))
    onTestFinished(place.close)
    const shops = await Promise.all(Array.from({ length: 5 }, () => startShop(place.settings)))
    const answers = await Promise.all(shops.map(async (shop) => (await fetch(`${shop.url}/readyz`)).status))
    await Promise.all(shops.map((shop) => shop.stop()))
    expect(answers).toEqual([200, 200, 200, 200, 200])
    const migrated = shops.filter((shop) => shop.log.join('').includes('database is up to date'))
    expect(migrated.length).toBeGreaterThanOrEqual(1)
  })
})

describe('a PostgreSQL that is killed and comes back', () => {
  it('kept pages of the other process are not older than its return', { timeout: 60_000 }, async () => {
    const cluster = await createCluster()
    onTestFinished(() => cluster.remove())
    await cluster.start()
    const place = await newPlace(cluster.url)
    onTestFinished(place.close)
    const admin = await (async () => {
      const first = await startShop(place.settings)
      await first.stop()
      return insertPerson(place.shop, { admin: true })
    })()
    const [one, two] = await Promise.all([startShop(place.settings), startShop(place.settings)])
    onTestFinished(async () => {
      await Promise.all([one.stop(), two.stop()])
    })
    const page = async () => (await fetch(`${two.url}/productos`)).text()
    for (const mode of ['immediate', 'fast'] as const) {
      await page()
      await cluster.stop(mode)
      // What is kept is still shown while the database is away.
      expect((await fetch(`${two.url}/productos`)).status).toBe(200)
      expect((await fetch(`${two.url}/readyz`)).status).toBe(503)
      await cluster.start()
      const back = performance.now()
      await vi.waitFor(
        async () => {
          const saved = await post(`${one.url}/api/products/`, product(`Quebracho ${mode}`), admin.access)
          expect(saved.status).toBe(201)
        },
        { timeout: 5_000, interval: 50 },
      )
      await vi.waitFor(async () => expect(await page()).toContain(`Quebracho ${mode}`), {
        timeout: Math.max(100, 5_000 - (performance.now() - back)),
        interval: 50,
      })
      // And the connection that hears of changes is there again.
      await post(`${one.url}/api/products/`, product(`Ceibo ${mode}`), admin.access)
      await vi.waitFor(async () => expect(await page()).toContain(`Ceibo ${mode}`), {
        timeout: 1_500,
        interval: 20,
      })
    }
    expect([one.process.exitCode, two.process.exitCode]).toEqual([null, null])
  })
})

describe('the role of deploy/roles.sql', () => {
  let place: Awaited<ReturnType<typeof newPlace>>
  let appUrl: string
  let ownerUrl: string
  const { url } = inject('postgres')
  const roles = async () => runOn(urlOf(url, 'surbrote_roles'), await readFile('deploy/roles.sql', 'utf8'))
  const as = (role: string) => {
    const address = new URL(urlOf(url, 'surbrote_roles'))
    address.username = role
    address.password = ''
    return address.href
  }

  beforeAll(async () => {
    await runOn(url, 'create database surbrote_roles')
    await roles()
    appUrl = as('surbrote_app')
    ownerUrl = as('surbrote_owner')
    place = await newPlace(appUrl)
  })
  afterAll(async () => {
    await place.close()
    await runOn(url, 'drop database surbrote_roles with (force)')
    await runOn(url, 'drop role surbrote_app')
    await runOn(url, 'drop role surbrote_owner')
  })

  it('is told in one line to have the tables made by the other', async () => {
    await expect(startShop(place.settings)).rejects.toThrow('MIGRATE_DATABASE_URL')
  })

  it('runs the shop and may not touch tables, log and ledger', async () => {
    const owner = await startShop({ ...place.settings, DATABASE_URL: ownerUrl })
    await owner.stop()
    await roles()
    const shop = await startShop(place.settings)
    onTestFinished(() => shop.stop())
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
    const admin = await insertPerson(place.shop, { admin: true })
    const saved = await post(`${shop.url}/api/products/`, product('Tala'), admin.access)
    const { id, blisters } = (await saved.json()) as { id: number; blisters: { id: number }[] }
    const order = await post(
      `${shop.url}/api/orders/`,
      {
        recipient_name: 'Ana Suárez',
        customer_phone: '1123456789',
        delivery_type: 'coordinate',
        products: [{ product_id: id, blister_id: blisters[0]?.id, quantity: 2 }],
      },
      admin.access,
      { 'idempotency-key': 'k' },
    )
    expect(order.status).toBe(201)
    for (const statement of [
      'create table x (id int)',
      'alter table users add column x int',
      'drop table banners',
      'update activity_log set description = description',
      'delete from activity_log',
      'truncate activity_log',
      'update stock_movements set change = change',
      'delete from stock_movements',
      "insert into schema_migrations (name, sha256) values ('x', 'x')",
    ]) {
      const refused = await sql
        .raw(statement)
        .execute(place.shop.db)
        .catch((error: unknown) => error)
      expect(refused, statement).toMatchObject({ code: '42501' })
    }
  })
})
