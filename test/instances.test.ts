import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { inTransaction } from '../src/server/db/transaction.ts'
import { enqueueMail } from '../src/server/mail/outbox.ts'
import { clientAt } from './support/calls/client.ts'
import { insertPerson } from './support/people/people.ts'
import { newItem, orderOf } from './support/sales/goods.ts'
import { runOn, urlOf } from './support/databases/postgres.ts'
import { openScope } from './support/scope.ts'
import { runCommand } from './support/servers/run-command.ts'
import { startServer, WITHOUT_BUILD } from './support/servers/start-server.ts'
import {
  embeddedPlace,
  newCluster,
  openShopOf,
  openTables,
  type Place,
  placeOn,
} from './support/test-environment.ts'

const PASSWORD = 'Semilla-de-prueba-7'

const scope = openScope()
afterAll(() => scope.end())

const start = (place: Place, env: Record<string, string> = {}) =>
  startServer(scope, place, { program: WITHOUT_BUILD, env: { LOG_LEVEL: 'info', ...env } })

const product = (name: string) => ({
  name,
  type: 'fem',
  blisters: [{ seed_count: 3, price: 18_400, stock: 50, discount: 0 }],
})

describe('two processes on one PostgreSQL', async () => {
  const cluster = await newCluster(scope)
  const place = await placeOn(scope, cluster)
  const shop = await openShopOf(scope, place)
  const [one, two] = await Promise.all([start(place), start(place)])
  const admin = clientAt(one.url, (await insertPerson(shop, { admin: true })).access)

  it('a session is valid at both instances, and a sign-out ends it at both', async () => {
    const created = await admin.post('/auth/admin/create-user/', {
      first_name: 'Ana',
      last_name: 'Suárez',
      username: 'ana_suarez',
      email: 'ana@correo.example',
      password: PASSWORD,
      password2: PASSWORD,
      email_verified: true,
    })
    expect(created.status, created.text).toBe(201)
    const login = { username_or_email: 'ana_suarez', password: PASSWORD }
    const { status, text, body } = await clientAt(one.url).post('/auth/login/', login)
    expect(status, text).toBe(200)
    const profile = async (url: string) => (await clientAt(url, body.access).get('/auth/profile/')).status
    expect([await profile(two.url), await profile(one.url)]).toEqual([200, 200])
    await clientAt(two.url, body.access).post('/auth/logout/', { refresh: body.refresh })
    expect([await profile(one.url), await profile(two.url)]).toEqual([401, 401])
  })

  it('a product saved at one instance is on the cached page of the other within a second', async () => {
    const page = async () => (await fetch(`${two.url}/productos`)).text()
    expect(await page()).not.toContain('Chañar')
    await admin.post('/products/', product('Chañar'))
    await vi.waitFor(async () => expect(await page()).toContain('Chañar'), { timeout: 1_000, interval: 20 })
  })

  it('a changed identity is on each kept page and file of the other within a second', async () => {
    const told: Record<string, string> = {
      '/': 'Semillas del Delta',
      '/productos': '#fdf3e1',
      '/como-germinar': 'A mi modo',
      '/manifest.webmanifest': 'Semillas del Delta',
      '/api/settings/': '#7a1f4b',
      '/api/guide/': 'A mi modo',
      '/api/openapi.json': 'Semillas del Delta',
    }
    const drawn = ['/favicon.svg', '/icon-192.png']
    const at = async (url: string, path: string) => {
      const answer = await fetch(url + path)
      expect(answer.status, path).toBe(200)
      return Buffer.from(await answer.arrayBuffer()).toString('latin1')
    }
    const before = new Map<string, string>()
    for (const path of [...Object.keys(told), ...drawn]) before.set(path, await at(two.url, path))
    const identity = {
      shop_name: 'Semillas del Delta',
      accent_light: '#7a1f4b',
      ground_light: '#fdf3e1',
      guide_intro: 'A mi modo',
    }
    expect((await admin.put('/settings/', identity)).status).toBe(200)
    await vi.waitFor(
      async () => {
        for (const [path, word] of Object.entries(told)) expect(await at(two.url, path)).toContain(word)
      },
      { timeout: 1_000, interval: 20 },
    )
    for (const path of drawn) expect(await at(two.url, path), path).not.toBe(before.get(path))
    for (const [path, word] of Object.entries(told)) expect(before.get(path), path).not.toContain(word)
  })

  it('an order repeated at the other instance under its key is the same order', async () => {
    const order = orderOf(await newItem(shop, 50))
    const { access } = await insertPerson(shop)
    const placed = await Promise.all(
      [one, two, one, two].map(({ url }) =>
        clientAt(url, access).post('/orders/', order, { 'idempotency-key': 'one-order' }),
      ),
    )
    const ids = placed.map(({ body }) => Number(body.id))
    expect(new Set(ids).size).toBe(1)
  })

  it('sends each mail once', async () => {
    const people = Array.from({ length: 40 }, (_, number) => `persona${number}`)
    await Promise.all(
      people.map((name) =>
        inTransaction(shop.database, (tx) =>
          enqueueMail(tx, {
            to: `${name}@correo.example`,
            userId: null,
            kind: 'order_note',
            subject: 'Pedido',
            text: 'Gracias',
            at: new Date(),
          }),
        ),
      ),
    )
    const waiting = () => sql<{ n: number }>`select count(*) as n from outbox where sent_at is null`
    // The outbox rests between mails.
    await expect.poll(async () => (await waiting().execute(shop.db)).rows[0]?.n, { timeout: 30_000 }).toBe(0)
    const folder = join(place.dataDir, 'mail')
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    const recipients = mails.flatMap((mail) => /^To: (persona\d+)@/im.exec(mail)?.[1] ?? [])
    expect(recipients.toSorted()).toEqual(people.toSorted())
    const sent = [one, two].map(({ log }) => log().match(/A mail was written/g)?.length ?? 0)
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(mails.length)
  })

  it('cached pages are not older than the reconnection to a PostgreSQL that was killed and came back', {
    timeout: 60_000,
  }, async () => {
    const save = (name: string) => admin.post('/products/', product(name))
    const page = async () => (await fetch(`${two.url}/productos`)).text()
    for (const mode of ['immediate', 'fast'] as const) {
      await page()
      await cluster.stop(mode)
      // Cached pages are still served while the database is down.
      expect((await fetch(`${two.url}/productos`)).status).toBe(200)
      // The database is asked at most every 250 ms.
      await vi.waitFor(async () => expect((await fetch(`${two.url}/readyz`)).status).toBe(503), {
        timeout: 1_000,
        interval: 50,
      })
      await cluster.start()
      const back = performance.now()
      await vi.waitFor(
        async () => {
          expect((await save(`Quebracho ${mode}`)).status).toBe(201)
        },
        { timeout: 5_000, interval: 50 },
      )
      await vi.waitFor(async () => expect(await page()).toContain(`Quebracho ${mode}`), {
        timeout: Math.max(100, 5_000 - (performance.now() - back)),
        interval: 50,
      })
      // The connection that listens for changes is back too.
      await save(`Ceibo ${mode}`)
      await vi.waitFor(async () => expect(await page()).toContain(`Ceibo ${mode}`), {
        timeout: 1_500,
        interval: 20,
      })
    }
    expect([one.isRunning(), two.isRunning()]).toEqual([true, true])
  })
})

