import { LINK_SENT, LINK_USED } from '../../../contract/accounts/password.ts'
import { after } from '../../clock.ts'
import type { LinkPurpose } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import { addressGroup } from '../../limits/address.ts'
import { takeTurn } from '../../limits/quota.ts'
import { inBackground, inSameTime } from '../../limits/same-time.ts'
import { signInLinkMail } from '../../mail/factor-mails.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { type Mail, recoveryMail } from '../../mail/templates.ts'
import { newToken, tokenHash } from '../../opaque-tokens.ts'
import type { Shop } from '../../shop.ts'
import { findByName, lockAccount } from '../queries.ts'
import { type AccountRow, LINK_MS } from '../rules.ts'
import { takeMail } from './codes.ts'
import { deleteLink, findLink, insertLink, type Token } from './link-queries.ts'

const LINKS: Record<LinkPurpose, { page: string; mail: (link: string) => Mail }> = {
  reset: { page: 'recuperar', mail: recoveryMail },
  sign_in: { page: 'entrar', mail: signInLinkMail },
}

export interface Request {
  purpose: LinkPurpose
  email: string
  address: string
  /** Whether this account may get such a link. */
  mayHave: (account: AccountRow) => boolean | Promise<boolean>
  tellApplicant: TellApplicant
}

/** Mails an address without an account how its request or invitation stands. */
export type TellApplicant = (shop: Shop, email: string) => Promise<void>

/**
 * Mails a link. Answer, work and time are the same for every address: limits do not depend on an account, and the
 * answer does not wait for the work of one. Throws TOO_MANY_REQUESTS.
 */
export function requestLink(shop: Shop, request: Request): Promise<{ message: string }> {
  return inSameTime(async () => {
    await takeMail(shop, request.address)
    await takeLink(shop, request)
    inBackground(shop, sendLink(shop, request))
    return { message: LINK_SENT }
  })
}

/** Also by visitor and e-mail, so that strangers do not use up the owner's links. */
async function takeLink(shop: Shop, { purpose, email, address }: Request): Promise<void> {
  await takeTurn(shop.db, shop, 'linksAsked', `${purpose} ${addressGroup(address)} ${email}`)
  await takeTurn(shop.db, shop, 'linksOfEmail', `${purpose} ${email}`)
}

async function sendLink(shop: Shop, { purpose, email, mayHave, tellApplicant }: Request): Promise<void> {
  const account = await findByName(shop.db, email)
  if (!account) return tellApplicant(shop, email)
  if (!account.is_active || !(await mayHave(account))) return
  await inTransaction(shop.database, (tx) => issueLink(tx, shop, purpose, account))
}

/**
 * The token is in the URL fragment, which is not sent to servers, logs, referrers or link previews. Earlier links
 * stay valid until they expire.
 */
export async function issueLink(
  tx: Tx,
  shop: Shop,
  purpose: LinkPurpose,
  { id: userId, email }: AccountRow,
): Promise<void> {
  const at = shop.now()
  const token = newToken()
  const { page, mail } = LINKS[purpose]
  const link = { user_id: userId, purpose, email, token_hash: tokenHash(token) }
  await insertLink(tx, { ...link, expires_at: after(at, LINK_MS) })
  const address = `${shop.config.publicUrl}/${page}#t=${token}`
  await enqueueMail(tx, { to: email, userId, ...mail(address), at })
}

/** Uses up a live link and returns its account, locked; undefined for an invalid link. */
export async function spendLink(tx: Tx, token: Token): Promise<AccountRow | undefined> {
  const found = await findLink(tx, token)
  const account = found && (await lockAccount(tx, found.id))
  // Checked again under the lock: the account may have been deactivated or changed its address meanwhile.
  return account && (await deleteLink(tx, token)) ? account : undefined
}

export function linkUsed(): DomainError {
  return new DomainError('CONFLICT', LINK_USED)
}
