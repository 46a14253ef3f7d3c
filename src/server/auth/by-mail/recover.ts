import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import { LINK_SENT, LINK_USED, RECOVERED } from '../../../contract/accounts/password.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import type { SessionUser } from '../../http/caller.ts'
import { inSameTime } from '../../limits/same-time.ts'
import { tooManyAttempts } from '../../limits/too-many-attempts.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { passwordChangedMail, recoveryMail } from '../../mail/templates.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { deleteCodes } from './code-queries.ts'
import { inBackground, takeCall, takeCodeTurn } from './codes.ts'
import { linkIsLive, putLink, takeLink } from './link-queries.ts'
import { hashPassword, passwordProblem } from '../passwords/passwords.ts'
import { findAccount, findByName, replacePassword, updateVerified } from '../queries.ts'
import { type AccountRow, after, LINK_MS } from '../rules.ts'
import { deleteSessions } from '../sessions/session-queries.ts'
import { newDevice, newToken, tokenHash } from '../tokens.ts'

/**
 * Mails a link that sets a new password. The same answer, and after the same work and time, for every address: limits do not
 * depend on whether it has an account, and the work for an account is not waited for. Throws TOO_MANY_REQUESTS.
 */
export function requestRecovery(shop: Shop, { email }: { email: string }, address: string) {
  return inSameTime(async () => {
    await takeCall(shop, address)
    const waitUntil = await takeCodeTurn(shop, 'recovery', email)
    if (waitUntil) throw tooManyAttempts(waitUntil, shop.now())
    inBackground(shop, sendLink(shop, email))
    return { message: LINK_SENT }
  })
}

async function sendLink(shop: Shop, email: string): Promise<void> {
  const account = await findByName(shop.db, email)
  if (account?.is_active) await inTransaction(shop.database, (tx) => issueLink(tx, shop, account))
}

/** An admin sends the link for somebody. Throws NOT_FOUND, CONFLICT for a deactivated account, TOO_MANY_REQUESTS. */
export async function sendRecoveryLink(shop: Shop, admin: SessionUser, userId: number): Promise<void> {
  const account = await findAccount(shop.db, userId)
  if (!account) throw notFound(USER_NOT_FOUND)
  if (!account.is_active) throw new DomainError('CONFLICT', 'La cuenta está desactivada')
  const waitUntil = await takeCodeTurn(shop, 'recovery sent by an admin', userId)
  if (waitUntil) throw tooManyAttempts(waitUntil, shop.now())
  await inTransaction(shop.database, async (tx) => {
    await issueLink(tx, shop, account)
    await recordActivity(tx, {
      at: shop.now(),
      action: 'update',
      entity: 'user',
      entityId: userId,
      description: `Enlace para cambiar la contraseña enviado a la cuenta #${userId}`,
      userId: admin.id,
    })
  })
}

/** The token is in the fragment, which no log, referrer or link preview sees. */
async function issueLink(tx: Tx, shop: Shop, { id: userId, email }: AccountRow): Promise<void> {
  const at = shop.now()
  const token = newToken()
  await putLink(tx, { userId, email, tokenHash: tokenHash(token), expiresAt: after(at, LINK_MS) })
  const link = `${shop.config.publicUrl}/recuperar#t=${token}`
  await enqueueMail(tx, { to: email, userId, ...recoveryMail(link), at })
}

/**
 * Sets the password of the account of a link, verifies its address and ends its sessions, codes and links. Gives its user
 * name, and a `device` by which failures of strangers do not delay the login that follows. Throws VALIDATION under
 * `new_password`, CONFLICT for a link that is used, old or unknown.
 */
export async function finishRecovery(
  shop: Shop,
  { token, new_password }: { token: string; new_password: string },
): Promise<{ message: string; username: string; device: string }> {
  const problem = passwordProblem(new_password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ new_password: [problem] })
  const hash = tokenHash(token)
  // Before the hashing, which is slow: a made-up token must not cause it.
  if (!(await linkIsLive(shop.db, hash, shop.now()))) throw linkUsed()
  const newHash = await hashPassword(new_password)
  const at = shop.now()
  const { id, username } = await inTransaction(shop.database, async (tx) => {
    const link = await takeLink(tx, hash, at)
    const account = link && (await replacePassword(tx, { id: link.user_id, email: link.email, newHash }))
    if (!account) throw linkUsed()
    await updateVerified(tx, account.id, account.email, at)
    await deleteSessions(tx, account.id)
    await deleteCodes(tx, account.id, 'verify_email')
    await deleteCodes(tx, account.id, 'email_change')
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'user',
      entityId: account.id,
      description: 'Contraseña cambiada con un enlace',
      userId: account.id,
    })
    await enqueueMail(tx, { to: account.email, userId: account.id, ...passwordChangedMail(at), at })
    return account
  })
  return { message: RECOVERED, username, device: newDevice(shop.secret, id) }
}

function linkUsed(): DomainError {
  return new DomainError('CONFLICT', LINK_USED)
}