const { url } = inject('postgres')

describe('three processes that start at once on an empty PostgreSQL', () => {
  it('apply the migrations together, and all serve', { timeout: 60_000 }, async () => {
    const place = { ...embeddedPlace(scope), databaseUrl: urlOf(url, 'surbrote_empty') }
    await runOn(url, 'create database surbrote_empty')
    onTestFinished(() => runOn(url, 'drop database surbrote_empty with (force)'))
    // Each resolves when `/readyz` says 200.
    const shops = await Promise.all(Array.from({ length: 3 }, () => start(place)))
    await Promise.all(shops.map((shop) => shop.stop()))
    const migrated = shops.filter((shop) => shop.log().includes('database is up to date'))
    expect(migrated.length).toBeGreaterThanOrEqual(1)
  })
})

describe('the role of deploy/roles.sql', () => {
  const roles = async () => runOn(urlOf(url, 'surbrote_roles'), await readFile('deploy/roles.sql', 'utf8'))
  const as = (role: string): Place => {
    const address = new URL(urlOf(url, 'surbrote_roles'))
    address.username = role
    address.password = ''
    return { ...folder, databaseUrl: address.href }
  }
  const folder = embeddedPlace(scope)
  const place = as('surbrote_app')

  beforeAll(async () => {
    await runOn(url, 'create database surbrote_roles')
    await roles()
  })
  afterAll(async () => {
    await runOn(url, 'drop database surbrote_roles with (force)')
    await runOn(url, 'drop role surbrote_app')
    await runOn(url, 'drop role surbrote_owner')
  })

  it('says in one line that the other role must create the tables', async () => {
    await expect(startServer(scope, place)).rejects.toThrow(
      /^The server ended: El usuario «surbrote_app» no puede crear tablas .*MIGRATE_DATABASE_URL.*\n$/,
    )
  })

  it('runs the shop but cannot change the schema, the log and the ledger', async () => {
    // Nothing else: `migrate` takes back what roles.sql gave away on tables that did not exist yet.
    const owner = { MIGRATE_DATABASE_URL: as('surbrote_owner').databaseUrl ?? '' }
    expect(await runCommand(place, ['migrate'], owner)).toMatchObject({
      code: 0,
      text: expect.stringContaining('PostgreSQL surbrote_roles en ') as unknown,
    })
    const shop = await start(place)
    const { db, close } = await openTables(place)
    onTestFinished(close)
    const { access } = await insertPerson({ db, now: () => new Date() }, { admin: true })
    const admin = clientAt(shop.url, access)
    const { id, blisters } = (await admin.post('/products/', product('Tala'))).body
    const item = { product_id: id, blister_id: blisters[0].id, quantity: 2, name: 'Tala' }
    const order = await admin.post('/orders/', orderOf(item), { 'idempotency-key': 'k' })
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
      'update price_changes set new_price = new_price',
      'delete from price_runs',
      "insert into schema_migrations (name, sha256) values ('x', 'x')",
    ]) {
      const refused = await sql
        .raw(statement)
        .execute(db)
        .catch((error: unknown) => error)
      expect(refused, statement).toMatchObject({ code: '42501' })
    }
  })
})
