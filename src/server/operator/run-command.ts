import { fileURLToPath } from 'node:url'
import { archiveActivity } from './commands/archive-activity.ts'
import { backup } from './commands/backup.ts'
import { backupFailed } from './commands/backup-failed.ts'
import { backupKey } from './commands/backup-key.ts'
import { check } from './commands/check.ts'
import { type Command, say, UsageError } from './commands/command.ts'
import { createAdmin } from './commands/create-admin.ts'
import { exportProducts } from './commands/export-products.ts'
import { fillDemo } from './commands/fill-demo.ts'
import { importProducts } from './commands/import-products.ts'
import { mailTest } from './commands/mail-test.ts'
import { migrate } from './commands/migrate.ts'
import { move } from './commands/move.ts'
import { exportPerson, forgetPerson } from './commands/person.ts'
import { reset2fa } from './commands/reset-2fa.ts'
import { restore } from './commands/restore.ts'
import { setPassword } from './commands/set-password.ts'
import { version } from './commands/version.ts'
import { readConfig, WrongSetting } from '../config.ts'
import { DataDirInUse } from '../db/data-lock.ts'
import { MigrationRefused } from '../db/migration-refused.ts'
import { databaseProblem } from '../db/errors.ts'
import { editDistance } from '../edit-distance.ts'
import { DomainError } from '../errors.ts'
import { OperatorError } from './operator-error.ts'
import { shopCall } from '../shop-call.ts'
import { refusedFile } from '../start/startup-errors.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const commands = new Map<string, Command>([
  ['admin create', createAdmin],
  ['password', setPassword],
  ['admin reset-2fa', reset2fa],
  ['person export', exportPerson],
  ['person forget', forgetPerson],
  ['mail test', mailTest],
  ['activity archive', archiveActivity],
  ['migrate', migrate],
  ['demo', fillDemo],
  ['check', check],
  ['backup', backup],
  ['backup key', backupKey],
  ['backup failed', backupFailed],
  ['restore', restore],
  ['move', move],
  ['products export', exportProducts],
  ['products import', importProducts],
  ['version', version],
  // Short forms.
  ['export', exportProducts],
  ['import', importProducts],
])

/** Largest edit distance of a mistyped command. */
const MOST_WRONG = 2

const EXPECTED = [OperatorError, WrongSetting, DataDirInUse, MigrationRefused, DomainError]

/** Each command prints what it did, or why it did not. Resolves to the exit code. */
export async function runCommand(words: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (words.length === 0) return say(usage(), 2)
  if (words[0] === 'help' || words[0] === '--help') return say(usage())
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => commands.has(candidate))
  const command = name === undefined ? undefined : commands.get(name)
  if (name === undefined || !command) return say(unknown(words), 2)
  try {
    const args = words.slice(name.split(' ').length)
    if (args.includes('--help')) return say(usageOf([name]))
    if (command.usage === '' && args.length > 0) throw new UsageError(`Sobra ${args.join(' ')}.`)
    const config = { ...readConfig(env), logLevel: 'warn' as const }
    for (const text of config.misspelt) process.stderr.write(`${text}\n`)
    return await command.run({ config, root, args })
  } catch (error) {
    if (EXPECTED.some((kind) => error instanceof kind)) return say((error as Error).message, 1)
    const wrong = usageError(error)
    if (wrong !== undefined) return say(`${wrong}\n${usageOf([name])}`, 2)
    const refused = refusedFile(error) ?? lostDatabase(error)
    if (refused !== undefined) return say(refused, 1)
    throw error
  }
}

/** What is said of words that are no command: the commands that were most likely meant. */
function unknown(words: string[]): string {
  const [first = ''] = words
  const typed = words.slice(0, 2).join(' ')
  const names = [...commands.keys()]
  const near = names.find((name) =>
    [first, typed].some((said) => editDistance(said, name).whole <= MOST_WRONG),
  )
  if (near !== undefined)
    return `No existe el comando «${near.includes(' ') ? typed : first}»: ¿será «${near}»?\n${usageOf([near])}`
  const group = names.filter((name) => name.startsWith(`${first} `))
  if (group.length > 0) return `«${first}» no alcanza: falta qué hacer.\n${usageOf(group)}`
  return `No existe el comando «${first}»: «${shopCall()}», sin nada más, los lista.`
}

/** Text for a database that was lost after the start, with its own message in brackets; undefined for other errors. */
function lostDatabase(error: unknown): string | undefined {
  const kind = databaseProblem(error)?.kind
  if (kind !== 'unavailable' && kind !== 'busy') return undefined
  const said = (error as Error).message.replaceAll(/\s+/g, ' ')
  return kind === 'busy'
    ? `La base está ocupada (${said}): el comando no terminó. Probá de nuevo.`
    : `La base dejó de contestar (${said}): el comando no terminó.`
}

/** What is wrong with the arguments; undefined for other errors. */
function usageError(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  if (!(error instanceof TypeError && 'code' in error)) return undefined
  const [, argument = ''] = /'([^' ]*)/.exec(error.message) ?? []
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `No existe la opción ${argument}.`
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `Falta o sobra el valor de ${argument}.`
  return error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' ? `Sobra ${argument}.` : undefined
}

function usage(): string {
  return usageOf([...commands.keys()])
}

function usageOf(names: string[]): string {
  const lines = names.map((name) => {
    const { usage, help } = commands.get(name) ?? { usage: '', help: '' }
    return [`${name} ${usage}`.trim(), help] as const
  })
  const width = Math.max(...lines.map(([call]) => call.length))
  return ['Uso:', ...lines.map(([call, help]) => `  ${shopCall(call.padEnd(width))}   ${help}`)].join('\n')
}
