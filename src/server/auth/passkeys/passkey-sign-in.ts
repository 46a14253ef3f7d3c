import { inTransaction } from '../../db/transaction.ts'
import type { Browser } from '../../http/browser-key.ts'
import { addressGroup } from '../../limits/address.ts'
import { limitFailures, perHour, takeTurn } from '../../limits/quota.ts'
import { tokenHash } from '../../opaque-tokens.ts'
import type { Shop } from '../../shop.ts'
import { failuresOf, startSessionOrChallenge, type SignedIn, signInReply } from '../sessions/start-session.ts'
import { findPasskey, insertKeyChallenge, notePasskeyUse, takeKeyChallenge } from './passkey-queries.ts'
import { nameOfShopWithPasskeys, wrongPasskey } from './passkeys.ts'
import { lockAccount } from '../queries.ts'
import { type WebAuthnResponse, challengeIn, requestOptions, verifyAssertion } from './webauthn.ts'

/** Of one visitor; each leaves a row for five minutes. */
const OPTIONS = perHour(60)

/** Throws FORBIDDEN, TOO_MANY_REQUESTS. */
export async function startPasskeySignIn(shop: Shop, address: string) {
  await nameOfShopWithPasskeys(shop)
  await takeTurn(shop.db, shop, { name: 'passkeys asked', subject: addressGroup(address), quota: OPTIONS })
  const options = await requestOptions(shop.config)
  await insertKeyChallenge(shop.db, { hash: tokenHash(options.challenge), userId: null, at: shop.now() })
  return { options: { ...options } }
}

/**
 * Opens a session for the owner of a passkey that signed a challenge of ours. Throws FORBIDDEN, VALIDATION with one text for
 * every cause, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS.
 */
export async function passkeySignIn(
  shop: Shop,
  { answer, device }: { answer: WebAuthnResponse; device?: string | undefined },
  { address, browser }: { address: string; browser?: Browser | undefined },
): Promise<SignedIn> {
  await nameOfShopWithPasskeys(shop)
  const proved = await limitFailures(shop, failuresOf(address), () => prove(shop, answer))
  if (!proved) {
    shop.log.warn('sign-in refused: wrong passkey')
    throw wrongPasskey()
  }
  const at = shop.now()
  const { account, first } = await inTransaction(shop.database, async (tx) => {
    const account = await lockAccount(tx, proved.userId)
    // Deactivated, or the passkey removed, just before.
    if (!account?.is_active || !(await notePasskeyUse(tx, { ...proved, at }))) throw wrongPasskey()
    return { account, first: await startSessionOrChallenge(tx, account, at, browser) }
  })
  return signInReply(shop, account, first, device)
}

async function prove(shop: Shop, answer: WebAuthnResponse) {
  const challenge = challengeIn(answer)
  const at = shop.now()
  if (challenge === undefined) return undefined
  if (!(await takeKeyChallenge(shop.db, { hash: tokenHash(challenge), userId: null, at }))) return undefined
  const key = await findPasskey(shop.db, answer.id)
  if (!key) return undefined
  const counter = await verifyAssertion(shop.config, answer, { challenge, key })
  return counter === undefined ? undefined : { id: key.id, userId: key.user_id, counter }
}
