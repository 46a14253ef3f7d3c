import { ADMIN_PAGE_SIZE } from '../../contract/limits.ts'
import type * as regrets from '../../contract/legal/regrets.ts'
import type { Regret } from '../../contract/legal/regrets.ts'
import { forgetTextsOf } from '../activity/activity.ts'
import { dayOf } from '../days.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import type { Tx } from '../db/transaction.ts'
import { type DomainError, notFound } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import * as queries from './queries.ts'
import { isLate } from './rules.ts'

export { listPagePaths } from './pages.ts'
export { regretMailAgain } from './regret-mail-again.ts'

/** For the removal of a person; also erases the texts in the log about the requests. Resolves to how many. */
export async function forgetRegrets(tx: Tx, person: ForgottenPerson): Promise<number> {
  const ids = await queries.forgetRegrets(tx, person)
  await forgetTextsOf(tx, 'regret_request', ids)
  return ids.length
}

/** A page, newest first. */
export async function listRegrets({ shop, query }: InputOf<typeof regrets.listRegrets>) {
  const paging = pagingOf(query, ADMIN_PAGE_SIZE)
  const filter = { status: query.status }
  const rows = await queries.listRegretRows(shop.db, filter, {
    limit: paging.pageSize,
    offset: paging.offset,
  })
  const count = await queries.countRegrets(shop.db, filter)
  return pageOf('/regret-requests/', query, paging, { results: rows.map(regretView), count })
}

export async function getRegret({ shop, params: { id } }: InputOf<typeof regrets.getRegret>) {
  const row = await queries.findRegretRow(shop.db, id)
  if (!row) throw unknownRegret()
  return regretView(row)
}

export function unknownRegret(): DomainError {
  return notFound('Solicitud no encontrada')
}

function regretView(row: queries.RegretWithOrder): Regret {
  const { order_id: id, ordered_at: ordered } = row
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    name: row.name,
    email: row.email,
    phone: row.phone,
    order_number: row.order_number,
    reason: row.reason,
    user_id: row.user_id,
    order: id !== null && ordered ? { id, created_at: ordered.toISOString() } : null,
    is_late: ordered !== null && isLate(dayOf(ordered), dayOf(row.received_at)),
    answer: row.answer,
    received_at: row.received_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
    version: row.version,
  }
}
