import type { Audience } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/accounts/roles.ts'

/** The signed-in user of a request, with current rights. */
export interface SessionUser {
  id: number
  username: string
  email: string
  firstName: string
  lastName: string
  isStaff: boolean
  isSuperuser: boolean
  /** Null for customers. */
  role: Role | null
  /** The role has the right that this call needs, so the call treats them as an admin. */
  isAdmin: boolean
  /** Would have that right with a second factor. */
  mustAddFactor?: boolean
  sessionId: string
  /** When the session last showed password and second factor; a sign-in does. */
  provedAt: Date
}

/** True even while rights are withheld for a missing second factor. */
export function isOfShop({ isStaff, isSuperuser }: Pick<SessionUser, 'isStaff' | 'isSuperuser'>): boolean {
  return isStaff || isSuperuser
}

/** The owner of a token, before the call is known. */
export type TokenHolder = Omit<SessionUser, 'isAdmin'>

export function audienceOf(user: SessionUser | undefined): Audience {
  if (!user) return 'anonymous'
  return user.isAdmin ? 'admin' : 'customer'
}
