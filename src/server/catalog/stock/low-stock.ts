import { recordActivity } from '../../activity/activity.ts'
import { dayOf, startOfDay } from '../../days.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { InputOf } from '../../http/input.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { lowStockMail } from '../../mail/stock-mails.ts'
import { getRememberedSettings, takeDay } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import * as queries from './low-stock-queries.ts'
import { readStock, viewStock } from './stock-list.ts'
import { lockStock, updateLowAt } from './stock-list-queries.ts'
import type * as contract from '../../../contract/catalog/stock.ts'

const AT_NINE_MS = 9 * 60 * 60_000
/** More lines would not be read. */
const MAIL_LINES = 50

/** Null for the setting. */
export async function setLowAt({
  shop,
  user,
  params: { id },
  body: { low_at },
}: InputOf<typeof contract.setLowAt>) {
  const { low_stock_at: usual } = await getRememberedSettings(shop)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    await lockStock(tx, id)
    const before = await readStock(tx, id, usual)
    if (before.low_at === low_at) return viewStock(before, user)
    await updateLowAt(tx, id, low_at)
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'product',
      entityId: before.product_id,
      description: `Aviso de stock cambiado: ${before.name}`,
      userId: user.id,
      changes: { [`blisters.${id}.low_at`]: { before: before.low_at, after: low_at } },
    })
    return viewStock(await readStock(tx, id, usual), user)
  })
}

/**
 * Mails the shop once a day, at nine, the presentations at their low mark; each one only once until it rises above
 * it. Run it every minute.
 */
export async function mailLowStock(shop: Shop): Promise<void> {
  const { low_stock_at: usual, orders_email, contact_email } = await getRememberedSettings(shop)
  await queries.forgetRisen(shop.db, usual)
  const at = shop.now()
  const dayBegan = startOfDay(dayOf(at))
  const to = orders_email || contact_email
  if (to === '' || at.getTime() < dayBegan.getTime() + AT_NINE_MS) return
  await inTransaction(shop.database, async (tx) => {
    if (!(await takeDay(tx, 'low_stock_mail', { at, dayBegan }))) return
    const rows = await queries.takeLow(tx, { usual, at })
    if (rows.length === 0) return
    const more = Math.max(0, rows.length - MAIL_LINES)
    const mail = lowStockMail(shop.config.publicUrl, rows.slice(0, MAIL_LINES), more)
    await enqueueMail(tx, { to, userId: null, ...mail, at })
  })
}
