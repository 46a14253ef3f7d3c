import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import type * as auth from '../../../contract/accounts/auth.ts'
import { RECOVERED } from '../../../contract/accounts/password.ts'
import type * as contract from '../../../contract/accounts/users.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { takeTurn } from '../../limits/quota.ts'
import { tokenHash } from '../../opaque-tokens.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import { giveBackMail } from './codes.ts'
import { findLink } from './link-queries.ts'
import { issueLink, linkUsed, requestLink, spendLink, type TellApplicant } from './mail-links.ts'
import { hashPassword, passwordProblem } from '../passwords/passwords.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { findAccount, updateVerified } from '../queries.ts'
import { checkOwnProof } from '../own-proof.ts'
import { newDevice } from '../tokens.ts'

/** Mails a link that sets a new password; see `requestLink`. */
export function requestRecovery(
  { shop, body: { email }, address }: InputOf<typeof auth.requestRecovery, 'address'>,
  tellApplicant: TellApplicant,
) {
  return requestLink(shop, { purpose: 'reset', email, address, tellApplicant, mayHave: () => true })
}

/** Sent by an admin for an account. Throws PROOF_REQUIRED, NOT_FOUND, CONFLICT for a deactivated account, TOO_MANY_REQUESTS. */
export async function sendRecoveryLink({
  shop,
  user: admin,
  params: { id: userId },
}: InputOf<typeof contract.sendRecoveryLink>) {
  await checkOwnProof(shop, admin, {})
  const account = await findAccount(shop.db, userId)
  if (!account) throw notFound(USER_NOT_FOUND)
  if (!account.is_active) throw new DomainError('CONFLICT', 'La cuenta está desactivada')
  await takeTurn(shop.db, shop, 'linksByAdmin', userId)
  await inTransaction(shop.database, async (tx) => {
    await issueLink(tx, shop, 'reset', account)
    await recordActivity(tx, {
      at: shop.now(),
      action: 'update',
      entity: 'user',
      entityId: userId,
      description: `Enlace para cambiar la contraseña enviado a la cuenta #${userId}`,
      userId: admin.id,
    })
  })
}

/**
 * Sets the password of the account of a link, verifies its address and ends its sessions, codes, links and passkeys.
 * Returns the user name, and a `device` so that failures of strangers do not delay the next login. Throws VALIDATION
 * under `new_password`, CONFLICT for a link that is used, expired or unknown.
 */
export async function finishRecovery({
  shop,
  body: { token, new_password },
  address,
}: InputOf<typeof auth.finishRecovery, 'address'>) {
  const problem = passwordProblem(new_password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ new_password: [problem] })
  const link = { purpose: 'reset', tokenHash: tokenHash(token) } as const
  // Checked before the slow hashing, so that invalid tokens do not cause it.
  if (!(await findLink(shop.db, { ...link, now: shop.now() }))) throw linkUsed()
  const newHash = await hashPassword(new_password)
  const at = shop.now()
  const { id, username } = await inTransaction(shop.database, async (tx) => {
    const account = await spendLink(tx, { ...link, now: at })
    if (!account) throw linkUsed()
    await updateVerified(tx, account.id, account.email, at)
    const description = 'Contraseña cambiada con un enlace'
    await replacePassword(tx, account, { newHash, at, by: account.id, description })
    return account
  })
  await giveBackMail(shop, address)
  return { message: RECOVERED, username, device: newDevice(shop.secret, id) }
}
