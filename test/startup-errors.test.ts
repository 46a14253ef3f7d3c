import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig, WrongSetting } from '../src/server/config.ts'
import { doubtfulSettings } from '../src/server/start/doubtful-settings.ts'
import { openShop } from '../src/server/start/open-shop.ts'
import { serve } from '../src/server/start/serve.ts'
import { exitCodeOf } from '../src/server/start/startup-errors.ts'
import { fillDataDir } from './support/databases/embedded-dump.ts'
import { testPlace } from './support/databases/test-database.ts'
import { freePort, urlOf } from './support/databases/postgres.ts'
import { openScope } from './support/scope.ts'
import { runHere } from './support/servers/run-here.ts'
import { startServer, WITHOUT_BUILD } from './support/servers/start-server.ts'

const NOBODY = 65_534
const SHOP = 'src/server/main.ts'
const COMMAND = 'src/server/operator/shop-command.ts'

const scope = openScope()
const { folder } = scope
let file: string
beforeAll(async () => {
  await chmod(folder, 0o755)
  file = join(folder, 'file')
  await writeFile(file, '')
  await fillDataDir(join(folder, 'data'))
})
afterAll(() => scope.end())

/** Starts the shop or a command like an operator does; `user`: with the rights of an ordinary user. */
function begin(words: string[], settings: Record<string, string>, user?: number) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: resolve('.'),
    env: { ...process.env, DEMO: '0', PORT: '0', SHOP_SECRET: 's'.repeat(40), ...settings },
    ...(user !== undefined && process.getuid?.() === 0 && { uid: user, gid: user }),
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([out, err, [code]]) => ({ code: code as number | null, said: out + err }),
  )
  return { child, ended }
}

function run(words: string[], settings: Record<string, string>, user?: number) {
  const { child, ended } = begin(words, settings, user)
  child.stdin.end()
  return ended
}

/** A start in this process, as most need no other: what `main.ts` writes of its error. */
async function starting(settings: Record<string, string>) {
  const config = readConfig({ LOG_LEVEL: 'silent', SHOP_SECRET: 's'.repeat(40), ...settings })
  const error = await openShop(config, resolve('.'), { holder: 'starting' }).then(
    (shop) => serve(shop).finally(() => shop.database.close()),
    (refused: unknown) => refused,
  )
  return {
    code: exitCodeOf(error),
    said: error instanceof WrongSetting ? `${error.message}\n` : String(error),
  }
}

/** A command in this process. */
const command = (words: string, settings: Record<string, string>) =>
  runHere(words.split(' '), { SHOP_SECRET: 's'.repeat(40), ...settings })

/** Exactly one line. A shop that no restart helps ends with 78. */
const line = (said: RegExp, code = 1) => ({
  code,
  said: expect.stringMatching(new RegExp(`^${said.source}\\n$`)) as unknown,
})

