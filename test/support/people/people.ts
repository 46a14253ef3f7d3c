import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '../../../src/contract/accounts/roles.ts'
import type { SessionUser } from '../../../src/server/http/caller.ts'
import type { Shop } from '../../../src/server/shop.ts'

export interface Person {
  admin?: boolean
  /** The role of staff; admins without one are owners. */
  role?: Role
  username?: string
  email?: string
  first_name?: string
  last_name?: string
  verified?: boolean
  active?: boolean
}

export interface SignedIn {
  id: number
  username: string
  email: string
  /** A bearer token that is valid for more than a year. */
  access: string
}

/** An account with a session, inserted directly. It has no password: sign-in itself is tested elsewhere. */
export async function insertPerson(shop: Pick<Shop, 'db' | 'now'>, person: Person = {}): Promise<SignedIn> {
  const username = person.username ?? `u${randomBytes(5).toString('hex')}`
  const email = person.email ?? `${username}@correo.example`
  const now = shop.now()
  const { id } = await shop.db
    .insertInto('users')
    .values({
      username,
      email,
      password_hash: 'not-set',
      first_name: person.first_name ?? 'Ana',
      last_name: person.last_name ?? 'Suárez',
      is_staff: person.admin ?? person.role !== undefined,
      role: person.role ?? null,
      is_active: person.active ?? true,
      email_verified_at: person.verified === false ? null : now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const access = randomBytes(32).toString('base64url')
  const sessionId = randomUUID()
  const later = new Date(Date.now() + 400 * 86_400_000)
  await shop.db
    .insertInto('sessions')
    .values({ id: sessionId, user_id: id, created_at: now, idle_until: later, ends_at: later })
    .execute()
  await shop.db
    .insertInto('session_tokens')
    .values({
      hash: createHash('sha256').update(access).digest(),
      session_id: sessionId,
      kind: 'access',
      parent_hash: null,
      issued_at: new Date(0),
      expires_at: later,
      used_at: null,
    })
    .execute()
  return { id, username, email, access }
}

/** Addresses that contain the first one. */
export const CONTAINING_EACH_OTHER = ['ana', 'juana', 'mariana', 'susana'].map(
  (name) => `${name}@correo.example`,
)

/** The caller of a verb that is called without a request. */
export function callerOf({ id, username, email }: Omit<SignedIn, 'access'>, isAdmin = false): SessionUser {
  return {
    id,
    username,
    email,
    firstName: 'Ana',
    lastName: 'Suárez',
    isStaff: isAdmin,
    isSuperuser: false,
    role: isAdmin ? 'owner' : null,
    isAdmin,
    sessionId: randomUUID(),
    provedAt: new Date(),
  }
}
