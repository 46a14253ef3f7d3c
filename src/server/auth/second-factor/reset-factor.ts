import { OWN_ACCOUNT, USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import type * as contract from '../../../contract/accounts/users.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import { factorRemovedMail } from '../../mail/factor-mails.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import type { InputOf } from '../../http/input.ts'
import type { Shop } from '../../shop.ts'
import { checkOwnProof } from '../own-proof.ts'
import { deleteFactor } from './factor-queries.ts'
import { findAccount, findByName } from '../queries.ts'
import { deleteSessions } from '../sessions/session-queries.ts'

/**
 * For the operator: removes the second factor of an account (by username or e-mail) whose owner lost phone and
 * recovery codes. Ends its sessions. Resolves to the username. Throws NOT_FOUND, CONFLICT.
 */
export async function resetSecondFactor(shop: Shop, name: string): Promise<string> {
  return inTransaction(shop.database, async (tx) => {
    const account = await findByName(tx, name)
    await removeFactorOf(tx, shop, account, null)
    return account?.username ?? name
  })
}

/** The same by an owner, for another account. Throws FORBIDDEN for their own, and like `checkOwnProof`. */
export async function removeFactorOfUser({
  shop,
  user: owner,
  params: { id },
}: InputOf<typeof contract.removeUserFactor>) {
  if (id === owner.id) throw new DomainError('FORBIDDEN', OWN_ACCOUNT)
  await checkOwnProof(shop, owner, {})
  await inTransaction(shop.database, async (tx) =>
    removeFactorOf(tx, shop, await findAccount(tx, id), owner.id),
  )
}

type Account = Awaited<ReturnType<typeof findAccount>>

/** Removes the factor, ends the sessions, logs and mails. `by` is the owner's id, null for the operator's command. */
async function removeFactorOf(
  tx: Tx,
  shop: Shop,
  account: Pick<NonNullable<Account>, 'id' | 'email' | 'username'> | undefined,
  by: number | null,
): Promise<void> {
  if (!account) throw notFound(USER_NOT_FOUND)
  const at = shop.now()
  const { id, email, username } = account
  if (!(await deleteFactor(tx, id)))
    throw new DomainError('CONFLICT', `La cuenta ${username} no tiene verificación en dos pasos.`)
  await deleteSessions(tx, id)
  const who = by === null ? ' por quien opera la tienda' : ''
  await recordActivity(tx, {
    at,
    action: 'update',
    entity: 'user',
    entityId: id,
    description: `Verificación en dos pasos de la cuenta #${id} quitada${who}`,
    userId: by,
  })
  await enqueueMail(tx, { to: email, userId: id, ...factorRemovedMail(at), at })
}
