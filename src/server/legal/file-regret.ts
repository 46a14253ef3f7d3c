import { randomBytes } from 'node:crypto'
import type * as regrets from '../../contract/legal/regrets.ts'
import type { RegretRequest } from '../../contract/legal/regrets.ts'
import { recordActivity } from '../activity/activity.ts'
import { onceForKey } from '../db/idempotency.ts'
import type { RegretRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import { takeTurn, tryTurn } from '../limits/quota.ts'
import { inSameTime } from '../limits/same-time.ts'
import { callerOf, mayMailVisitor } from '../limits/visitors.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { regretMailToShop, regretReceivedMail } from '../mail/templates.ts'
import { getSettings, shopAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'
import { CODE_SIGNS, orderIdIn, regretCode } from './rules.ts'

/**
 * Files a request to withdraw from a purchase. Neither the answer nor its time reveals whether the order exists.
 * Refusals: 400 per field, 422, 429.
 */
export function fileRegret({
  shop,
  user,
  body: request,
  key,
  address,
}: InputOf<typeof regrets.fileRegret, 'address'>) {
  const at = shop.now()
  const { subject, scope } = callerOf(shop, user, address)
  const isTrapped = Boolean(request.website)
  return inSameTime(() =>
    inTransaction(shop.database, (tx) =>
      onceForKey(tx, { scope, key, request: ['fileRegret', request], at }, async () => {
        // Repeats with the same key do not count.
        await takeTurn(tx, shop, 'regrets', subject)
        const code = regretCode(randomBytes(CODE_SIGNS))
        if (!isTrapped) await storeRegret(tx, shop, user, request, { code, at })
        return { code, received_at: at.toISOString() }
      }),
    ),
  )
}

async function storeRegret(
  tx: Tx,
  shop: Shop,
  user: SessionUser | undefined,
  { name, email, order_number, phone, reason }: RegretRequest,
  { code, at }: { code: string; at: Date },
): Promise<void> {
  const userId = user?.id ?? null
  const orderId = orderIdIn(order_number)
  const regret = { code, order_number, name, email, phone, reason, user_id: userId, received_at: at }
  // Looked up for visitors too, so that it takes as long; linked only for the signed-in owner, as anybody can type an
  // e-mail and a number.
  const order = orderId && (await queries.findOrderOf(tx, { orderId, userId }))
  const id = await queries.insertRegret(tx, { ...regret, order_id: order ?? null })
  await recordActivity(tx, {
    at,
    action: 'create',
    entity: 'regret_request',
    entityId: id,
    description: `Arrepentimiento ${code} recibido`,
    userId,
  })
  await sendMails(tx, shop, user, { ...regret, id })
}

async function sendMails(
  tx: Tx,
  shop: Shop,
  user: SessionUser | undefined,
  regret: Parameters<typeof regretMailToShop>[1] & Pick<RegretRow, 'id' | 'received_at' | 'user_id'>,
): Promise<void> {
  const { publicUrl } = shop.config
  const { email, received_at: at } = regret
  const about = { userId: regret.user_id, regretId: regret.id, at }
  const to = shopAddress(await getSettings(tx))
  if (to !== '' && !(await tryTurn(tx, shop, 'regretMailsToShop', 'all')))
    await enqueueMail(tx, { to, ...about, ...regretMailToShop(publicUrl, regret), replyTo: email })
  const isOwnAddress = user?.email.toLowerCase() === email
  if (!isOwnAddress && !(await mayMailVisitor(tx, shop, 'regret', email))) {
    shop.log.warn({ regret: regret.id }, 'no mail confirms this request: too many today')
    return
  }
  await enqueueMail(tx, { to: email, ...about, ...regretReceivedMail(regret.code) })
}
