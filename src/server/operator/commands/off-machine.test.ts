import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { everyFile, everyRow } from '../../../../test/support/databases/backups.ts'
import { fillDataDir } from '../../../../test/support/databases/embedded-dump.ts'
import { createTestDatabase } from '../../../../test/support/databases/test-database.ts'
import { type S3Server, startS3 } from '../../../../test/support/pictures/s3-server.ts'
import { newItem } from '../../../../test/support/sales/goods.ts'
import { type Config, readConfig } from '../../config.ts'
import { lockDataDir } from '../../db/data-lock.ts'
import { openObjects } from '../../files/s3-objects.ts'
import type { Shop } from '../../shop.ts'
import { openShop } from '../../start/open-shop.ts'
import { makeKey, readIdentities, seal, unseal } from '../backup/seal.ts'
import { TEMPORARY_TABLES } from '../backup/contents.ts'
import { backup } from './backup.ts'
import { backupFailed } from './backup-failed.ts'
import { backupKey } from './backup-key.ts'
import { answerOperator } from './operator-socket.ts'
import { restore } from './restore.ts'

// Runs alone: a command that reads the shop makes the database of its process slow.

const root = path.resolve('.')
const DAY_MS = 24 * 60 * 60_000

let s3: S3Server
let folder = ''
let keys: Awaited<ReturnType<typeof makeKey>>
let keyFile = ''
/** By the data folder; the other shops are embedded. */
let databases: Record<string, Awaited<ReturnType<typeof createTestDatabase>>> = {}
let said = ''
beforeAll(async () => {
  s3 = await startS3()
  folder = await mkdtemp(path.join(tmpdir(), 'surbrote-off-'))
  keys = await makeKey()
  keyFile = path.join(folder, 'clave')
  await writeFile(keyFile, `# made by age-keygen\n${keys.identity}\n`)
  databases = { data: await createTestDatabase(), target: await createTestDatabase() }
  await mkdir(path.join(folder, 'target'))
  // Migrated already, which takes an embedded database long.
  for (const name of ['new', 'running']) await fillDataDir(path.join(folder, name))
  const shop = await openShop(settings('data'), root)
  await newItem(shop, 1000)
  await shop.files.write('product/foto/320.webp', Buffer.alloc(300_000, 'not really a picture'))
  await shop.database.close()
}, 180_000)
afterAll(async () => {
  await s3.close()
  for (const { drop } of Object.values(databases)) await drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => {
  s3.fault = 'nothing'
  vi.restoreAllMocks()
})

function settings(dataDir: string, more: Record<string, string | undefined> = {}): Config {
  return readConfig({
    DATA_DIR: path.join(folder, dataDir),
    LOG_LEVEL: 'silent',
    BACKUP_S3_ENDPOINT: s3.config.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    BACKUP_RECIPIENT: keys.recipient,
    PUBLIC_URL: 'https://tienda.com.ar',
    SHOP_SECRET: 'prueba-prueba-prueba-prueba-prueba',
    DEMO: '0',
    DATABASE_URL: databases[dataDir]?.databaseUrl,
    ...more,
  })
}
type Command = typeof backup
const run = (command: Command, config: Config, ...args: string[]) => command.run({ config, root, args })
const objects = () => openObjects(s3.config)
const names = async (prefix: string) => (await objects().list(prefix)).map(({ key }) => key).toSorted()
/** The only backup under the prefix. */
async function oneIn(prefix: string): Promise<string> {
  const [key = '', ...more] = await names(prefix)
  expect(more).toEqual([])
  return key
}
const put = (key: string, content: Buffer) => objects().send(key, Readable.from([content]))
async function contentOf(key: string): Promise<Buffer> {
  const found = await objects().get(key)
  if (!found) throw new Error(`There is no ${key}`)
  return buffer(found.stream)
}
async function lastBackup({ db }: Pick<Shop, 'db'>) {
  const rows = await db.selectFrom('settings').select(['key', 'updated_at']).execute()
  const mails = await db.selectFrom('outbox').select('kind').execute()
  const at = (name: string) => rows.find(({ key }) => key === name)?.updated_at
  return { good: at('last_backup'), failed: at('last_backup_failure'), mails: mails.map(({ kind }) => kind) }
}

describe('backup --to', { timeout: 240_000 }, () => {
  it('sends one encrypted object, which restores as the same shop on a new machine', async () => {
    const before = Date.now()
    expect(await run(backup, settings('data'), '--to', 's3://shop/trip')).toBe(0)
    const key = await oneIn('trip/')
    expect(key).toMatch(/^trip\/surbrote-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.age$/)
    expect(said).toContain(`Copia cifrada en s3://shop/${key}: `)
    const sealed = await contentOf(key)
    expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(sealed.includes('manifest.json') || sealed.includes('really a picture')).toBe(false)
    expect((await readdir(path.join(folder, 'data'))).filter((name) => name.startsWith('.'))).toEqual([])

    expect(await run(restore, settings('new'), 's3://shop/trip', '--key', keyFile)).toBe(0)
    expect(said).toContain('La copia está entera: ')
    expect(said).toContain('Todo coincide.')
    expect((await readdir(path.join(folder, 'new'))).filter((name) => name.startsWith('.'))).toEqual([])
    const [from, to] = [await openShop(settings('data'), root), await openShop(settings('new'), root)]
    try {
      expect((await lastBackup(from)).good?.getTime()).toBeGreaterThanOrEqual(before)
      const [old, restored] = [await everyRow(from.database), await everyRow(to.database)]
      // The time of the backup was noted after it.
      for (const name of [...TEMPORARY_TABLES, 'settings']) {
        delete old[name]
        delete restored[name]
      }
      expect(restored).toEqual(old)
      expect(await everyFile(to.files)).toEqual(await everyFile(from.files))
    } finally {
      await from.database.close()
      await to.database.close()
    }
  })

  it('counts in an embedded shop, stopped or running', async () => {
    const config = settings('running')
    expect(await run(backup, config, '--to', 's3://shop/stopped')).toBe(0)
    const shop = await openShop(config, root)
    const operator = await answerOperator(shop)
    const before = (await lastBackup(shop)).good?.getTime() ?? Number.NaN
    expect(await run(backup, config, '--to', 's3://shop/running')).toBe(0)
    expect((await lastBackup(shop)).good?.getTime()).toBeGreaterThan(before)
    await operator.close()
    await shop.database.close()
  })

  it('is refused without a recipient, without keys of a bucket, and for another kind of place', async () => {
    const to = ['--to', 's3://shop/refused']
    await expect(run(backup, settings('data', { BACKUP_RECIPIENT: undefined }), ...to)).rejects.toThrow(
      /^Falta BACKUP_RECIPIENT: .*«npm run shop -- backup key»/,
    )
    await expect(run(backup, settings('data', { BACKUP_S3_ENDPOINT: undefined }), ...to)).rejects.toThrow(
      /^Faltan BACKUP_S3_ENDPOINT/,
    )
    await expect(run(backup, settings('data'), '--to', 's3://')).rejects.toThrow('no es un lugar para copias')
    const wrong = `${keys.recipient.slice(0, -1)}${keys.recipient.endsWith('q') ? 'p' : 'q'}`
    await expect(run(backup, settings('data', { BACKUP_RECIPIENT: wrong }), ...to)).rejects.toThrow(
      'BACKUP_RECIPIENT no es una clave entera',
    )
    expect(await names('refused/')).toEqual([])
  })

  it('uses the S3 settings of the pictures where it has none of its own', () => {
    const { backup: own } = readConfig({
      S3_ENDPOINT: 'https://pictures.example',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
      BACKUP_S3_ENDPOINT: 'https://backups.example/',
      BACKUP_S3_REGION: 'auto',
    })
    expect(own.s3).toEqual({
      endpoint: 'https://backups.example',
      region: 'auto',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    })
    expect(own.keepDays).toBe(30)
  })

  it('says in a sentence what S3 refuses, and leaves nothing there', async () => {
    s3.fault = { status: 403, code: 'AccessDenied' }
    await expect(run(backup, settings('data'), '--to', 's3://shop/denied')).rejects.toThrow(
      /^El bucket shop no lo permite \(S3 \w+: AccessDenied \(403\)\): revisá BACKUP_S3_ACCESS_KEY_ID/,
    )
    s3.fault = 'nothing'
    expect(await names('denied/')).toEqual([])
    await expect(run(backup, settings('data'), '--to', 's3://missing/x')).rejects.toThrow(
      'no hay ningún bucket missing',
    )
    expect((await readdir(path.join(folder, 'data'))).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('sends the first folder of each day to BACKUP_TO, and keeps the folder when that fails', async () => {
    const config = settings('data', { BACKUP_TO: 's3://shop/daily' })
    s3.fault = { status: 403, code: 'AccessDenied' }
    await expect(run(backup, config, path.join(folder, 'hour-1'), '--daily')).rejects.toThrow('no lo permite')
    s3.fault = 'nothing'
    expect(await readdir(path.join(folder, 'hour-1'))).toContain('SHA256SUMS')
    for (const hour of ['hour-2', 'hour-3'])
      expect(await run(backup, config, path.join(folder, hour), '--daily')).toBe(0)
    expect(await run(backup, config, path.join(folder, 'by-hand'))).toBe(0)
    expect(await run(backup, settings('data'), path.join(folder, 'alone'), '--daily')).toBe(0)
    await oneIn('daily/')
    expect(said).toContain('En s3://shop/daily ya está la copia de hoy.')
  })

  it('removes only its own old ones, only after a good one, and never the newest', async () => {
    const old = 'kept/surbrote-2020-01-01T000000Z.tar.age'
    const recent = 'kept/surbrote-2020-01-02T000000Z.tar.age'
    const others = [
      'kept/notes.txt',
      'kept/surbrote-2020.tar.age',
      'kept/b/surbrote-2020-01-01T000000Z.tar.age',
    ]
    for (const key of [old, recent, ...others]) {
      await put(key, Buffer.from('x'))
      await s3.age(key, new Date(Date.now() - (key === recent ? 29 : 31) * DAY_MS))
    }
    s3.fault = (asked) => (asked.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : 'nothing')
    await expect(run(backup, settings('data'), '--to', 's3://shop/kept')).rejects.toThrow('no lo permite')
    s3.fault = 'nothing'
    expect(await names('kept/')).toContain(old)

    expect(await run(backup, settings('data', { BACKUP_KEEP_DAYS: '0' }), '--to', 's3://shop/kept')).toBe(0)
    expect(await names('kept/')).toContain(old)
    expect(await run(backup, settings('data'), '--to', 's3://shop/kept')).toBe(0)
    expect(said).toContain('Borradas 1 de hace más de 30 días.')
    const left = await names('kept/')
    expect(left).not.toContain(old)
    expect(left).toEqual(expect.arrayContaining([recent, ...others]))
  })
})

describe('restore s3://', { timeout: 240_000 }, () => {
  const from = (place: string, key = keyFile) => run(restore, settings('target'), place, '--key', key)
  /** What is left of the object in the data folder. */
  const leftovers = async () =>
    (await readdir(path.join(folder, 'target'))).filter((name) => name.startsWith('.'))

  beforeAll(async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await run(backup, settings('data'), '--to', 's3://shop/good')
    vi.restoreAllMocks()
  })

  it('refuses another key, and what is no key', async () => {
    const other = path.join(folder, 'otra')
    await writeFile(other, (await makeKey()).identity)
    await expect(from('s3://shop/good', other)).rejects.toThrow(/^Esa clave no abre esta copia: /)
    await writeFile(other, keys.recipient)
    await expect(from('s3://shop/good', other)).rejects.toThrow(/^Eso no es una clave secreta: /)
    expect(await leftovers()).toEqual([])
  })

  it.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'truncated at the end of a chunk of age',
      (bytes: Buffer) => bytes.subarray(0, headerOf(bytes) + 16 + 2 * 65_552),
    ],
    ['with one byte changed', (bytes: Buffer) => flipped(bytes, bytes.length / 2)],
    ['with a changed header', (bytes: Buffer) => flipped(bytes, bytes.indexOf('\n--- ') + 6)],
    ['that is nothing', () => Buffer.from('hola')],
  ])('refuses an object %s', async (_, damage) => {
    const key = `damaged/${path.basename(await oneIn('good/'))}`
    await put(key, damage(await contentOf(await oneIn('good/'))))
    await expect(from('s3://shop/damaged')).rejects.toThrow(
      /^[^\n]*está dañada o cortada: restaurá una anterior[^\n]*$/,
    )
    expect(await leftovers()).toEqual([])
  })

  it('tells a lost connection and a refusal from a damaged object', async () => {
    const key = await oneIn('good/')
    s3.fault = (asked) => (asked === `GET ${key}` ? 'cut' : 'nothing')
    await expect(from('s3://shop/good')).rejects.toThrow(
      /^http.* no contesta o se cortó .*: probá de nuevo\.$/,
    )
    s3.fault = { status: 403, code: 'AccessDenied' }
    await expect(from('s3://shop/good')).rejects.toThrow(/^El bucket shop no lo permite /)
    expect(await leftovers()).toEqual([])
  })

  it('takes the newest, the named one, or lists what there is', async () => {
    const key = await oneIn('good/')
    const older = 'good/surbrote-2020-01-01T000000Z.tar.age'
    await put(older, Buffer.from('hola'))
    await s3.age(older, new Date('2020-01-01'))
    await expect(from('s3://shop/empty')).rejects.toThrow(/^No hay ninguna copia en s3:\/\/shop\/empty\/\.$/)
    await expect(from('s3://shop')).rejects.toThrow(`copias de más de un lugar: escribí cuál restaurar.\n`)
    await expect(from('s3://shop/good/surbrote-2019-01-01T000000Z.tar.age')).rejects.toThrow(/^No existe /)
    await expect(from(`s3://shop/${older}`)).rejects.toThrow('dañada o cortada')
    expect(await from('s3://shop/good/')).toBe(0)
    expect(said).toContain(`Trayendo s3://shop/${key} (`)
    await expect(from(`s3://shop/${key}`)).rejects.toThrow('La tienda de destino no está vacía')
  })
})

