import { WRONG_CREDENTIALS } from '../../contract/account-rules.ts'
import type { User } from '../../contract/auth.ts'
import { recordActivity } from '../activity/activity.ts'
import { addressGroup } from '../limits/address.ts'
import { guess, type Guessed } from '../limits/guesses.ts'
import { limitFailures, type Quota, type Turn } from '../limits/quota.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, sessionOver } from '../errors.ts'
import type { Browser } from '../http/browser-key.ts'
import type { SessionUser } from '../http/caller.ts'
import type { Shop } from '../shop.ts'
import { sendCodeIfNoneLives } from './codes.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { deleteExpired, findAccount, findByName, updateAfterLogin } from './queries.ts'
import { type AccountRow, isAdmin, toUser } from './rules.ts'
import { findCaller } from './session-queries.ts'
import { openSession, type Tokens } from './sessions.ts'
import { isDeviceOf, newDevice, tokenHash } from './tokens.ts'

// For the room `users`.
export { checkOwnPassword } from './account.ts'
export { issueCode } from './codes.ts'
export { hashingLoad, hashPassword, passwordProblem, verifyPassword } from './passwords.ts'
export { sendRecoveryLink } from './recover.ts'
export { setPassword } from './set-password.ts'
// For the room `access`.
export { emailIsTaken, findByName } from './queries.ts'
export { inBackground, takeTries, wrongCode } from './codes.ts'
export { after, CODE_MS, CODE_TRIES, maskedEmail } from './rules.ts'
export { newCode, newToken, tokenHash } from './tokens.ts'
export { toUser, type AccountRow } from './rules.ts'
export { deleteSessions } from './session-queries.ts'

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
 * Opens a session. Throws INVALID_CREDENTIALS with one text for every cause; after the right password ACCOUNT_INACTIVE, or
 * ACCOUNT_NOT_VERIFIED, which sends a code; TOO_MANY_REQUESTS after too many failures; UNAVAILABLE when too many passwords
 * are being compared.
 */
export async function signIn(
  shop: Shop,
  credentials: Credentials,
  address: string,
  browser?: Browser,
): Promise<SignedIn> {
  const account = await findByName(shop.db, credentials.username_or_email)
  const isRight = async () => {
    const right = await verifyPassword(credentials.password, account?.password_hash)
    return right ? account : undefined
  }
  const verified = await limitFailures(shop, failuresOf(address), () =>
    guess(shop, guessedBy(shop, account?.id, credentials), isRight),
  )
  if (!verified) {
    shop.log.warn({ userId: account?.id ?? null }, 'sign-in refused: wrong credentials')
    throw wrongCredentials()
  }
  if (!verified.is_active)
    throw new DomainError('ACCOUNT_INACTIVE', 'La cuenta está desactivada. Escribile a la tienda.')
  if (!verified.email_verified_at) return refuseUnverified(shop, verified)

  const tokens = await recordSignIn(shop, verified, credentials.password, browser)
  return signedInAs(shop, verified, tokens, credentials.device)
}

/** Opens the session, and rehashes a password of an outdated hash. Throws INVALID_CREDENTIALS. */
async function recordSignIn(
  shop: Shop,
  account: AccountRow & { password_hash: string },
  password: string,
  browser: Browser | undefined,
): Promise<Tokens> {
  const { id, password_hash: passwordHash } = account
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : passwordHash
  const at = shop.now()
  const { tokens, keepKey } = await inTransaction(shop.database, async (tx) => {
    // False when the account was deactivated or its password changed during the comparison.
    if (!(await updateAfterLogin(tx, { id, passwordHash, newHash, at }))) throw wrongCredentials()
    return openFirstSession(tx, account, at, browser)
  })
  keepKey()
  return tokens
}

/** Opens a session for who has just proved to own the account, and records it. Lock the row before. */
export async function openFirstSession(tx: Tx, account: AccountRow, at: Date, browser: Browser | undefined) {
  const { id } = account
  await recordActivity(tx, {
    at,
    action: 'login',
    entity: 'session',
    entityId: id,
    description: 'Inicio de sesión',
    userId: id,
  })
  return openSession(tx, { id, admin: isAdmin(account) }, at, browser)
}

/** The answer to a login. */
export function signedInAs(shop: Shop, account: AccountRow, tokens: Tokens, known?: string): SignedIn {
  const device = isDeviceOf(shop.secret, account.id, known) ? known : newDevice(shop.secret, account.id)
  return { ...tokens, user: toUser(account), is_staff: account.is_staff, device }
}

/**
 * A guess is counted for the name as it was typed, whether or not it has an account, or the delay of one name would tell
 * whose e-mail another is. From a browser that has signed in before strangers' failures do not keep the owner out.
 */
function guessedBy(shop: Shop, userId: number | undefined, credentials: Credentials): Guessed {
  const { username_or_email: name, device } = credentials
  const isKnown = userId !== undefined && isDeviceOf(shop.secret, userId, device)
  return { name, insider: isKnown ? ['device', device] : undefined }
}

const ADDRESS_FAILURES: Quota = { max: 30, windowMs: 10 * 60_000, gapMs: 0 }

/** Failures of one address, whatever the accounts. Successes do not count. */
function failuresOf(address: string): Turn {
  return { name: 'failed sign-ins', subject: addressGroup(address), quota: ADDRESS_FAILURES }
}

async function refuseUnverified(shop: Shop, { id, email }: { id: number; email: string }): Promise<never> {
  await sendCodeIfNoneLives(shop, { userId: id, purpose: 'verify_email', email })
  throw new DomainError(
    'ACCOUNT_NOT_VERIFIED',
    'La cuenta todavía no está verificada. Ingresá el código que te enviamos por email.',
    { email },
  )
}

function wrongCredentials(): DomainError {
  return new DomainError('INVALID_CREDENTIALS', WRONG_CREDENTIALS)
}

/** The holder of an access token, read on every request so that rights end at once; undefined when it is not valid. */
export async function findSessionUser(shop: Shop, accessToken: string): Promise<SessionUser | undefined> {
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

/** The caller's own account as it is now. Throws UNAUTHENTICATED when it has just been deleted. */
export async function getOwnAccount(shop: Shop, userId: number) {
  const account = await findAccount(shop.db, userId)
  if (!account) throw sessionOver()
  return account
}

/** Removes expired sessions, tokens and codes. */
export async function removeExpired(shop: Shop): Promise<void> {
  await deleteExpired(shop.db, shop.now())
}
