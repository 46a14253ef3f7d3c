import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import { inTransaction } from '../../db/transaction.ts'
import { invalid, notFound } from '../../errors.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import { findByName, lockAccount } from '../queries.ts'
import { replacePassword } from './replace-password.ts'

/**
 * For the operator: sets the password of an account, found by username or e-mail. Ends its sessions and passkeys.
 * Resolves to the username. Throws VALIDATION, NOT_FOUND.
 */
export async function setPassword(shop: Shop, name: string, password: string): Promise<string> {
  const problem = passwordProblem(password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ password: [problem] })
  const newHash = await hashPassword(password)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const found = await findByName(tx, name)
    const account = found && (await lockAccount(tx, found.id))
    if (!account) throw notFound(USER_NOT_FOUND)
    const description = `Contraseña de la cuenta #${account.id} cambiada por quien opera la tienda`
    await replacePassword(tx, account, { newHash, at, by: null, description })
    return account.username
  })
}
