import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import { factorRemovedMail } from '../../mail/factor-mails.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import type { Shop } from '../../shop.ts'
import { deleteFactor } from './factor-queries.ts'
import { findByName } from '../queries.ts'
import { deleteSessions } from '../sessions/session-queries.ts'

/**
 * For the operator: removes the second factor of an account (by username or e-mail) whose owner lost phone and
 * recovery codes. Ends its sessions. Resolves to the username. Throws NOT_FOUND, CONFLICT.
 */
export async function resetSecondFactor(shop: Shop, name: string): Promise<string> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const account = await findByName(tx, name)
    if (!account) throw notFound(USER_NOT_FOUND)
    const { id, email, username } = account
    if (!(await deleteFactor(tx, id)))
      throw new DomainError('CONFLICT', `La cuenta ${username} no tiene verificación en dos pasos.`)
    await deleteSessions(tx, id)
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'user',
      entityId: id,
      description: `Verificación en dos pasos de la cuenta #${id} quitada por quien opera la tienda`,
      userId: null,
    })
    await enqueueMail(tx, { to: email, userId: id, ...factorRemovedMail(at), at })
    return username
  })
}
