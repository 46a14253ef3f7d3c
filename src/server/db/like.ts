import { type RawBuilder, sql } from 'kysely'

/** For `like`: whatever has the text in it. `%`, `_` and `\` mean themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Lower case and without the accents that people leave out; indexes of names say the same. */
export function plain(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`
}

/** Of `users`: what the index `users_names` holds, through `plain`. */
export const PERSON_NAMES = sql<string>`username || ' ' || first_name || ' ' || last_name`
