import type { User } from '../../contract/auth.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const ACCESS_MS = 15 * MINUTE
/** A used refresh token is taken once more within this time: several tabs, or an answer that got lost. */
export const REUSE_GRACE_MS = 10 * SECOND
export const CODE_MS = 10 * MINUTE
export const CODE_TRIES = 5

/** How long a session lives without being refreshed, and at most. A stolen admin session dies within the day. */
export function sessionLimits(admin: boolean): { idleMs: number; absoluteMs: number } {
  return admin ? { idleMs: 12 * HOUR, absoluteMs: 24 * HOUR } : { idleMs: 14 * DAY, absoluteMs: 30 * DAY }
}

/** The earlier of two moments. */
export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

export function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}

export type Rotation = 'first-use' | 'sibling' | 'stolen' | 'expired'

/**
 * What a refresh token may do. Once used it is only good for a sibling, for ten seconds, and only while nobody has
 * gone on from the first exchange: after that, two holders of one token mean that one of them stole it.
 */
export function rotationOf(
  token: { expiresAt: Date; usedAt: Date | null; childWasUsed: boolean },
  now: Date,
): Rotation {
  if (token.expiresAt <= now) return 'expired'
  if (token.usedAt === null) return 'first-use'
  const fresh = now.getTime() - token.usedAt.getTime() <= REUSE_GRACE_MS
  return fresh && !token.childWasUsed ? 'sibling' : 'stolen'
}

const FREE_FAILURES = 5
const LONGEST_WAIT_SECONDS = 900
/** Failures older than this no longer count. Far longer than the longest wait, or waiting would reset the counter. */
export const FAILURES_FORGOTTEN_MS = DAY

/**
 * The wait in milliseconds after the first, second, … failure; the last holds for all that follow. Five failures in a
 * row, then 1, 2, 4 … 900 s: at most 109 guesses a day, and never a lock, as nobody could undo it.
 */
export function waitsAfterFailures(factor: number): number[] {
  const free = Math.max(1, Math.round(FREE_FAILURES * factor))
  const waits = Array.from({ length: free - 1 }, () => 0)
  for (let wait = 1; wait < LONGEST_WAIT_SECONDS; wait *= 2) waits.push(wait)
  return [...waits, LONGEST_WAIT_SECONDS].map((seconds) => Math.round((seconds * SECOND) / factor))
}

/** At most `max` within `windowMs`, and `gapMs` between two: a `Quota` of `db/quota.ts`. */
interface Quota {
  max: number
  windowMs: number
  gapMs: number
}

export function addressFailures(factor: number): Quota {
  return { max: Math.max(1, Math.round(30 * factor)), windowMs: 10 * MINUTE, gapMs: 0 }
}

/** How often a code may be sent. The hour comes first: what it refuses must not use up the day. */
export function codeQuotas(factor: number): { name: string; quota: Quota }[] {
  const times = (max: number) => Math.max(1, Math.round(max * factor))
  return [
    { name: 'hour', quota: { max: times(5), windowMs: HOUR, gapMs: Math.round(MINUTE / factor) } },
    { name: 'day', quota: { max: times(10), windowMs: DAY, gapMs: 0 } },
  ]
}

/** Active, and staff or superuser: may use the back office. */
export function isAdmin(row: { is_active: boolean; is_staff: boolean; is_superuser: boolean }): boolean {
  return row.is_active && (row.is_staff || row.is_superuser)
}

/** What the table knows of an account, without its password. */
export interface AccountRow {
  id: number
  username: string
  email: string
  first_name: string
  last_name: string
  instagram: string | null
  phone: string
  is_staff: boolean
  is_superuser: boolean
  is_active: boolean
  email_verified_at: Date | null
  created_at: Date
}

/** The account as the contract shows it. */
export function toUser(row: AccountRow): User {
  const admin = isAdmin(row)
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    instagram: row.instagram,
    is_staff: row.is_staff,
    is_superuser: row.is_superuser,
    is_active: row.is_active,
    user_type: row.is_staff || row.is_superuser ? 'admin' : 'customer',
    email_verified: row.email_verified_at !== null,
    phone: row.phone,
    created_at: row.created_at.toISOString(),
    permissions: { can_access_admin: admin },
  }
}

const NAME_MIN = 2

/** The profile's own rules, worded as the account form is. Fields that were not sent are not checked. */
export function profileErrors(profile: { first_name?: string | undefined; last_name?: string | undefined }) {
  const errors: Record<string, string[]> = {}
  if (profile.first_name !== undefined && profile.first_name.length < NAME_MIN) {
    errors['first_name'] = [
      profile.first_name ? 'El nombre debe tener al menos 2 caracteres' : 'El nombre es requerido',
    ]
  }
  if (profile.last_name !== undefined && profile.last_name.length < NAME_MIN) {
    errors['last_name'] = [
      profile.last_name ? 'El apellido debe tener al menos 2 caracteres' : 'El apellido es requerido',
    ]
  }
  return errors
}

/** `ana@correo.example` as `a…@correo.example`: the log keeps its rows for ever, the account may be deleted. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/** A name as its first letter, for the same reason. */
export function maskedName(name: string | null): string {
  return name ? `${String.fromCodePoint(name.codePointAt(0) ?? 0)}…` : ''
}
