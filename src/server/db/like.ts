import { type RawBuilder, sql } from 'kysely'

/** A `like` pattern for texts that contain `text`; `%`, `_` and `\` in it are literal. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Lower case without accents, the same expression as in the indexes of names. */
export function plain(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`
}

/** All names of a row of `users`; the index `users_names` is on `plain` of this. */
export const PERSON_NAMES = sql<string>`username || ' ' || first_name || ' ' || last_name`
