import { REGRET_STATUS_LABEL } from '../../contract/legal/regret-rules.ts'
import type * as regrets from '../../contract/legal/regrets.ts'
import { recordActivity, recordTexts } from '../activity/activity.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { RegretRow } from '../db/tables.ts'
import { DomainError } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { regretStatusMail } from '../mail/templates.ts'
import { getRegret, unknownRegret } from './legal.ts'
import * as queries from './queries.ts'

/**
 * Sets status (any order of states) and answer, and mails both to the person. Throws 404, and `STALE` when it was
 * saved since `version`, unless nothing differs.
 */
export async function changeRegret({
  shop,
  user: admin,
  params: { id },
  body: { version, status, answer },
}: InputOf<typeof regrets.changeRegret>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const before = await queries.lockRegret(tx, id)
    if (!before) throw unknownRegret()
    const fields = {
      ...(status !== undefined && status !== before.status && { status }),
      ...(answer !== undefined && answer !== before.answer && { answer }),
    }
    if (Object.keys(fields).length === 0) return
    if (version !== undefined && version !== before.version) throw stale()
    await queries.updateRegret(tx, id, { ...fields, answered_at: at, answered_by: admin.id })
    await recordChange(tx, before, fields, admin, at)
    if (before.email === '') return
    const mail = regretStatusMail({ ...before, ...fields })
    await enqueueMail(tx, { to: before.email, userId: before.user_id, regretId: id, ...mail, at })
  })
  return getRegret({ shop, user: admin, params: { id } })
}

function stale(): DomainError {
  return new DomainError('STALE', 'Otra persona guardó esta solicitud. Leela de nuevo y repetí el cambio.')
}

async function recordChange(
  tx: Tx,
  before: RegretRow,
  { status, answer }: queries.RegretFields,
  admin: SessionUser,
  at: Date,
): Promise<void> {
  const entry = { at, entity: 'regret_request', entityId: before.id, userId: admin.id } as const
  if (status !== undefined) {
    await recordActivity(tx, {
      ...entry,
      action: 'status_change',
      description: `Arrepentimiento ${before.code}: ${REGRET_STATUS_LABEL[before.status]} → ${REGRET_STATUS_LABEL[status]}`,
      changes: { old_status: before.status, new_status: status, changed_by: admin.id },
    })
  }
  if (answer === undefined) return
  const description = `Arrepentimiento ${before.code} respondido`
  const changed = { field: 'answer', before: before.answer, after: answer }
  await recordTexts(tx, { ...entry, action: 'update', description }, [changed])
}
