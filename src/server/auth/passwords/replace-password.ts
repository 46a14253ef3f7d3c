import { recordActivity } from '../../activity/activity.ts'
import type { Tx } from '../../db/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { passwordChangedMail } from '../../mail/templates.ts'
import { deleteCodes } from '../by-mail/code-queries.ts'
import { deletePasskeys } from '../passkeys/passkey-queries.ts'
import { updatePasswordOf } from '../queries.ts'
import type { AccountRow } from '../rules.ts'
import { deleteSessions } from '../sessions/session-queries.ts'

interface Replacement {
  newHash: string
  at: Date
  /** Null for the operator. */
  by: number | null
  /** Reason for the log. */
  description: string
}

/**
 * Sets a password without the old one, and mails the owner. Whoever had access before may be a thief, so sessions,
 * links, codes and passkeys end. The second factor stays (decision 0033).
 */
export async function replacePassword(
  tx: Tx,
  { id, email }: AccountRow,
  { newHash, at, by, description }: Replacement,
): Promise<void> {
  await updatePasswordOf(tx, id, newHash)
  await deleteSessions(tx, id)
  await deleteCodes(tx, id)
  const keysEnded = await deletePasskeys(tx, id)
  await recordActivity(tx, { at, action: 'update', entity: 'user', entityId: id, description, userId: by })
  await enqueueMail(tx, { to: email, userId: id, ...passwordChangedMail(at, { keysEnded }), at })
}
