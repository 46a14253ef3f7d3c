import {
  ALREADY_IN_STOCK,
  MAX_NOTICES,
  NOTICES_FULL,
  NOTICES_OFF,
} from '../../../contract/catalog/notice-rules.ts'
import type * as contract from '../../../contract/catalog/notices.ts'
import type { StockNotice } from '../../../contract/catalog/notices.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { inTurn } from '../../in-turn.ts'
import { enqueueMails } from '../../mail/outbox.ts'
import { restockedMail } from '../../mail/stock-mails.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { presentationNotFound } from '../stock/stock-list.ts'
import * as queries from './notice-queries.ts'

const DAY_MS = 24 * 60 * 60_000

export async function listNotices({
  shop: { db },
  user: { id: userId },
}: InputOf<typeof contract.listStockNotices>) {
  return { results: (await queries.listNotices(db, userId)).map(viewNotice) }
}

/** Throws 404 for a presentation that is not shown, `CONFLICT` for one with stock, `LIMIT_REACHED`. */
export async function requestNotice({
  shop,
  user: { id: userId },
  body: { blister_id: blister },
}: InputOf<typeof contract.requestStockNotice>) {
  if (!(await getRememberedSettings(shop)).restock_notices) throw new DomainError('CONFLICT', NOTICES_OFF)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const wanted = await queries.findWanted(tx, blister)
    if (!wanted) throw presentationNotFound()
    if (wanted.stock > 0) throw new DomainError('CONFLICT', ALREADY_IN_STOCK)
    if (!(await queries.insertNotice(tx, { userId, blister, most: MAX_NOTICES, at })))
      throw new DomainError('LIMIT_REACHED', NOTICES_FULL)
    const notice = (await queries.listNotices(tx, userId)).find(({ blister_id }) => blister_id === blister)
    if (!notice) throw presentationNotFound()
    return viewNotice(notice)
  })
}

export function dropNotice({
  shop: { db },
  user: { id: userId },
  params: { id: blister },
}: InputOf<typeof contract.dropStockNotice>) {
  return queries.deleteNotice(db, userId, blister)
}

function viewNotice({ created_at, ...row }: queries.NoticeRow): StockNotice {
  return { ...row, created_at: created_at.toISOString() }
}

/** Mails each customer with a notice for restocked presentations, once. Run it every five minutes. */
export async function mailRestocked(shop: Shop, stopping?: AbortSignal): Promise<void> {
  if (!(await getRememberedSettings(shop)).restock_notices) return
  await queries.deleteVoidNotices(shop.db)
  const at = shop.now()
  const times = { at, dayAgo: new Date(at.getTime() - DAY_MS) }
  await inTurn(shop, await queries.listDue(shop.db, times), async ({ id }) => {
    if (!stopping?.aborted) await mailRestockedOf(shop, id, times)
  })
}

/** A transaction for each presentation, as it locks that and many customers can wait for it. */
function mailRestockedOf(shop: Shop, id: number, times: queries.Times): Promise<void> {
  return inTransaction(shop.database, async (tx) => {
    const told = await queries.takeDue(tx, id, times)
    const letters = told.map(({ email, user_id, ...row }) => ({
      to: email,
      userId: user_id,
      ...restockedMail(shop.config.publicUrl, row),
      at: times.at,
    }))
    await enqueueMails(tx, letters)
  })
}
