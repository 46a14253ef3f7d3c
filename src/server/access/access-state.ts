import { NO_REQUEST } from '../../contract/accounts/access-rules.ts'
import type * as contract from '../../contract/accounts/access.ts'
import type { AccessState } from '../../contract/accounts/access.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import { sameBytes } from '../hmac.ts'
import type { InputOf } from '../http/input.ts'
import { maskedEmail } from '../masked.ts'
import type { Shop } from '../shop.ts'
import { findOpenOf } from './invitation-queries.ts'
import { inviteAgain, markOf } from './invitations.ts'
import { findRequest, type ListedRequest } from './queries.ts'

/** The state of the request behind a link. Throws 404. */
export async function readAccessState({ shop, body: { token } }: InputOf<typeof contract.readAccessState>) {
  const request = await getByToken(shop, token)
  const { email, note, created_at } = request
  return {
    state: await stateOf(shop, request),
    email: maskedEmail(email),
    note,
    asked_at: created_at.toISOString(),
  }
}

/** A new link for the invitation of an approved request. Throws 404, and CONFLICT without an open one. */
export async function openApproved({ shop, body: { token } }: InputOf<typeof contract.openApproved>) {
  const { email } = await getByToken(shop, token)
  return inTransaction(shop.database, async (tx) => {
    const open = await findOpenOf(tx, email)
    if (!open) throw new DomainError('CONFLICT', 'Este pedido no tiene una invitación para abrir')
    return { invitation: (await inviteAgain(tx, shop, email, open)).token }
  })
}

/** An open invitation counts whoever made it; an approved request without one can be asked for again. */
async function stateOf(
  { db }: Shop,
  { status, user_id, email }: ListedRequest,
): Promise<AccessState['state']> {
  if (user_id !== null) return 'opened'
  if (await findOpenOf(db, email)) return 'approved'
  // safe: `findRequest` leaves out `unverified`
  return status === 'approved' ? 'expired' : (status as AccessState['state'])
}

async function getByToken(shop: Shop, token: string): Promise<ListedRequest> {
  const [, id = '', mark = ''] = /^(\d{1,9})\.(.+)$/.exec(token) ?? []
  const request = id === '' ? undefined : await findRequest(shop.db, Number(id))
  if (!request || !sameBytes(Buffer.from(mark), Buffer.from(markOf(shop, request))))
    throw notFound(NO_REQUEST)
  return request
}
