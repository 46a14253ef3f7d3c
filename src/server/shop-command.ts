import { fileURLToPath } from 'node:url'
import { backup } from './commands/backup.ts'
import { check } from './commands/check.ts'
import { type Command, say, WrongCall } from './commands/command.ts'
import { createAdmin } from './commands/create-admin.ts'
import { exportProducts } from './commands/export-products.ts'
import { fillDemo } from './commands/fill-demo.ts'
import { importProducts } from './commands/import-products.ts'
import { migrate } from './commands/migrate.ts'
import { move } from './commands/move.ts'
import { restore } from './commands/restore.ts'
import { readConfig, WrongSetting } from './config.ts'
import { DataDirInUse } from './db/data-lock.ts'
import { MigrationRefused } from './db/migrate.ts'
import { databaseProblem } from './db/errors.ts'
import { DomainError } from './errors.ts'
import { Refused } from './refused.ts'
import { refusedFile } from './set-up.ts'

/** `npm run shop -- …`: what an operator does beside the shop. Each command says what it did, or why not. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const commands = new Map<string, Command>([
  ['admin create', createAdmin],
  ['migrate', migrate],
  ['demo', fillDemo],
  ['check', check],
  ['backup', backup],
  ['restore', restore],
  ['move', move],
  ['products export', exportProducts],
  ['products import', importProducts],
  // The same in short.
  ['export', exportProducts],
  ['import', importProducts],
])

const EXPECTED = [Refused, WrongSetting, DataDirInUse, MigrationRefused, DomainError]

process.exitCode = await run(process.argv.slice(2))

async function run(words: string[]): Promise<number> {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => commands.has(candidate))
  const command = name === undefined ? undefined : commands.get(name)
  if (name === undefined || !command) return say(usage(), 2)
  try {
    const config = { ...readConfig(process.env), logLevel: 'warn' as const }
    for (const text of config.misspelt) process.stderr.write(`${text}\n`)
    return await command.run({ config, root, args: words.slice(name.split(' ').length) })
  } catch (error) {
    if (EXPECTED.some((kind) => error instanceof kind)) return say((error as Error).message, 1)
    if (isWrongCall(error)) return say(`${(error as Error).message}\n${usage()}`, 2)
    const refused = refusedFile(error) ?? lostDatabase(error)
    if (refused !== undefined) return say(refused, 1)
    throw error
  }
}

/** It was there at the beginning. What it says itself stands in brackets; undefined for every other error. */
function lostDatabase(error: unknown): string | undefined {
  const kind = databaseProblem(error)?.kind
  if (kind !== 'unavailable' && kind !== 'busy') return undefined
  const said = (error as Error).message.replaceAll(/\s+/g, ' ')
  return kind === 'busy'
    ? `La base está ocupada (${said}): el comando no terminó. Probá de nuevo.`
    : `La base dejó de contestar (${said}): el comando no terminó.`
}

function isWrongCall(error: unknown): boolean {
  return (
    error instanceof WrongCall ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}

function usage(): string {
  const lines = [...commands].map(([name, { usage, help }]) => [`${name} ${usage}`.trim(), help] as const)
  const width = Math.max(...lines.map(([call]) => call.length))
  return ['Uso:', ...lines.map(([call, help]) => `  npm run shop -- ${call.padEnd(width)}   ${help}`)].join(
    '\n',
  )
}