describe('backup key and backup failed', { timeout: 240_000 }, () => {
  it('makes a pair that opens what it seals, with the public part as a setting', async () => {
    expect(await run(backupKey, settings('data'))).toBe(0)
    const [, recipient = ''] = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(said) ?? []
    const [identity = ''] = /^AGE-SECRET-KEY-1\w+$/m.exec(said) ?? []
    expect(readConfig({ BACKUP_RECIPIENT: recipient }).backup.recipient).toBe(recipient)
    expect(() => readConfig({ BACKUP_RECIPIENT: identity })).toThrow(/^BACKUP_RECIPIENT: (?!.*AGE-SECRET)/)
    const sealed = await seal(Readable.from([Buffer.from('hola')], { objectMode: false }), recipient)
    expect(await text(await unseal(sealed, readIdentities(identity)))).toBe('hola')
  })

  it('notes a failure in a stopped shop and in a running one', async () => {
    const stopped = settings('running')
    const shop = await openShop(stopped, root)
    await shop.db
      .insertInto('settings')
      .values({ key: 'orders_email', value: '"pedidos@tienda.com.ar"', updated_at: new Date() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '"pedidos@tienda.com.ar"' }))
      .execute()
    await shop.database.close()
    expect(await run(backupFailed, stopped)).toBe(0)

    const running = await openShop(stopped, root)
    const first = await lastBackup(running)
    expect(first).toMatchObject({ failed: expect.any(Date), mails: ['backup_shop'] })
    const operator = await answerOperator(running)
    expect(await run(backupFailed, stopped)).toBe(0)
    const second = await lastBackup(running)
    await operator.close()
    await running.database.close()
    expect(second.failed?.getTime()).toBeGreaterThan(first.failed?.getTime() ?? 0)
    expect(second.mails).toEqual(['backup_shop'])
  })

  it('notes a failure of a shop that was just killed', async () => {
    const dead = settings('running')
    // The lock of a killed process may last a moment longer than its socket.
    const lock = lockDataDir(dead.dataDir, 'serving')
    setTimeout(() => lock.release(), 1_000)
    expect(await run(backupFailed, dead)).toBe(0)
  })

  it('makes no shop where there is none', async () => {
    await expect(run(backupFailed, settings('nowhere'))).rejects.toThrow('No hay ninguna tienda en')
  })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[Math.floor(at)] = (copy[Math.floor(at)] ?? 0) ^ 1
  return copy
}

/** Bytes before the payload: https://age-encryption.org/v1 */
function headerOf(bytes: Buffer): number {
  return bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1
}