describe('a start with a wrong setting prints one line that names it', {
  timeout: 120_000,
}, () => {
  it('for an unreachable PostgreSQL', async () => {
    expect(
      await run([SHOP], { DATA_DIR: folder, DATABASE_URL: 'postgres://ana:clave@127.0.0.1:1/x' }),
    ).toEqual(
      line(/DATABASE_URL: en 127\.0\.0\.1:1 no contesta ningún PostgreSQL \(ECONNREFUSED\): mirá si [^\n]+/),
    )
  })

  it('for a database that does not exist', async () => {
    const databaseUrl = urlOf(inject('postgres').url, 'no_such_database')
    expect(await starting({ DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl })).toEqual(
      line(
        /DATABASE_URL: en [^ ]+ no hay ninguna base «no_such_database» \(3D000\): corregí su nombre[^\n]+createdb no_such_database»/,
        78,
      ),
    )
  })

  it('for a password that PostgreSQL refuses', async () => {
    // The error response: https://www.postgresql.org/docs/15/protocol-message-formats.html
    const fields = 'SFATAL\0C28P01\0Mpassword authentication failed for user "ana"\0\0'
    const refusal = Buffer.alloc(5 + fields.length)
    refusal.write('E')
    refusal.writeUInt32BE(4 + fields.length, 1)
    refusal.write(fields, 5)
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(refusal))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    try {
      const databaseUrl = `postgres://ana:clave@127.0.0.1:${port}/tienda`
      expect(await starting({ DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl })).toEqual(
        line(
          /DATABASE_URL: PostgreSQL no acepta al usuario «ana» con esa contraseña \(28P01\): corregí la contraseña de la dirección/,
          78,
        ),
      )
    } finally {
      server.close()
    }
  })

  it('for a DATA_DIR that is a file, or under one', async () => {
    expect(await run([SHOP], { DATA_DIR: file })).toEqual(
      line(/DATA_DIR: \S+\/file no es una carpeta \(EEXIST\): elegí otra/, 78),
    )
    expect(await starting({ DATA_DIR: join(file, 'data') })).toEqual(
      line(/DATA_DIR: \S+\/file\/data no es una carpeta \(ENOTDIR\): elegí otra/, 78),
    )
  })

  it('for a DATA_DIR that is read-only, or contains read-only files', async () => {
    expect(await run([SHOP], { DATA_DIR: '/' }, NOBODY)).toEqual(
      line(/DATA_DIR: la tienda no puede escribir en \/ \((?:EPERM|EACCES|EROFS)\): dásela [^\n]+/, 78),
    )
    expect(await run([SHOP], { DATA_DIR: '/surbrote-data' }, NOBODY)).toEqual(
      line(
        /DATA_DIR: la tienda no puede escribir en \/surbrote-data \((?:EPERM|EACCES|EROFS)\): dásela [^\n]+/,
        78,
      ),
    )
  })

  it('for an address that is in use, or of another machine', async () => {
    const place = await testPlace(scope)
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const start = (env: Record<string, string>) => startServer(scope, place, { program: WITHOUT_BUILD, env })
    const says = (words: string) =>
      expect.objectContaining({ message: expect.stringContaining(words) as unknown })
    try {
      await expect(start({ PORT: String(port) })).rejects.toEqual(
        says(
          `"PORT: el puerto ${port} de 127.0.0.1 ya está en uso (EADDRINUSE): mirá quién lo usa con «ss -ltnp | grep :${port}», o elegí otro con PORT=${port + 1}"`,
        ),
      )
      const metrics = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, METRICS_PORT: String(port) }
      await expect(starting(metrics)).rejects.toThrow(
        `METRICS_PORT: el puerto ${port} de 127.0.0.1 ya está en uso (EADDRINUSE): mirá quién lo usa con «ss -ltnp | grep :${port}», o elegí otro con METRICS_PORT=${port + 1}`,
      )
      // Reserved for documentation, so no machine has it: RFC 5737.
      await expect(start({ HOST: '192.0.2.1' })).rejects.toEqual(
        says(
          '"HOST: 192.0.2.1 no es una dirección de esta máquina (EADDRNOTAVAIL): elegí una de las que da «ip -brief address»"',
        ),
      )
    } finally {
      taken.close()
    }
  })
})

