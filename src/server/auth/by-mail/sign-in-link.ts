import type * as links from '../../../contract/accounts/sign-in-links.ts'
import { SIGN_IN_LINKS_OFF } from '../../../contract/accounts/sign-in-rules.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { maskedUsername } from '../../masked.ts'
import { tokenHash } from '../../opaque-tokens.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { findFactor } from '../second-factor/factor-queries.ts'
import { startSessionOrChallenge, signInReply } from '../sessions/start-session.ts'
import { updateVerified } from '../queries.ts'
import { type AccountRow, isStaff } from '../rules.ts'
import { giveBackMail } from './codes.ts'
import { findLink } from './link-queries.ts'
import { linkUsed, requestLink, spendLink, type TellApplicant } from './mail-links.ts'

/** Mails a customer a link that opens a session; see `requestLink`. Throws FORBIDDEN while the setting is off. */
export async function requestSignInLink(
  { shop, body: { email }, address }: InputOf<typeof links.requestSignInLink, 'address'>,
  tellApplicant: TellApplicant,
) {
  await refuseWhenOff(shop)
  const mayHave = async (account: AccountRow) => !isStaff(account) && !(await findFactor(shop.db, account.id))
  return requestLink(shop, { purpose: 'sign_in', email, address, tellApplicant, mayHave })
}

async function refuseWhenOff(shop: Shop): Promise<void> {
  const { sign_in_links: isOn } = await getRememberedSettings(shop)
  if (!isOn) throw new DomainError('FORBIDDEN', SIGN_IN_LINKS_OFF)
}

/** The account of a link, masked. Does not use the link up. Throws CONFLICT, FORBIDDEN. */
export async function readSignInLink({ shop, body: { token } }: InputOf<typeof links.readSignInLink>) {
  await refuseWhenOff(shop)
  const link = await findLink(shop.db, { purpose: 'sign_in', tokenHash: tokenHash(token), now: shop.now() })
  if (!link) throw linkUsed()
  return { username: maskedUsername(link.username) }
}

/**
 * Opens a session by a link, once: of two concurrent requests only one deletes its row. It also proves the address,
 * which is confirmed. Throws CONFLICT, FORBIDDEN, SECOND_FACTOR_REQUIRED.
 */
export async function spendSignInLink({
  shop,
  body: { token, device },
  address,
  browser,
}: InputOf<typeof links.spendSignInLink, 'address' | 'browser'>) {
  await refuseWhenOff(shop)
  const at = shop.now()
  const { account, first } = await inTransaction(shop.database, async (tx) => {
    const account = await spendLink(tx, { purpose: 'sign_in', tokenHash: tokenHash(token), now: at })
    // The account became staff after the mail was sent.
    if (!account || isStaff(account)) throw linkUsed()
    await updateVerified(tx, account.id, account.email, at)
    const first = await startSessionOrChallenge(tx, account, at, browser)
    return { account: { ...account, email_verified_at: account.email_verified_at ?? at }, first }
  })
  await giveBackMail(shop, address)
  return signInReply(shop, account, first, device)
}
