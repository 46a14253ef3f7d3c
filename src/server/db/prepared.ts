import { createHash } from 'node:crypto'
import { Client, type QueryConfig } from 'pg'

/** So many statements a connection keeps: each costs the server some memory. */
const MAX_STATEMENTS = 300
/** Longer ones are lists of many values, and hardly ever come again. */
const MAX_LENGTH = 4_000
/**
 * The best way to find words depends on the words, so a search is planned each time. What selects `*` is not prepared
 * either: after a migration that adds a column PostgreSQL refuses to answer it.
 * https://www.postgresql.org/docs/15/sql-prepare.html#SQL-PREPARE-NOTES
 */
const NOT_PREPARED = / like |<%|\.\*|(?:select|returning) \*/i

const names = new Map<string, string>()

/** The name under which a statement is prepared; undefined for one that is sent as it is. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_STATEMENTS || text.length > MAX_LENGTH || NOT_PREPARED.test(text)) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/**
 * A connection that prepares the statements it is given with values, and after that only sends their names: PostgreSQL
 * then neither reads nor, mostly, plans them again. Kysely knows no names, so they are given here.
 */
export class PreparingClient extends Client {
  // pg declares ten forms of this method; those that are not ours go on as they came.
  override query(...asked: unknown[]): never {
    const [text, values, ...rest] = asked
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? statementName(text) : undefined
    const config = name === undefined ? [text, values] : [{ name, text, values } as QueryConfig]
    return super.query(...([...config, ...rest] as [string])) as never
  }
}
