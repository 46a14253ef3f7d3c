import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchedWords } from '../../contract/plain-text.ts'
import { LIKE_WORDS } from './prepared.ts'

/** A `like` pattern for texts that contain `text`; `%`, `_` and `\` in it are literal. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** As `plainText`, in the database; indexes are on it. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`folded(${text})`
}

/** Whether a folded text has each word of a search, in any order. */
export function hasWords(text: RawBuilder<string>, search: string): RawBuilder<SqlBool> {
  const words = searchedWords(search).map((word) => sql`${text} ${LIKE_WORDS} ${containing(word)}`)
  return words.length === 0 ? sql`false` : sql`(${sql.join(words, sql` and `)})`
}

/** All names of a row of `users`, folded, as in the index `users_names`. */
export const PERSON_NAMES = folded(sql`username || ' ' || first_name || ' ' || last_name`)

/** The name of a row of `products`, folded when it was saved; the index `products_names` has deleted ones too. */
export const PRODUCT_NAME = sql<string>`split_part(search_text, e'\\n', 1)`
