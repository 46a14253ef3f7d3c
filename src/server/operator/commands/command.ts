import { Client } from 'pg'
import type { Config } from '../../config.ts'

/** A command after `npm run shop --`. */
export interface Command {
  /** Its arguments, as the help shows them. */
  usage: string
  /** One line of help. */
  help: string
  /** Returns the exit code: 0 done, 1 not done, 2 wrong arguments. */
  run: (call: Call) => Promise<number>
}

export interface Call {
  config: Config
  /** The folder of the shop's code. */
  root: string
  args: string[]
}

/** Wrong arguments. The message says what is wrong; the help is printed after it. */
export class UsageError extends Error {}

/** Prints a line and returns the exit code. */
export function say(text: string, code = 0): number {
  process.stdout.write(`${text}\n`)
  return code
}

/** Names the database of a command, without its password: 'la base de /srv/data', 'PostgreSQL tienda en db:5432'. */
export function databaseName({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return `la base de ${dataDir}`
  const { host, port, database } = new Client({ connectionString: databaseUrl })
  return `PostgreSQL ${database} en ${host}:${port}`
}

/** The only argument of a command. Throws `UsageError` for none or several. */
export function onlyArgument(positionals: string[], name: string): string {
  const [value, ...more] = positionals
  if (value === undefined || value === '') throw new UsageError(`Falta ${name}.`)
  if (more.length > 0) throw new UsageError(`Sobra ${more.join(' ')}.`)
  return value
}