describe('a command that fails prints one line', { timeout: 120_000 }, () => {
  const shop = () => ({ DATA_DIR: join(folder, 'data') })

  it('without PostgreSQL', async () => {
    const away = 'postgres://ana:clave@127.0.0.1:1/x'
    const said = /en 127\.0\.0\.1:1 no contesta ningún PostgreSQL \(ECONNREFUSED\): mirá si [^\n]+/.source
    expect(await command('check', { ...shop(), DATABASE_URL: away })).toEqual(
      line(new RegExp(`DATABASE_URL: ${said}`)),
    )
    const bare = away.replace(':clave', '')
    const { databaseUrl } = await testPlace(scope)
    expect(await command(`move --to ${bare}`, { ...shop(), DATABASE_URL: databaseUrl })).toEqual(
      line(new RegExp(`--to: ${said}`)),
    )
    const settings = { ...shop(), DATABASE_URL: inject('postgres').url, MIGRATE_DATABASE_URL: away }
    expect(await command('migrate', settings)).toEqual(line(new RegExp(`MIGRATE_DATABASE_URL: ${said}`)))
  })

  it('when PostgreSQL stops in the middle, or locks block it', async () => {
    const { databaseUrl } = await testPlace(scope)
    const other = new Client({ connectionString: databaseUrl })
    await other.connect()
    const waiting = async () => {
      const { rows } = await other.query<{ pid: number }>(
        "select pid from pg_locks where relation = 'products'::regclass and not granted",
      )
      return rows[0]?.pid
    }
    try {
      await other.query('begin; lock table products in access exclusive mode')
      const first = run([COMMAND, 'check'], { ...shop(), DATABASE_URL: databaseUrl })
      await expect.poll(waiting, { timeout: 60_000 }).toBeDefined()
      await other.query('select pg_terminate_backend($1)', [await waiting()])
      const { code, said } = await first
      // Without the lines of the log.
      const lines = said.split('\n').filter((each) => each !== '' && !each.startsWith('{'))
      expect(code).toBe(1)
      expect(lines).toEqual([
        expect.stringMatching(/^La base dejó de contestar \([^)]+\): el comando no terminó\.$/),
      ])
      expect(await command('check', { ...shop(), DATABASE_URL: databaseUrl })).toEqual(
        line(/La base está ocupada \([^)]+\): el comando no terminó\. Probá de nuevo\./),
      )
    } finally {
      await other.end()
    }
  })

  it('for a file or folder that the system refuses', async () => {
    const place = { ...shop(), DATABASE_URL: (await testPlace(scope)).databaseUrl }
    expect(await command(`backup ${join(file, 'copy')}`, place)).toEqual(
      line(/No se puede usar \S+\/file: no es una carpeta \(EEXIST\)\./),
    )
    expect(await command('products export /nowhere/p.csv', place)).toEqual(
      line(
        /No se puede escribir la planilla en \/nowhere\/p\.csv: no existe \(ENOENT\)\. Elegí otra carpeta, como \/tmp\./,
      ),
    )
    const copy = join(folder, 'copy')
    expect(await command(`backup ${copy}`, place)).toMatchObject({ code: 0 })
    expect(await command(`restore ${copy}`, { DATA_DIR: join(file, 'data') })).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^La copia está entera[^\n]+\nDATA_DIR: \S+ no es una carpeta \(ENOTDIR\): elegí otra\n$/,
      ) as unknown,
    })
    expect(await command(`move --to ${join(file, 'data')}`, place)).toEqual(
      line(/--to: \S+ no es una carpeta \(ENOTDIR\): elegí otra/),
    )
  })

  it.skipIf(process.getuid?.() !== 0)('as root on the folder of another user', async () => {
    const owned = join(folder, 'owned')
    await mkdir(owned)
    await chown(owned, NOBODY, NOBODY)
    const refused = /DATA_DIR: \S+ es de otro usuario \(65534\)[^\n]+/
    expect(await starting({ DATA_DIR: owned })).toEqual(line(refused, 78))
    expect(await command('check', { DATA_DIR: owned })).toEqual(line(refused))
    expect(await readdir(owned)).toEqual([])
  })

  it('when PostgreSQL would be migrated, but the shop is on the embedded database', async () => {
    expect(await command('migrate', { ...shop(), MIGRATE_DATABASE_URL: inject('postgres').url })).toEqual(
      line(/MIGRATE_DATABASE_URL: sin DATABASE_URL[^\n]+/),
    )
  })

  it('when the input ends before the password', async () => {
    const words = [COMMAND, 'admin', 'create', '--username', 'anabel', '--email', 'ana@example.org']
    const none = { code: 1, said: expect.stringContaining('Falta la contraseña.\n') as unknown }
    expect(await run(words, shop())).toEqual(none)
    const { child, ended } = begin(words, shop())
    // The prompt.
    await once(child.stderr, 'data')
    child.stdin.end()
    expect(await ended).toEqual(none)
  })
})

describe('a shop on PostgreSQL', { timeout: 120_000 }, () => {
  it('logs at its start which settings are missing or invalid, and what applies instead', async () => {
    const place = await testPlace(scope)
    const port = await freePort()
    const leftBehind = join(place.dataDir, '.off-machine-999999999-abc123')
    await mkdir(leftBehind, { recursive: true })
    const until = (text: string) => text.replace(/: (?:poné|mirá) .*/, '')
    const without = readConfig({ DEMO: '0', DATA_DIR: place.dataDir, PORT: String(port) })
    const noUrl = `PUBLIC_URL: no está, así que los enlaces de los mails y de las páginas empiezan con http://localhost:${port}`
    expect(doubtfulSettings(without).map(until)).toEqual([
      noUrl,
      `SMTP_URL: no está, así que no sale ningún mail y cada uno queda como archivo en ${place.dataDir}/mail`,
    ])
    const sending = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@semillas.ar' }
    const env = { PUBLIC_URL: '', ...sending, SMPT_URL: 'smtp://127.0.0.1:1' }
    const shop = await startServer(scope, place, { program: WITHOUT_BUILD, port, env })
    await shop.stop()
    // A killed restore: a whole shop, not encrypted.
    expect(existsSync(leftBehind)).toBe(false)
    const lines = shop.log().split('\n').filter(Boolean)
    expect(lines.map((each) => until((JSON.parse(each) as { msg: string }).msg))).toEqual([
      'SMPT_URL: no es un ajuste de la tienda y no se usa: ¿quisiste poner SMTP_URL?',
      noUrl,
      'SMTP_URL: el servidor de correo no recibe mails ahora',
    ])
  })
})

describe('a command called wrongly says so in Spanish, with the help, and exits with 2', () => {
  it.each([
    ['admin create --username', 'Falta o sobra el valor de --username.'],
    ['products import x.csv --dryrun', 'No existe la opción --dryrun.'],
    ['check x', 'Sobra x.'],
    ['version extra', 'Sobra extra.'],
    ['move extra', 'Sobra extra.'],
  ])('%s', async (words, said) => {
    const { code, said: shown } = await command(words, { DATA_DIR: folder })
    expect([code, shown.split('\n').slice(0, 2)]).toEqual([2, [said, 'Uso:']])
  })
})
