import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import type * as contract from '../../../contract/accounts/sessions.ts'
import type { OpenSession } from '../../../contract/accounts/sessions.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import type { Shop } from '../../shop.ts'
import { findAccount } from '../queries.ts'
import { deleteNumbered, deleteOthers, selectSessions } from './session-list-queries.ts'

const GONE = 'La sesión ya está cerrada'

/** Last used first. */
export function listSessions({ shop, user }: InputOf<typeof contract.listSessions>) {
  return sessionsOf(shop, user.id, user.sessionId)
}

/** For an admin. Throws NOT_FOUND. */
export async function listSessionsOf({
  shop,
  user: admin,
  params: { id: userId },
}: InputOf<typeof contract.listUserSessions>) {
  if (!(await findAccount(shop.db, userId))) throw notFound(USER_NOT_FOUND)
  return sessionsOf(shop, userId, admin.sessionId)
}

async function sessionsOf(shop: Shop, userId: number, current: string): Promise<OpenSession[]> {
  const rows = await selectSessions(shop.db, userId, shop.now())
  return rows.map(({ id, created_at, seen_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    seen_at: (seen_at ?? created_at).toISOString(),
    is_current: id === current,
  }))
}

/** Its tokens stop working with the next call. Throws NOT_FOUND when it had ended before. */
export function endSession({ shop, user, params: { number } }: InputOf<typeof contract.endSession>) {
  return endSessionOf({ shop, user, params: { id: user.id, number } })
}

/** The same for an admin. */
export async function endSessionOf({
  shop,
  user: by,
  params: { id: userId, number },
}: InputOf<typeof contract.endUserSession>) {
  await inTransaction(shop.database, async (tx) => {
    if (!(await deleteNumbered(tx, userId, number))) throw notFound(GONE)
    await recordActivity(tx, ended(shop.now(), { userId, by: by.id, count: 1 }))
  })
}

export async function endOtherSessions({ shop, user }: InputOf<typeof contract.endOtherSessions>) {
  const { id: userId, sessionId } = user
  return inTransaction(shop.database, async (tx) => {
    const count = await deleteOthers(tx, userId, sessionId)
    if (count > 0) await recordActivity(tx, ended(shop.now(), { userId, by: userId, count }))
    return { ended: count }
  })
}

function ended(at: Date, { userId, by, count }: { userId: number; by: number; count: number }) {
  const whose = userId === by ? '' : ` de la cuenta #${userId}`
  return {
    at,
    action: 'update' as const,
    entity: 'session' as const,
    entityId: userId,
    description: count === 1 ? `Sesión${whose} cerrada` : `${count} sesiones${whose} cerradas`,
    userId: by,
  }
}
