import { forgetAccess } from './access/access.ts'
import { forgetKeysOf } from './db/idempotency.ts'
import { forgetRegrets } from './legal/legal.ts'
import { forgetMailOf } from './mail/outbox.ts'
import { closePendingOrders, forgetRecipients } from './orders/orders.ts'
import type { RemovalHook } from './users/users.ts'
import { forgetClaims } from './warranty/warranty.ts'

/**
 * What each room does when a person is removed, with an account or without: in this order, in one transaction, before
 * the user row is deleted. Each resolves to the number of rows changed.
 */
export const removalHooks = {
  async orders(tx, person) {
    await closePendingOrders(tx, person, person)
    return forgetRecipients(tx, person)
  },
  claims: (tx, person) => forgetClaims(tx, person, person.at),
  regrets: forgetRegrets,
  /** Requests for access and invitations. */
  access: forgetAccess,
  mails: forgetMailOf,
  async keys(tx, { userId }) {
    return userId === null ? 0 : forgetKeysOf(tx, `user:${userId}`)
  },
} satisfies Record<string, RemovalHook>
