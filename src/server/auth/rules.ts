import type { User } from '../../contract/accounts/auth.ts'
import { type Role, RIGHTS_OF } from '../../contract/accounts/roles.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const ACCESS_MS = 15 * MINUTE
/** A used refresh token is accepted again within this time: for several tabs, or a lost response. */
export const REUSE_GRACE_MS = 10 * SECOND
export const MAX_SESSIONS = 20
export const CODE_MS = 10 * MINUTE
export const CODE_TRIES = 5
/** Time between password and second factor. */
export const CHALLENGE_MS = 5 * MINUTE
export const CHALLENGE_TRIES = 5
/** How long a sign-in, or `proveSession`, replaces password and code: nearly as long as the first access token is valid. */
export const PROOF_MS = 14 * MINUTE
/** Time to confirm a new authenticator key with its first code. */
export const PENDING_KEY_MS = 15 * MINUTE
/** Lifetime of a mailed link. */
export const LINK_MS = 15 * MINUTE

/** Session lifetime without a refresh, and in total. A stolen admin session ends within the day. */
export function sessionLimits(admin: boolean): { idleMs: number; absoluteMs: number } {
  return admin ? { idleMs: 12 * HOUR, absoluteMs: 24 * HOUR } : { idleMs: 14 * DAY, absoluteMs: 30 * DAY }
}

type Rotation = 'first-use' | 'sibling' | 'stolen' | 'expired'

/**
 * Rules of refresh tokens. A used token can be exchanged again for ten seconds, which gives a sibling pair. Only one
 * sibling may be used: tabs share storage, and a lost response is never used, so two siblings in use mean that one
 * was stolen.
 */
export function rotationOf(
  token: { expiresAt: Date; usedAt: Date | null; childWasUsed: boolean; siblingWasUsed: boolean },
  now: Date,
): Rotation {
  if (token.expiresAt <= now) return 'expired'
  if (token.siblingWasUsed) return 'stolen'
  if (token.usedAt === null) return 'first-use'
  const fresh = Math.abs(now.getTime() - token.usedAt.getTime()) <= REUSE_GRACE_MS
  return fresh && !token.childWasUsed ? 'sibling' : 'stolen'
}

type Rights = Pick<AccountRow, 'is_active' | 'is_staff' | 'is_superuser' | 'role'>

/** Active, and staff or superuser: may use the panel, by role. */
export function isAdmin(row: Omit<Rights, 'role'>): boolean {
  return row.is_active && isStaff(row)
}

/** Null for customers, whatever the column holds. Staff without a role are owners. */
export function roleOf(row: Omit<Rights, 'is_active'>): Role | null {
  return isStaff(row) ? (row.role ?? 'owner') : null
}

/** Whether the account is staff, with any role. */
export function isStaff({ is_staff, is_superuser }: Pick<AccountRow, 'is_staff' | 'is_superuser'>): boolean {
  return is_staff || is_superuser
}

/** `role` is null for customers and deactivated accounts, and for staff that must add a second factor. */
export function permissionsOfRole(role: Role | null, mustAddFactor = false): User['permissions'] {
  return {
    can_access_admin: role !== null,
    rights: role === null ? [] : [...RIGHTS_OF[role]],
    must_add_factor: mustAddFactor,
  }
}

/** The row of an account without its password. */
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
  role: Role | null
  is_active: boolean
  email_verified_at: Date | null
  created_at: Date
}

/** The account in the contract's form. `mustAddFactor` is only known for the caller. */
export function toUser(row: AccountRow, mustAddFactor = false): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    instagram: row.instagram,
    is_staff: row.is_staff,
    is_superuser: row.is_superuser,
    role: roleOf(row),
    is_active: row.is_active,
    user_type: isStaff(row) ? 'admin' : 'customer',
    email_verified: row.email_verified_at !== null,
    phone: row.phone,
    created_at: row.created_at.toISOString(),
    permissions: permissionsOfRole(isAdmin(row) && !mustAddFactor ? roleOf(row) : null, mustAddFactor),
  }
}
