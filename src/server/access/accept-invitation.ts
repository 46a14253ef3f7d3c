import type * as contract from '../../contract/accounts/access.ts'
import type { AcceptedInvitation } from '../../contract/accounts/access.ts'
import { ADULT_REQUIRED } from '../../contract/accounts/access-rules.ts'
import { LINK_USED } from '../../contract/accounts/password.ts'
import { readPhone } from '../../contract/numbering-plan.ts'
import { hashPassword, startSessionOrChallenge, passwordProblem, signInReply } from '../auth/auth.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, invalid } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
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
export async function readInvitation({ shop, body: { token } }: InputOf<typeof contract.readInvitation>) {
  const { email, first_name, last_name, adult_declared_at } = await getLive(shop, token)
  const username = await freeUsername(shop.db, usernamesFor({ first_name, last_name, email }))
  return {
    email: maskedEmail(email),
    username,
    first_name,
    last_name,
    adult_declared: adult_declared_at !== null,
  }
}

/**
 * Opens the account of an invitation, its address verified, and signs in. Throws CONFLICT for a link that is used, revoked, old
 * or unknown, DUPLICATE with a text under `username`, VALIDATION under `password` or `adult`; then the link still works. TOO_MANY_REQUESTS
 * above twenty tries an hour.
 */
export async function acceptInvitation({
  shop,
  body: accepted,
  browser,
}: InputOf<typeof contract.acceptInvitation, 'browser'>) {
  const problem = passwordProblem(accepted.password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ password: [problem] })
  // Checked before the slow hashing, so that neither invalid tokens nor taken names cause it.
  const invited = await getLive(shop, accepted.token)
  // Each try tells whether a user name is taken, and hashes a password if it is free.
  await takeTurn(shop.db, shop, 'invitationTries', invited.id)
  if (!invited.adult_declared_at && !accepted.adult) throw invalid({ adult: [ADULT_REQUIRED] })
  const agreed = await agreedPages(shop.db, accepted)
  await refuseTakenName(shop.db, accepted.username)
  const person = {
    first_name: accepted.first_name ?? invited.first_name,
    last_name: accepted.last_name ?? invited.last_name,
    phone: readPhone(invited.phone) ?? '',
  }
  const passwordHash = await hashPassword(accepted.password)
  const at = shop.now()
  const consents = { ...agreed, adultAt: invited.adult_declared_at ?? at }
  const { account, first } = await inTransaction(shop.database, async (tx) => {
    const account = await openAccount(tx, { ...accepted, ...person, passwordHash, consents }, at)
    return { account, first: await startSessionOrChallenge(tx, account, at, browser) }
  })
  return signInReply(shop, account, first)
}

type Opening = Pick<AcceptedInvitation, 'token' | 'username'> & {
  first_name: string
  last_name: string
  phone: string
  passwordHash: string
  consents: AgreedPages & { adultAt: Date }
}

async function openAccount(tx: Tx, { token, consents, ...chosen }: Opening, at: Date) {
  const invitation = await takeInvitation(tx, tokenHash(token), at)
  if (!invitation) throw linkUsed()
  const { id, email, created_by: createdBy } = invitation
  // A request had confirmed its address; for others the shop vouches (`provedAddress`).
  const verifiedAt = invitation.request_id === null ? at : invitation.created_at
  const account = await addAccount(tx, { ...chosen, email, verifiedAt, createdBy }, at)
  await setAccount(tx, id, account.id)
  await endRequests(tx, { email, userId: account.id, at })
  await insertConsents(tx, account.id, consents, at)
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
