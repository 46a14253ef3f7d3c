import { sql } from 'kysely'

/**
 * Maps user names that look alike to the same text: `mar1o`, `Mario`, `marlo`. Other scripts are already refused by
 * `USERNAME_PATTERN`. Must equal the expression of the index `users_lookalike`.
 */
export const lookOfUsername = sql<string>`replace(replace(translate(lower(username), '01i5', 'olls'), 'rn', 'm'), 'vv', 'w')`

const TAKEN_FOR: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '5': 's' }

/** The same for a value instead of a column. */
export function lookOf(username: string): string {
  const letters = username.toLowerCase().replace(/[01i5]/g, (letter) => TAKEN_FOR[letter] ?? letter)
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w')
}
