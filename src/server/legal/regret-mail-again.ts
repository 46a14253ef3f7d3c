import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import type { Tx } from '../db/transaction.ts'
import type { Addressed } from '../mail/outbox.ts'
import { regretMailToShop, regretReceivedMail, regretStatusMail } from '../mail/templates.ts'
import { getSettings, shopAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'

/** Rewrites a mail about a regret, to its address. Undefined without a recipient. */
export async function regretMailAgain(
  tx: Tx,
  { config }: Shop,
  { kind, regretId }: { kind: MailKind; regretId: number },
): Promise<Addressed | undefined> {
  const regret = await queries.findRegretRow(tx, regretId)
  if (!regret || regret.email === '') return undefined
  const { email, user_id: userId } = regret
  if (kind === 'regret_received_shop') {
    const to = shopAddress(await getSettings(tx))
    const mail = regretMailToShop(config.publicUrl, regret)
    return to === '' ? undefined : { to, userId, replyTo: email, mail }
  }
  const mail = kind === 'regret_received' ? regretReceivedMail(regret.code) : regretStatusMail(regret)
  return { to: email, userId, mail }
}
