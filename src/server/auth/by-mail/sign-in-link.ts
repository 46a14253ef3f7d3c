import { LINK_SENT, LINK_USED } from '../../../contract/accounts/password.ts'
import { SIGN_IN_LINKS_OFF } from '../../../contract/accounts/sign-in-rules.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { Browser } from '../../http/browser-key.ts'
import { inSameTime } from '../../limits/same-time.ts'
import { tooManyAttempts } from '../../limits/too-many-attempts.ts'
import { signInLinkMail } from '../../mail/factor-mails.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { inBackground, takeCall, takeCodeTurn } from './codes.ts'
import { findFactor } from '../second-factor/factor-queries.ts'
import { openFirstSession, type SignedIn, signedInAs } from '../sessions/first-session.ts'
import { findByName, lockAccount, updateVerified } from '../queries.ts'
import { type AccountRow, after, LINK_MS, maskedUsername } from '../rules.ts'
import { findSignInLink, putSignInLink, takeSignInLink } from './sign-in-link-queries.ts'
import { newToken, tokenHash } from '../tokens.ts'

/**
 * Mails a link that opens a session. The same answer, and after the same work and time, for every address (as
 * `requestRecovery`). Throws FORBIDDEN while the setting is off, TOO_MANY_REQUESTS.
 */
export function requestSignInLink(shop: Shop, { email }: { email: string }, address: string) {
  return inSameTime(async () => {
    await refuseWhenOff(shop)
    await takeCall(shop, address)
    const waitUntil = await takeCodeTurn(shop, 'sign-in link', email)
    if (waitUntil) throw tooManyAttempts(waitUntil, shop.now())
    inBackground(shop, sendLink(shop, email))
    return { message: LINK_SENT }
  })
}

async function refuseWhenOff(shop: Shop): Promise<void> {
  const { sign_in_links: isOn } = await getRememberedSettings(shop)
  if (!isOn) throw new DomainError('FORBIDDEN', SIGN_IN_LINKS_OFF)
}

async function sendLink(shop: Shop, email: string): Promise<void> {
  const account = await findByName(shop.db, email)
  if (!account?.is_active || isStaff(account) || (await findFactor(shop.db, account.id))) return
  await inTransaction(shop.database, (tx) => issueLink(tx, shop, account))
}

/** The token is in the fragment, which no log, referrer or link preview sees. */
async function issueLink(tx: Tx, shop: Shop, { id: userId, email }: AccountRow): Promise<void> {
  const at = shop.now()
  const token = newToken()
  await putSignInLink(tx, { userId, email, tokenHash: tokenHash(token), expiresAt: after(at, LINK_MS) })
  const link = `${shop.config.publicUrl}/entrar#t=${token}`
  await enqueueMail(tx, { to: email, userId, ...signInLinkMail(link), at })
}

/** Whose session a link opens. Spends nothing. Throws CONFLICT, FORBIDDEN. */
export async function readSignInLink(shop: Shop, { token }: { token: string }) {
  await refuseWhenOff(shop)
  const link = await findSignInLink(shop.db, tokenHash(token), shop.now())
  if (!link) throw linkUsed()
  return { username: maskedUsername(link.username) }
}

/**
 * Opens a session by a link, once: of two requests with it one finds its row. Its reader has read the mail, so the address is
 * confirmed. Throws CONFLICT, FORBIDDEN, SECOND_FACTOR_REQUIRED.
 */
export async function spendSignInLink(
  shop: Shop,
  { token, device }: { token: string; device?: string | undefined },
  browser: Browser | undefined,
): Promise<SignedIn> {
  await refuseWhenOff(shop)
  const at = shop.now()
  const { account, first } = await inTransaction(shop.database, async (tx) => {
    const link = await takeSignInLink(tx, tokenHash(token), at)
    const account = link && (await lockAccount(tx, link.user_id))
    // Deactivated, moved or made staff since it was sent.
    if (!link || !account?.is_active || account.email !== link.email || isStaff(account)) throw linkUsed()
    await updateVerified(tx, account.id, account.email, at)
    const first = await openFirstSession(tx, account, at, browser)
    return { account: { ...account, email_verified_at: account.email_verified_at ?? at }, first }
  })
  return signedInAs(shop, account, first, device)
}

function isStaff(account: AccountRow): boolean {
  return account.is_staff || account.is_superuser
}

function linkUsed(): DomainError {
  return new DomainError('CONFLICT', LINK_USED)
}
