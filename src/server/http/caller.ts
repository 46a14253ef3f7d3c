import type { Audience } from '../../contract/endpoint.ts'

/** The signed-in user of a request, with the rights of this moment. */
export interface SessionUser {
  id: number
  username: string
  email: string
  firstName: string
  lastName: string
  isStaff: boolean
  isSuperuser: boolean
  /** Active and (staff or superuser): may use the back office. */
  isAdmin: boolean
  sessionId: string
}

export function audienceOf(user: SessionUser | undefined): Audience {
  if (!user) return 'anonymous'
  return user.isAdmin ? 'admin' : 'customer'
}
