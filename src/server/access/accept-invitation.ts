import type { AcceptedInvitation } from '../../contract/accounts/access.ts'
import { LINK_USED } from '../../contract/accounts/password.ts'
import {
  hashPassword,
  startSessionOrChallenge,
  passwordProblem,
  type SignedIn,
  signInReply,
} from '../auth/auth.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, invalid } from '../errors.ts'
import type { Browser } from '../http/browser-key.ts'
import { takeTurn } from '../limits/quota.ts'
import { maskedEmail } from '../masked.ts'
import { tokenHash } from '../opaque-tokens.ts'
import { getRememberedSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { addAccount, refuseTakenName } from '../users/users.ts'
import { findLive, setAccount, takeInvitation } from './invitation-queries.ts'
import { type AgreedPages, agreedPages } from './agreed-pages.ts'
import { endRequests, freeUsername, insertConsents } from './queries.ts'
import { usernamesFor } from './rules.ts'

/** The invited person and a free user name. Does not use the link up. Throws CONFLICT. */
export async function readInvitation(shop: Shop, { token }: { token: string }) {
  const { email, first_name, last_name } = await getLive(shop, token)
  const username = await freeUsername(shop.db, usernamesFor({ first_name, last_name, email }))
  return { email: maskedEmail(email), username, first_name, last_name }
}

/**
 * Opens the account of an invitation, its address verified, and signs in. Throws CONFLICT for a link that is used, revoked, old
 * or unknown, DUPLICATE with a text under `username`, VALIDATION under `password`; then the link still works. TOO_MANY_REQUESTS
 * above twenty tries an hour.
 */
export async function acceptInvitation(
  shop: Shop,
  accepted: AcceptedInvitation,
  browser: Browser | undefined,
): Promise<SignedIn> {
  const problem = passwordProblem(accepted.password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ password: [problem] })
  // Checked before the slow hashing, so that neither invalid tokens nor taken names cause it.
  const { id, first_name, last_name } = await getLive(shop, accepted.token)
  // Each try tells whether a user name is taken, and hashes a password if it is free.
  await takeTurn(shop.db, shop, 'invitationTries', id)
  const agreed = await agreedPages(shop.db, accepted)
  await refuseTakenName(shop.db, accepted.username)
  const names = {
    first_name: accepted.first_name ?? first_name,
    last_name: accepted.last_name ?? last_name,
  }
  const passwordHash = await hashPassword(accepted.password)
  const at = shop.now()
  const { account, first } = await inTransaction(shop.database, async (tx) => {
    const account = await openAccount(tx, { ...accepted, ...names, passwordHash, agreed }, at)
    return { account, first: await startSessionOrChallenge(tx, account, at, browser) }
  })
  return signInReply(shop, account, first)
}

type Opening = Pick<AcceptedInvitation, 'token' | 'username'> & {
  first_name: string
  last_name: string
  passwordHash: string
  agreed: AgreedPages
}

async function openAccount(tx: Tx, { token, agreed, ...chosen }: Opening, at: Date) {
  const invitation = await takeInvitation(tx, tokenHash(token), at)
  if (!invitation) throw linkUsed()
  const { id, email, created_by: createdBy } = invitation
  // A request had confirmed its address; for others the shop vouches (`provedAddress`).
  const verifiedAt = invitation.request_id === null ? at : invitation.created_at
  const account = await addAccount(tx, { ...chosen, email, verifiedAt, createdBy }, at)
  await setAccount(tx, id, account.id)
  await endRequests(tx, { email, userId: account.id, at })
  await insertConsents(tx, account.id, agreed, at)
  return account
}

async function getLive(shop: Shop, token: string) {
  const invitation = await findLive(shop.db, tokenHash(token), shop.now())
  if (!invitation) throw linkUsed()
  return invitation
}

function linkUsed(): DomainError {
  return new DomainError('CONFLICT', LINK_USED)
}
