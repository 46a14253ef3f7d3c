import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction } from '../../db/transaction.ts'
import { invalid, notFound } from '../../errors.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { passwordChangedMail } from '../../mail/templates.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { deleteCodes } from '../by-mail/code-queries.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import { findByName, updatePassword } from '../queries.ts'
import { deleteSessions } from '../sessions/session-queries.ts'

/**
 * For the operator: the new password of an account, by its username or e-mail, without the old one. Ends its sessions.
 * Resolves to the username. Throws VALIDATION, NOT_FOUND.
 */
export async function setPassword(shop: Shop, name: string, password: string): Promise<string> {
  const problem = passwordProblem(password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ password: [problem] })
  const newHash = await hashPassword(password)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const account = await findByName(tx, name)
    if (!account || !(await updatePassword(tx, account.id, account.password_hash, newHash)))
      throw notFound(USER_NOT_FOUND)
    const { id, email, username } = account
    await deleteSessions(tx, id)
    await deleteCodes(tx, id, 'email_change')
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'user',
      entityId: id,
      description: `Contraseña de la cuenta #${id} cambiada por quien opera la tienda`,
      userId: null,
    })
    await enqueueMail(tx, { to: email, userId: id, ...passwordChangedMail(at), at })
    return username
  })
}
