import { INVITATION_DAYS, RECENT_DAYS } from '../../contract/accounts/access-rules.ts'
import { plainText } from '../../contract/plain-text.ts'
import { USERNAME_MAX, USERNAME_MIN } from '../../contract/limits.ts'

const DAY_MS = 24 * 60 * 60_000
export const INVITATION_MS = INVITATION_DAYS * DAY_MS
export const RECENT_MS = RECENT_DAYS * DAY_MS
/** An unanswered request expires after this time. */
export const WAITS_MS = 30 * DAY_MS
/** A request without an account is erased this long after its decision. */
export const KEPT_MS = 90 * DAY_MS

/** User names derived from a person's names or e-mail, best first: `ana_paz`, `ana_paz2`, … */
export function usernamesFor(person: { first_name: string; last_name: string; email: string }): string[] {
  const names = plainName(`${person.first_name} ${person.last_name}`)
  const base = names.length >= USERNAME_MIN ? names : plainName(person.email.split('@')[0] ?? '')
  const shown = base.length >= USERNAME_MIN ? base : `cliente_${base}`
  return [shown, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${shown}${number}`)]
}

/** Lower case, without accents, words joined by underscores, short enough to append a number. */
function plainName(text: string): string {
  const joined = plainText(text)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return joined.slice(0, USERNAME_MAX - 1)
}
