import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { everyRow } from '../../../../test/support/databases/backups.ts'
import { fillDataDir } from '../../../../test/support/databases/embedded-dump.ts'
import { createTestDatabase } from '../../../../test/support/databases/test-database.ts'
import { insertPerson } from '../../../../test/support/people/people.ts'
import { startBuyers } from '../../../../test/support/sales/buyers.ts'
import { allowPending, type Item, newItem, orderOf } from '../../../../test/support/sales/goods.ts'
import { createApp } from '../../app.ts'
import { openBackup } from '../backup/read-backup.ts'
import { type Config, readConfig } from '../../config.ts'
import { openDatabase } from '../../db/connect.ts'
import { type Holder, lockDataDir, lockWhenFree } from '../../db/data-lock.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openStore } from '../../files/open-store.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { openShop } from '../../start/open-shop.ts'
import { archiveActivity } from './archive-activity.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { exportProducts } from './export-products.ts'
import { importProducts } from './import-products.ts'
import { move } from './move.ts'
import { forgetPerson } from './person.ts'
import { answerOperator } from './operator-socket.ts'
import { restore } from './restore.ts'

// Runs alone: a command that reads the shop makes the database of its process slow.

const root = path.resolve('.')
const SECRET = 'prueba-prueba-prueba-prueba-prueba'

let folder = ''
let said = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'surbrote-ops-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

const settings = (dataDir: string, databaseUrl?: string): Config =>
  readConfig({
    DATA_DIR: path.join(folder, dataDir),
    DATABASE_URL: databaseUrl,
    SHOP_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '0',
  })
const run = (command: Command, config: Config, ...args: string[]) => command.run({ config, root, args })

async function newDatabase(): Promise<string> {
  const { databaseUrl, drop } = await createTestDatabase()
  onTestFinished(drop)
  return databaseUrl
}

