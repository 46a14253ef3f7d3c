import { FACTOR_WANTED } from '../../../contract/accounts/second-factor-rules.ts'
import type { User } from '../../../contract/accounts/auth.ts'
import { recordActivity } from '../../activity/activity.ts'
import type { Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { Browser } from '../../http/browser-key.ts'
import { newToken, tokenHash } from '../../opaque-tokens.ts'
import type { Shop } from '../../shop.ts'
import { findFactor, insertChallenge } from '../second-factor/factor-queries.ts'
import { staffMustHaveFactor } from '../second-factor/second-factor.ts'
import { type AccountRow, isAdmin, isStaff, toUser } from '../rules.ts'
import { type Opened, openSession, type Tokens } from './sessions.ts'
import { isDeviceOf, newDevice } from '../tokens.ts'

export interface SignedIn extends Tokens {
  user: User
  is_staff: boolean
  /** To be sent with later logins from the same browser. */
  device: string
}

/** A session, or a challenge for the second factor. */
export type SessionOrChallenge = ProvedSession | { challenge: string }

interface ProvedSession extends Opened {
  hasFactor: boolean
}

/**
 * The one place that opens sessions, after a password, an invitation, a link or a passkey. An account with a second
 * factor gets a challenge instead, so that no way of signing in skips it (decision 0033). Lock the account before.
 */
export async function startSessionOrChallenge(
  tx: Tx,
  account: AccountRow,
  at: Date,
  browser: Browser | undefined,
): Promise<SessionOrChallenge> {
  if (!(await findFactor(tx, account.id)))
    return { ...(await openProvedSession(tx, account, at, browser)), hasFactor: false }
  const challenge = newToken()
  await insertChallenge(tx, tokenHash(challenge), account.id, at)
  return { challenge }
}

/** After the second factor, if there is one. */
export async function openProvedSession(
  tx: Tx,
  account: AccountRow,
  at: Date,
  browser: Browser | undefined,
): Promise<Opened> {
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

/** The answer to a login, once its transaction has committed. Throws SECOND_FACTOR_REQUIRED. */
export async function signInReply(
  shop: Shop,
  account: AccountRow,
  first: SessionOrChallenge,
  known?: string,
): Promise<SignedIn> {
  if ('challenge' in first) throw new DomainError('SECOND_FACTOR_REQUIRED', FACTOR_WANTED, first)
  first.keepKey()
  const device = isDeviceOf(shop.secret, account.id, known) ? known : newDevice(shop.secret, account.id)
  const mustAddFactor = isStaff(account) && !first.hasFactor && (await staffMustHaveFactor(shop))
  return { ...first.tokens, user: toUser(account, mustAddFactor), is_staff: account.is_staff, device }
}
