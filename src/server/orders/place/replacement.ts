import { REPLACED_AGAIN, replacementTitle } from '../../../contract/warranty/claim-rules.ts'
import type { Replacement } from '../../../contract/warranty/replacement.ts'
import { databaseProblem } from '../../db/errors.ts'
import type { ClaimRow } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import { insertNote } from '../notes/note-queries.ts'
import { placeNoted, recipientOf } from './noted-order.ts'

interface Replacing extends Omit<Replacement, 'version'> {
  claim: Pick<ClaimRow, 'id' | 'user_id' | 'name' | 'phone' | 'email'>
  by: number
  at: Date
}

/** Creates a free order for the claimant, in the transaction of the room `warranty`; resolves to its id. */
export async function placeReplacement(tx: Tx, { claim, by, at, ...order }: Replacing): Promise<number> {
  const { id: claimId, user_id, name, phone, email } = claim
  const who = user_id === null ? { guest: { name, phone, email } } : { customer_id: user_id }
  const id = await placeNoted(
    tx,
    {
      recipient: await recipientOf(tx, who),
      channel: 'other',
      claimId,
      ...order,
      lines: order.lines.map((line) => ({ ...line, price_at_time: 0 })),
    },
    { by, at },
  ).catch(refuseSecond)
  const text = replacementTitle(claimId)
  await insertNote(tx, { order_id: id, text, visible: false, user_id: by, created_at: at, mailed_at: null })
  return id
}

/** CONFLICT when placing or reopening an order would give a claim a second replacement; other errors are rethrown. */
export function refuseSecond(error: unknown): never {
  if (databaseProblem(error)?.constraint !== 'orders_one_replacement') throw error
  throw new DomainError('CONFLICT', REPLACED_AGAIN)
}
