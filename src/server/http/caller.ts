import type { Audience } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/accounts/roles.ts'

/** The signed-in user of a request, with the rights of this moment. */
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
  /** May do in this call what it lets admins do: the role has the right that the call needs. */
  isAdmin: boolean
  /** Would be, with a second factor. */
  mustAddFactor?: boolean
  sessionId: string
}

/** Also while the role is withheld, for a second factor that is missing. */
export function isOfShop({ isStaff, isSuperuser }: Pick<SessionUser, 'isStaff' | 'isSuperuser'>): boolean {
  return isStaff || isSuperuser
}

/** The holder of a token, whatever they call. */
export type TokenHolder = Omit<SessionUser, 'isAdmin'>

export function audienceOf(user: SessionUser | undefined): Audience {
  if (!user) return 'anonymous'
  return user.isAdmin ? 'admin' : 'customer'
}
