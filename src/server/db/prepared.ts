import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Client, type QueryConfig } from 'pg'

/** Most prepared statements of a connection, as each uses memory of the server. */
const MAX_STATEMENTS = 300
/** Most of these that visitors choose the form of: they must not use up the places of orders. */
const MAX_VARIED = 150
/** Characters. Longer statements are lists of many values, and rarely repeat. */
const MAX_LENGTH = 4_000
/**
 * PostgreSQL refuses to run a prepared `select *` once a migration has added a column.
 * https://www.postgresql.org/docs/15/sql-prepare.html#SQL-PREPARE-NOTES
 */
const HAS_STAR = /\.\*|(?:select|returning) \*/i

const EACH_TIME = '/* planned each time */ '
/** Marks a statement whose best plan depends on its values, so that PostgreSQL plans it each time. */
export const PLANNED_EACH_TIME = sql.raw(EACH_TIME)
/** `like` for words that people type, marked so: how many rows have them depends on the words. */
export const LIKE_WORDS = sql.raw(`${EACH_TIME}like`)

const VARIED = '/* varied by visitors */ '
/** Marks a statement that has many forms, of which visitors choose: filters and order of a list. */
export const VARIED_BY_VISITORS = sql.raw(VARIED)

const names = new Map<string, string>()
let varied = 0

/** The name under which a statement is prepared; undefined for a statement that is not. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_STATEMENTS || text.length > MAX_LENGTH) return undefined
  if (text.includes(EACH_TIME) || HAS_STAR.test(text)) return undefined
  const isVaried = text.includes(VARIED)
  if (isVaried && varied >= MAX_VARIED) return undefined
  if (isVaried) varied += 1
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/**
 * Without values, only single reading statements are prepared: `begin` and the like have no plan, and a migration may
 * be several statements.
 */
function repeats(text: string, values: unknown): boolean {
  if (!Array.isArray(values)) return false
  return values.length > 0 || (text.startsWith('select ') && !text.includes(';'))
}

/**
 * A connection that prepares statements and afterwards sends only their names, so that PostgreSQL neither parses nor, mostly,
 * plans them again. Kysely does not name statements.
 */
export class PreparingClient extends Client {
  // pg declares ten overloads; all but the one that Kysely calls pass unchanged.
  override query(...asked: unknown[]): never {
    const [text, values, ...rest] = asked
    const name = typeof text === 'string' && repeats(text, values) ? statementName(text) : undefined
    const config = name === undefined ? [text, values] : [{ name, text, values } as QueryConfig]
    return super.query(...([...config, ...rest] as [string])) as never
  }
}