describe('an embedded shop on disk', { timeout: 120_000 }, () => {
  const config = () => settings('data')
  let item: Item

  beforeAll(async () => {
    // The second is filled later.
    for (const name of ['data', 'back']) await fillDataDir(path.join(folder, name))
    const shop = await openShop(config(), root)
    item = await newItem(shop, 1000)
    await shop.files.write('product/foto/320.webp', Buffer.from('not really a picture'))
    await shop.db
      .insertInto('uploads')
      .values({
        id: 'foto',
        preset: 'product',
        width: 9,
        height: 9,
        bytes: 20,
        claimed_at: new Date(),
        created_at: new Date(),
      })
      .execute()
    await allowPending(shop)
    const waiting = {
      to: 'a@correo.example',
      userId: null,
      kind: 'order_note' as const,
      subject: 'Esperando',
      text: 'hola',
      at: new Date(),
    }
    await inTransaction(shop.database, (tx) => enqueueMail(tx, waiting))
    await shop.database.close()
  }, 180_000)

  it('is backed up, checked, exported and imported while it runs and sells', async () => {
    const shop = await openShop(config(), root)
    const app = await createApp(shop)
    const operator = await answerOperator(shop)
    try {
      const socket = await stat(path.join(config().dataDir, 'operator.sock'))
      expect(socket.mode & 0o777).toBe(0o600)
      const { access } = await insertPerson(shop)
      const orders = startBuyers('', {
        tokens: [access],
        workers: 2,
        order: orderOf(item),
        async post(token, payload) {
          const headers = { authorization: `Bearer ${token}` }
          const reply = await app.inject({ method: 'POST', url: '/api/orders/', headers, payload })
          return { status: reply.statusCode, body: reply.json() }
        },
      })
      await expect.poll(() => orders.acknowledged.length).toBeGreaterThan(3)
      const before = [...orders.acknowledged]
      expect(await run(backup, config(), path.join(folder, 'running'))).toBe(0)
      expect(said).toContain('Copia lista en')
      expect(orders.acknowledged.length).toBeGreaterThan(before.length)
      await orders.stop()
      expect(orders.others).toEqual({})

      expect(await run(check, config())).toBe(0)
      expect(said).toContain('Todo coincide.')
      await sql`insert into activity_log (action, entity, description, created_at)
        values ('update', 'user', 'Perfil actualizado', '2021-05-04')`.execute(shop.db)
      expect(await run(archiveActivity, config(), folder, '--months', '12')).toBe(0)
      expect(said).toMatch(/^1 entradas anteriores al /m)
      const file = path.join(folder, 'productos.csv')
      expect(await run(exportProducts, config(), file)).toBe(0)
      const text = await readFile(file, 'utf8')
      await writeFile(file, text.replace(';1000,00;', ';123,45;'))
      expect(await run(importProducts, config(), file, '--dry-run')).toBe(0)
      expect(said).toContain('Precio (3 semillas): $\u00a01.000 → $\u00a0123,45')
      await expect(run(importProducts, config(), file, '--username', 'nadie')).rejects.toThrow(
        'No hay ningún administrador con el usuario nadie.',
      )
      const priceOf = () => shop.db.selectFrom('blisters').select('price').executeTakeFirstOrThrow()
      expect(await priceOf()).toEqual({ price: 100_000 })
      expect(await run(importProducts, config(), file)).toBe(0)
      expect(await priceOf()).toEqual({ price: 12_345 })
      await writeFile(file, 'ID;Precio\n77;1')
      expect(await run(importProducts, config(), file)).toBe(1)
      expect(said).toContain('Fila 2: No hay ningún producto con ID 77')
      await writeFile(file, `ID;Precio${'\n77;1'.repeat(1234)}`)
      expect(await run(importProducts, config(), file)).toBe(1)
      expect(said).toMatch(
        /Fila 101: .+\n… y 1134 más\nLa planilla tiene 1234 errores: no se guardó nada\.\n$/,
      )
      await expect(run(move, config(), '--to', path.join(folder, 'elsewhere'))).rejects.toThrow(
        'está abierta: cerrala',
      )

      const { contents } = await openBackup(path.join(folder, 'running'))
      const ids = new Set<number>()
      const rows = contents.tables.find(({ name }) => name === 'orders')?.rows() ?? []
      for await (const lines of rows)
        for (const line of lines) ids.add(Number((JSON.parse(line) as string[])[0]))
      expect(before.filter((id) => !ids.has(id))).toEqual([])
      // The copies of the database were removed with their commands.
      await expect
        .poll(async () => (await readdir(config().dataDir)).filter((name) => name.startsWith('.snapshot')))
        .toEqual([])
    } finally {
      await operator.close()
      await app.close()
      await shop.database.close()
    }
    expect(existsSync(path.join(config().dataDir, 'operator.sock'))).toBe(false)
  })

  it('is restored on PostgreSQL from that backup, whose waiting mail is not sent again', async () => {
    const other = settings('restored', await newDatabase())
    expect(await run(restore, other, path.join(folder, 'running'))).toBe(0)
    expect(said).toContain('Todo coincide.')
    const shop = await openShop(other, root)
    const waiting = await shop.db
      .selectFrom('outbox')
      .select(['subject', 'last_error'])
      .where('subject', '=', 'Esperando')
      .where('failed_at', 'is not', null)
      .execute()
    expect(waiting).toEqual([{ subject: 'Esperando', last_error: expect.stringContaining('No se envía') }])
    expect(await shop.files.list('product/foto')).toHaveLength(1)
    // An inconsistency, which check reports.
    await sql`update blisters set stock = stock + 1`.execute(shop.db)
    await sql`update orders set total = total + 1 where id = (select min(id) from orders)`.execute(shop.db)
    await sql`insert into uploads (id, preset, width, height, bytes, claimed_at, created_at)
      values ('perdida', 'product', 1, 1, 1, now(), now())`.execute(shop.db)
    await sql`update products set image = '/media/product/nada/320.webp'`.execute(shop.db)
    await sql`update blisters set image = '/media/product/sobre/320.webp'`.execute(shop.db)
    await sql`
      with made as (
        insert into lots (product_id, code, created_at) values (${item.product_id}, 'L-001', now()), (${item.product_id}, 'L-002', now())
        returning id, code
      )
      insert into lot_movements (lot_id, blister_id, change, reason, created_at)
      select id, ${item.blister_id}::int, case code when 'L-001' then -3 else 5000 end, 'adjusted', now() from made`.execute(
      shop.db,
    )
    await shop.database.close()
    expect(await run(check, other)).toBe(1)
    expect(said).toMatch(/Presentación \d+: stock \d+, movimientos \d+/)
    expect(said).toMatch(/Pedido \d+: total 100001, renglones 100000/)
    expect(said).toMatch(/Lote L-001, presentación \d+: quedan -3/)
    expect(said).toMatch(/Presentación \d+: en lotes 4997, en depósito \d+/)
    expect(said).toContain('Falta product/perdida')
    expect(said).toContain('falta product/nada/320.webp')
    expect(said).toMatch(/presentación \d+: falta product\/sobre\/320.webp/)
  })

  it('moves to PostgreSQL and back, row by row, with sessions and waiting mail', async () => {
    const before = await everyRowOf(config())
    const databaseUrl = await newDatabase()
    expect(await run(move, config(), '--to', databaseUrl)).toBe(0)
    expect(said).toContain('arranca con DATABASE_URL')
    expect(await everyRowOf(settings('data', databaseUrl))).toEqual(before)
    const onPostgres = await openShop(settings('data', databaseUrl), root)
    await expect(run(move, settings('data', databaseUrl), '--to', path.join(folder, 'back'))).rejects.toThrow(
      'cerrá la tienda',
    )
    await onPostgres.database.close()
    expect(await run(move, settings('data', databaseUrl), '--to', path.join(folder, 'back'))).toBe(0)
    const back = settings('back')
    expect(await everyRowOf(back)).toEqual(before)
    const files = await openStore(back, { warn() {} })
    expect(await files.list('product/foto')).toHaveLength(1)
    expect(await everyRowOf(config())).toEqual(before)
    expect(before['outbox']?.lines.length).toBeGreaterThan(0)
    expect(before['sessions']?.lines.length).toBeGreaterThan(0)
    await expect(run(move, config(), '--to', path.join(folder, 'data'))).rejects.toThrow('ya está ahí')
  })

  it('leaves nothing that looks like a backup when the backup is killed', async () => {
    const parent = path.join(folder, 'backups')
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SLOW_BACKUP, parent],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: root },
    )
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const left = await readdir(parent)
    expect(left).toEqual([expect.stringMatching(/^\.whole\.[0-9a-f-]{36}\.unfinished$/)])
    await expect(openBackup(path.join(parent, left[0] ?? ''))).rejects.toThrow('no es una copia completa')
    expect(await run(backup, config(), path.join(parent, 'whole'))).toBe(0)
    await openBackup(path.join(parent, 'whole'))
  })

  it('explains why a command is not possible', async () => {
    await expect(run(backup, settings('nowhere'), path.join(folder, 'x'))).rejects.toThrow(
      'No hay ninguna tienda',
    )
    expect(existsSync(path.join(folder, 'nowhere'))).toBe(false)
    const address = 'postgres://ana:secreto@127.0.0.1/tienda'
    for (const to of [address, 'postgresql://ana@127.0.0.1/tienda?password=secreto'])
      await expect(run(move, config(), '--to', to)).rejects.toThrow('«move --to -»')
  })

  it('waits for a shop that starts or stops, and says what another process is doing', async () => {
    const said: Record<Holder, (dataDir: string) => string> = {
      starting: (dataDir) => `La tienda de ${dataDir} está arrancando: probá de nuevo en unos segundos.`,
      stopping: (dataDir) => `La tienda de ${dataDir} se está cerrando: probá de nuevo en unos segundos.`,
      command: (dataDir) =>
        `Otro comando está usando la tienda de ${dataDir}: probá de nuevo cuando termine.`,
      // Nobody answers at its socket.
      serving: (dataDir) =>
        `La tienda de ${dataDir} no contesta: si se acaba de caer, probá de nuevo en unos segundos`,
    }
    const holders = ['starting', 'stopping', 'command', 'serving'] as const
    // All at once, as each waits for seconds. Nobody opens these databases.
    await Promise.all(
      holders.map(async (holder) => {
        const { dataDir, ...other } = settings(holder)
        await mkdir(path.join(dataDir, 'db'), { recursive: true })
        const { release } = lockDataDir(dataDir, holder)
        const refused = run(check, { dataDir, ...other }).finally(release)
        await expect(refused, holder).rejects.toThrow(said[holder](dataDir))
        if (holder === 'serving') return
        const held = lockDataDir(dataDir, holder)
        setTimeout(held.release, 300)
        const { release: end } = await lockWhenFree(dataDir)
        end()
      }),
    )
    const { release } = lockDataDir(config().dataDir, 'serving')
    setTimeout(release, 300)
    expect(await run(check, config())).toBe(0)
  })

  it('forgets a person only when somebody confirms it', async () => {
    const there = settings('forgotten', await newDatabase())
    const shop = await openShop(there, root)
    const { email } = await insertPerson(shop)
    await shop.database.close()
    await expect(run(forgetPerson, there, email)).rejects.toThrow(`«person forget ${email} --yes»`)
    const answers = ['no', '', 'sí']
    for (const answer of answers) {
      const terminal = Object.assign(new PassThrough(), { isTTY: true })
      vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin)
      terminal.end(`${answer}\n`)
      expect(await run(forgetPerson, there, email), answer).toBe(answer === 'sí' ? 0 : 1)
    }
    expect(said).toMatch(/^No se borró nada\.\nNo se borró nada\.\nOlvidada: cuentas 1,/)
    said = ''
    expect(await run(forgetPerson, there, email, '--yes')).toBe(0)
    expect(said).toContain('Olvidada: cuentas 0,')
  })
})

const quiet = { info() {}, warn() {}, error() {} }

/** Prints a line when a table is on the disk, and never ends. */
const SLOW_BACKUP = `
  const { writeBackup } = await import('./src/server/operator/backup/write-backup.ts')
  const table = (name, rows) => ({ name, columns: ['id'], sequence: null, rows })
  const contents = {
    takenAt: new Date().toISOString(), migrations: [], leftOut: [],
    tables: [
      table('one', async function* () { yield ['["1"]'] }),
      table('two', async function* () { console.log('begun'); for (;;) { yield ['["1"]']; await new Promise((done) => setTimeout(done, 10)) } }),
    ],
    files: async function* () {},
  }
  await writeBackup(contents, process.argv[1] + '/whole', { shop: '0', engine: 'embedded' })`

async function everyRowOf({ databaseUrl, dataDir }: Config) {
  const database = await openDatabase({ log: quiet, databaseUrl, dataDir })
  try {
    return await everyRow(database)
  } finally {
    await database.close()
  }
}
