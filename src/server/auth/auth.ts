import { randomUUID } from 'node:crypto'
import type { User } from '../../contract/auth.ts'
import { recordActivity } from '../activity/activity.ts'
import type { Db } from '../db/connect.ts'
import { counterKey } from '../db/quota.ts'
import { inTransaction } from '../db/retry.ts'
import { DomainError } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { Shop } from '../shop.ts'
import { sendCodeIfNoneLives } from './codes.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { deleteExpired, findAccount, findByName, updateAfterLogin } from './queries.ts'
import {
  ACCESS_MS,
  after,
  earlier,
  FAILURES_FORGOTTEN_MS,
  isAdmin,
  rotationOf,
  sessionLimits,
  toUser,
} from './rules.ts'
import {
  deleteSession,
  findCaller,
  findRefreshToken,
  findSessionOf,
  insertSession,
  insertTokens,
  lockSession,
  markUsed,
  updateIdle,
} from './session-queries.ts'
import { checkAddress, countAddressFailure, guess } from './throttle.ts'
import { isDeviceOf, newDevice, newToken, tokenHash } from './tokens.ts'

// What the room `users` needs of this one.
export { issueCode } from './codes.ts'
export { hashPassword, passwordProblem, passwordTurns } from './passwords.ts'
export { toUser, type AccountRow } from './rules.ts'
export { deleteSessions } from './session-queries.ts'

export interface Tokens {
  access: string
  refresh: string
}

export interface SignedIn extends Tokens {
  user: User
  is_staff: boolean
  /** Send it with later logins from the same browser. */
  device: string
}

interface Credentials {
  username_or_email: string
  password: string
  device?: string | undefined
}

/**
 * Throws INVALID_CREDENTIALS (one text for every cause), and only after the right password ACCOUNT_INACTIVE or
 * ACCOUNT_NOT_VERIFIED, which sends a code; TOO_MANY_REQUESTS after too many failures; UNAVAILABLE when too many
 * passwords are being compared.
 */
export async function signIn(shop: Shop, asked: Credentials, address: string): Promise<SignedIn> {
  await checkAddress(shop, address)
  const account = await findByName(shop.db, asked.username_or_email)
  const isRight = async () => {
    const right = await verifyPassword(asked.password, account?.password_hash)
    return right ? account : undefined
  }
  const verified = await guess(shop, failuresKey(shop, account?.id, asked), isRight)
  if (!verified) {
    await countAddressFailure(shop, address)
    shop.log.warn({ userId: account?.id ?? null }, 'sign-in refused: wrong credentials')
    throw wrongCredentials()
  }
  if (!verified.is_active)
    throw new DomainError('ACCOUNT_INACTIVE', 'La cuenta está desactivada. Comunicarse con la tienda.')
  if (!verified.email_verified_at) return refuseUnverified(shop, verified)

  const newHash = isOutdated(verified.password_hash)
    ? await hashPassword(asked.password)
    : verified.password_hash
  const at = shop.now()
  const tokens = await inTransaction(shop.db, async (tx) => {
    // Deactivated, or given another password, while we were comparing.
    if (
      !(await updateAfterLogin(tx, { id: verified.id, passwordHash: verified.password_hash, newHash, at }))
    ) {
      throw wrongCredentials()
    }
    await recordActivity(tx, {
      at,
      action: 'login',
      entity: 'session',
      entityId: verified.id,
      description: 'Inicio de sesión',
      userId: verified.id,
    })
    return openSession(tx, verified.id, isAdmin(verified), at)
  })
  const device = isDeviceOf(shop.secret, verified.id, asked.device)
    ? asked.device
    : newDevice(shop.secret, verified.id)
  return { ...tokens, user: toUser(verified), is_staff: verified.is_staff, device }
}

/**
 * One counter for each account, whichever of its names is typed; names that nobody has are counted alike. A browser
 * that signed in before has its own, so that a stranger's failures do not keep the owner out.
 */
function failuresKey(
  shop: Shop,
  userId: number | undefined,
  { username_or_email, device }: Credentials,
): string {
  if (userId === undefined) return counterKey(shop.secret, 'name', username_or_email.toLowerCase())
  if (isDeviceOf(shop.secret, userId, device)) return counterKey(shop.secret, 'device', device)
  return counterKey(shop.secret, 'account', userId)
}

async function refuseUnverified(shop: Shop, { id, email }: { id: number; email: string }): Promise<never> {
  await sendCodeIfNoneLives(shop, { userId: id, purpose: 'verify_email', email })
  throw new DomainError(
    'ACCOUNT_NOT_VERIFIED',
    'La cuenta todavía no está verificada. Ingresar el código que enviamos por email.',
    { email },
  )
}

