import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { DemoUnfinished, fillDemoShop } from '../../db/demo/fill.ts'
import { USERNAME_MAX } from '../contract/limits.ts'
import { Email, line } from '../contract/text.ts'
import { readConfig, WrongSetting } from './config.ts'
import { DataDirInUse } from './db/data-lock.ts'
import { MigrationRefused } from './db/migrate.ts'
import { DomainError } from './errors.ts'
import { openShop } from './open-shop.ts'
import type { Shop } from './shop.ts'
import { createAccount } from './users/users.ts'

/** `npm run shop -- …`: what an operator does beside the running shop. Each command says what it did, or why not. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const USAGE = `Uso:
  npm run shop -- admin create --username USUARIO --email EMAIL   crea un administrador; pide la contraseña
  npm run shop -- migrate                                         actualiza las tablas
  npm run shop -- demo                                            llena una tienda vacía con la demo
  npm run shop -- check                                           compara stock y movimientos`

const NewAdmin = z.object({
  username: line(USERNAME_MAX, 'El usuario').regex(
    /^[A-Za-z0-9_]{3,30}$/,
    'El usuario debe tener de 3 a 30 letras, números o guiones bajos',
  ),
  email: Email,
})

const commands: Record<string, (shop: Shop, args: string[]) => Promise<number>> = {
  'admin create': createAdmin,
  // Opening the shop has brought the tables up to date.
  migrate: async () => say('Las tablas están al día.'),
  demo: async (shop) =>
    (await fillDemoShop(shop, path.join(root, 'db/demo')))
      ? say('La tienda de demostración está lista.')
      : say('La tienda ya tiene cuentas: no se agregó nada.', 1),
  check: checkStock,
}

process.exitCode = await run(process.argv.slice(2))

async function run(words: string[]): Promise<number> {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => candidate in commands)
  const command = name === undefined ? undefined : commands[name]
  if (name === undefined || !command) return say(USAGE, 2)
  let shop: Shop | undefined
  try {
    shop = await openShop({ ...readConfig(process.env), logLevel: 'warn' }, root)
    return await command(shop, words.slice(name.split(' ').length))
  } catch (error) {
    const expected = [WrongSetting, DataDirInUse, MigrationRefused, DomainError, DemoUnfinished]
    if (expected.some((kind) => error instanceof kind)) return say((error as Error).message, 1)
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return say(USAGE, 2)
    throw error
  } finally {
    await shop?.database.close()
  }
}

async function createAdmin(shop: Shop, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { username: { type: 'string' }, email: { type: 'string' } } })
  const asked = NewAdmin.safeParse(values)
  if (!asked.success) return say(`${asked.error.issues[0]?.message ?? ''}\n${USAGE}`, 2)
  const user = await createAccount(shop, {
    ...asked.data,
    password: await askPassword(),
    is_staff: true,
    is_superuser: true,
    email_verified: true,
    createdBy: null,
  })
  return say(`Administrador ${user.username} creado.`)
}

/** From the terminal without showing it, or a line from a pipe. */
async function askPassword(): Promise<string> {
  process.stderr.write('Contraseña: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  try {
    return await input.question('')
  } finally {
    input.close()
    process.stderr.write('\n')
  }
}

/** For each presentation the sum of its movements must be its stock. */
async function checkStock(shop: Shop): Promise<number> {
  const { rows } = await sql<{ id: number; stock: number; ledger: number }>`
    select b.id, b.stock, coalesce(sum(m.change), 0)::int as ledger
    from blisters b left join stock_movements m on m.blister_id = b.id
    group by b.id having b.stock <> coalesce(sum(m.change), 0) order by b.id`.execute(shop.db)
  for (const row of rows) say(`Presentación ${row.id}: stock ${row.stock}, movimientos ${row.ledger}`)
  return rows.length === 0 ? say('Stock y movimientos coinciden.') : 1
}

function say(text: string, code = 0): number {
  process.stdout.write(`${text}\n`)
  return code
}
