import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import type { Tx } from '../db/transaction.ts'
import type { Addressed } from '../mail/outbox.ts'
import { claimMailToShop, claimReceivedMail, claimStatusMail } from '../mail/templates.ts'
import { getSettings, shopAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'
import { withLiveReplacement } from './rules.ts'

/**
 * Rewrites a mail about a claim, to the account's current address or the one that the visitor typed. Undefined
 * without a recipient.
 */
export async function claimMailAgain(
  tx: Tx,
  { config }: Shop,
  { kind, claimId }: { kind: MailKind; claimId: number },
): Promise<Addressed | undefined> {
  const claim = await queries.findClaimRow(tx, claimId)
  if (!claim) return undefined
  const { user_id: userId } = claim
  const email = claim.account_email ?? claim.email
  const settings = await getSettings(tx)
  if (kind === 'claim_received_shop') {
    const mail = claimMailToShop(config.publicUrl, claim)
    const to = shopAddress(settings)
    return to === '' ? undefined : { to, userId, replyTo: email || undefined, mail }
  }
  const mail =
    kind === 'claim_received'
      ? claimReceivedMail(config.publicUrl, claim, settings.claim_reply)
      : claimStatusMail(config.publicUrl, withLiveReplacement(claim))
  return email === '' ? undefined : { to: email, userId, mail }
}
