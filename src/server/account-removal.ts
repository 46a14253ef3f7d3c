import { forgetAccess } from './access/access.ts'
import { forgetKeysOf } from './db/idempotency.ts'
import { forgetRegrets } from './legal/legal.ts'
import { forgetMailOfUser } from './mail/outbox.ts'
import { closePendingOrders, forgetRecipients } from './orders/orders.ts'
import type { AccountRemovalHook } from './users/users.ts'
import { forgetClaimants } from './warranty/warranty.ts'

/** What the rooms do when an account is removed: in this order, in one transaction, before the row of the user is deleted. */
export const accountRemovalHooks: AccountRemovalHook[] = [
  (tx, { userId, by, at }) => closePendingOrders(tx, { userId }, { by, at }),
  async (tx, { userId }) => void (await forgetRecipients(tx, { userId })),
  (tx, { userId }) => forgetClaimants(tx, userId),
  (tx, { userId }) => forgetRegrets(tx, userId),
  (tx, { userId }) => forgetAccess(tx, userId),
  (tx, { userId }) => forgetMailOfUser(tx, userId),
  (tx, { userId }) => forgetKeysOf(tx, `user:${userId}`),
]
