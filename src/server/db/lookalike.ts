import { sql } from 'kysely'

/**
 * User names that look alike are the same here: `mar1o`, `Mario`, `marlo`. Names have Latin letters, digits and underscores only
 * (`USERNAME_PATTERN`), so letters of other scripts are refused before. The expression is that of the index `users_lookalike`.
 */
export const lookOfUsername = sql<string>`replace(replace(translate(lower(username), '01i5', 'olls'), 'rn', 'm'), 'vv', 'w')`

const TAKEN_FOR: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '5': 's' }

/** The same of a name that is not stored. */
export function lookOf(username: string): string {
  const letters = username.toLowerCase().replace(/[01i5]/g, (letter) => TAKEN_FOR[letter] ?? letter)
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w')
}
