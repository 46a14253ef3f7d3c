import { WRONG_CREDENTIALS } from '../../contract/accounts/account-rules.ts'
import type * as contract from '../../contract/accounts/auth.ts'
import { guess, type Guessed } from '../limits/guesses.ts'
import { takeTurn } from '../limits/quota.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError } from '../errors.ts'
import type { Browser } from '../http/browser-key.ts'
import type { TokenHolder } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import { tokenHash } from '../opaque-tokens.ts'
import type { Shop } from '../shop.ts'
import { sendCodeIfNoneLives } from './by-mail/codes.ts'
import { refuseDemoFromElsewhere } from './passwords/demo-password.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords/passwords.ts'
import { deleteExpired, findByName, updateAfterLogin } from './queries.ts'
import { type SessionOrChallenge, startSessionOrChallenge, signInReply } from './sessions/start-session.ts'
import { type AccountRow, roleOf } from './rules.ts'
import { deleteOldPendingKeys } from './second-factor/factor-queries.ts'
import { staffMustHaveFactor } from './second-factor/second-factor.ts'
import { findCaller } from './sessions/session-queries.ts'
import { isDeviceOf } from './tokens.ts'

// For the room `users`.
export { checkOwnProof } from './own-proof.ts'
export { startOwnPasskey } from './passkeys/own-passkey.ts'
export { issueCode } from './by-mail/codes.ts'
export { isDemoShop } from './queries.ts'
export { DEMO_PASSWORD, tunnelTo } from './passwords/demo-password.ts'
export { hashingLoad, hashPassword, passwordProblem, verifyPassword } from './passwords/passwords.ts'
export { sendRecoveryLink } from './by-mail/recover.ts'
export { removeFactorOfUser, resetSecondFactor } from './second-factor/reset-factor.ts'
export { setPassword } from './passwords/set-password.ts'
// For the room `access`.
export { startSessionOrChallenge, signInReply } from './sessions/start-session.ts'
export { emailIsTaken, findByName } from './queries.ts'
export { tryCode, wrongCode } from './by-mail/codes.ts'
export { CODE_MS, CODE_TRIES } from './rules.ts'
export { roleOf, toUser, type AccountRow } from './rules.ts'
export { deleteSessions } from './sessions/session-queries.ts'

interface Credentials {
  username_or_email: string
  password: string
  device?: string | undefined
}

/**
 * Opens a session. Throws INVALID_CREDENTIALS with one text for every cause; after the right password ACCOUNT_INACTIVE,
 * ACCOUNT_NOT_VERIFIED, which sends a code, or SECOND_FACTOR_REQUIRED with a challenge; TOO_MANY_REQUESTS after too many
 * failures; UNAVAILABLE when too many passwords are being compared; FORBIDDEN for the demo's password from elsewhere.
 */
export async function signIn({
  shop,
  body: credentials,
  address,
  browser,
  fromHere = false,
}: InputOf<typeof contract.login, 'address' | 'browser' | 'fromHere'>) {
  const account = await findByName(shop.db, credentials.username_or_email)
  const isRight = async () => {
    const right = await verifyPassword(credentials.password, account?.password_hash)
    return right ? account : undefined
  }
  const verified = await guess(shop, { ...guessedBy(shop, account?.id, credentials), address }, isRight)
  if (!verified) {
    shop.log.warn({ userId: account?.id ?? null }, 'sign-in refused: wrong credentials')
    throw wrongCredentials()
  }
  const { username } = verified
  await refuseDemoFromElsewhere(shop, { username, password: credentials.password, fromHere })
  if (!verified.is_active)
    throw new DomainError('ACCOUNT_INACTIVE', 'La cuenta está desactivada. Escribile a la tienda.')
  if (!verified.email_verified_at) return refuseUnverified(shop, verified)

  await takeTurn(shop.db, shop, 'signIns', verified.id)
  const first = await recordSignIn(shop, verified, credentials.password, browser)
  return signInReply(shop, verified, first, credentials.device)
}

/** Opens the session, and rehashes a password of an outdated hash. Throws INVALID_CREDENTIALS. */
async function recordSignIn(
  shop: Shop,
  account: AccountRow & { password_hash: string },
  password: string,
  browser: Browser | undefined,
): Promise<SessionOrChallenge> {
  const { id, password_hash: passwordHash } = account
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : passwordHash
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    // The account was deactivated or its password changed during the comparison.
    if (!(await updateAfterLogin(tx, { id, passwordHash, newHash, at }))) throw wrongCredentials()
    return startSessionOrChallenge(tx, account, at, browser)
  })
}

/**
 * Guesses are counted by the typed name, with or without an account: a shared delay would reveal that two names
 * belong to one account. A browser that has signed in before has its own counter, so strangers cannot lock the owner
 * out.
 */
function guessedBy(shop: Shop, userId: number | undefined, credentials: Credentials): Guessed {
  const { username_or_email: name, device } = credentials
  const isKnown = userId !== undefined && isDeviceOf(shop.secret, userId, device)
  return { name, insider: isKnown ? ['device', device] : undefined }
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

/**
 * The owner of an access token, read on every request so that lost rights end at once; undefined for an invalid
 * token.
 */
export async function findSessionUser(shop: Shop, accessToken: string): Promise<TokenHolder | undefined> {
  const row = await findCaller(shop.db, tokenHash(accessToken), shop.now())
  if (!row) return undefined
  const mustAddFactor = row.lacks_factor && (await staffMustHaveFactor(shop))
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isStaff: row.is_staff,
    isSuperuser: row.is_superuser,
    // Until they set one up, staff have the rights of a customer.
    role: mustAddFactor ? null : roleOf(row),
    mustAddFactor,
    sessionId: row.session_id,
    provedAt: row.proved_at,
  }
}

/** Removes expired sessions, tokens, codes, and unconfirmed keys of second factors. */
export async function removeExpired(shop: Shop): Promise<void> {
  await deleteExpired(shop.db, shop.now())
  await deleteOldPendingKeys(shop.db, shop.now())
}