function wrongCredentials(): DomainError {
  return new DomainError(
    'INVALID_CREDENTIALS',
    'Error al iniciar sesión. Por favor, verifica tus credenciales.',
  )
}

async function openSession(tx: Db, userId: number, admin: boolean, at: Date): Promise<Tokens> {
  const { idleMs, absoluteMs } = sessionLimits(admin)
  const id = randomUUID()
  const endsAt = after(at, absoluteMs)
  const idleUntil = earlier(after(at, idleMs), endsAt)
  await insertSession(tx, { id, userId, at, idleUntil, endsAt })
  return giveTokens(tx, { sessionId: id, parent: null, at, idleUntil, endsAt })
}

async function giveTokens(
  tx: Db,
  given: { sessionId: string; parent: Buffer | null; at: Date; idleUntil: Date; endsAt: Date },
): Promise<Tokens> {
  const tokens = { access: newToken(), refresh: newToken() }
  await insertTokens(tx, given.sessionId, given.parent, [
    {
      hash: tokenHash(tokens.access),
      kind: 'access',
      expires_at: earlier(after(given.at, ACCESS_MS), given.endsAt),
    },
    { hash: tokenHash(tokens.refresh), kind: 'refresh', expires_at: given.idleUntil },
  ])
  return tokens
}

/**
 * Exchanges a refresh token for a new pair. A token that was used before ends the whole session, save for siblings
 * within ten seconds (`rotationOf`). Throws UNAUTHENTICATED.
 */
export async function refreshTokens(shop: Shop, { refresh }: { refresh: string }): Promise<Tokens> {
  const hash = tokenHash(refresh)
  const sessionId = await findSessionOf(shop.db, hash)
  const tokens = sessionId && (await inTransaction(shop.db, (tx) => rotate(tx, sessionId, hash, shop.now())))
  if (tokens === 'stolen') shop.log.warn({ sessionId }, 'refresh token used twice: session ended')
  if (!tokens || tokens === 'stolen') throw sessionOver()
  return tokens
}

/** Returns rather than throws, so that ending the session of a stolen token is not rolled back. */
async function rotate(
  tx: Db,
  sessionId: string,
  hash: Buffer,
  now: Date,
): Promise<Tokens | 'stolen' | undefined> {
  const session = await lockSession(tx, sessionId)
  const token = await findRefreshToken(tx, hash)
  if (!session || !token || !session.is_active || session.ends_at <= now) return undefined
  const rotation = rotationOf(token, now)
  if (rotation === 'expired') return undefined
  if (rotation === 'stolen') {
    await deleteSession(tx, sessionId)
    return 'stolen'
  }
  const idleUntil = earlier(after(now, sessionLimits(isAdmin(session)).idleMs), session.ends_at)
  await markUsed(tx, hash, now)
  await updateIdle(tx, sessionId, idleUntil)
  return giveTokens(tx, { sessionId, parent: hash, at: now, idleUntil, endsAt: session.ends_at })
}

/** Ends the caller's session and that of the refresh token; an unknown token is no error. */
export async function signOut(
  shop: Shop,
  user: SessionUser | undefined,
  refresh: string | undefined,
): Promise<void> {
  if (user) await deleteSession(shop.db, user.sessionId)
  const sessionId = refresh === undefined ? undefined : await findSessionOf(shop.db, tokenHash(refresh))
  if (sessionId !== undefined) await deleteSession(shop.db, sessionId)
}

/** Asked on every request, so that rights end at once: undefined when the token, its session or its account ended. */
export async function whoIs(shop: Shop, accessToken: string): Promise<SessionUser | undefined> {
  const row = await findCaller(shop.db, tokenHash(accessToken), shop.now())
  return (
    row && {
      id: row.id,
      username: row.username,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      isStaff: row.is_staff,
      isSuperuser: row.is_superuser,
      isAdmin: isAdmin(row),
      sessionId: row.session_id,
    }
  )
}

export function sessionOver(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'La sesión terminó. Iniciar sesión de nuevo.')
}

/** The caller's own account as it is now; throws UNAUTHENTICATED when it was deleted a moment ago. */
export async function getOwnAccount(shop: Shop, userId: number) {
  const account = await findAccount(shop.db, userId)
  if (!account) throw sessionOver()
  return account
}

/** Removes what no longer means anything: sessions, tokens, codes and counters. */
export async function removeExpired(shop: Shop): Promise<void> {
  const now = shop.now()
  await deleteExpired(shop.db, {
    now,
    countersBefore: after(now, -2 * FAILURES_FORGOTTEN_MS),
  })
}
