import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Client, type QueryConfig } from 'pg'

/** Most prepared statements of a connection, as each uses memory of the server. */
const MAX_STATEMENTS = 300
/** Most of these that are lists of products: visitors choose their form, and must not use up the places of orders. */
const MAX_LISTS = 150
const IS_LIST = /from "products" as "p"/
/** Characters. Longer statements are lists of many values, and rarely repeat. */
const MAX_LENGTH = 4_000
/**
 * Searches whose best plan depends on the words, and `select *`, which PostgreSQL refuses to run once a migration has added
 * a column.
 * https://www.postgresql.org/docs/15/sql-prepare.html#SQL-PREPARE-NOTES
 */
const NOT_PREPARED = / like |<%|\.\*|(?:select|returning) \*|\/\* planned each time \*\//i

/** Marks a statement whose best plan depends on its values, so that PostgreSQL plans it each time. */
export const PLANNED_EACH_TIME = sql.raw('/* planned each time */ ')

const names = new Map<string, string>()
let lists = 0

/** The name under which a statement is prepared; undefined for a statement that is not. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_STATEMENTS || text.length > MAX_LENGTH || NOT_PREPARED.test(text)) return undefined
  const isList = IS_LIST.test(text)
  if (isList && lists >= MAX_LISTS) return undefined
  if (isList) lists += 1
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
