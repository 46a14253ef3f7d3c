import { inTransaction } from '../../db/transaction.ts'
import type { Browser } from '../../http/browser-key.ts'
import { addressGroup } from '../../limits/address.ts'
import { limitFailures, takeTurn } from '../../limits/quota.ts'
import type { Shop } from '../../shop.ts'
import { startSessionOrChallenge, type SignedIn, signInReply } from '../sessions/start-session.ts'
import { insertKeyChallenge, notePasskeyUse } from './passkey-queries.ts'
import { nameOfShopWithPasskeys, wrongPasskey } from './passkeys.ts'
import { provePasskey } from './prove.ts'
import { lockAccount } from '../queries.ts'
import { type WebAuthnResponse, requestOptions } from './webauthn.ts'

const SIGN_IN = { purpose: 'sign in', userId: null } as const

/** Throws FORBIDDEN, TOO_MANY_REQUESTS. */
export async function startPasskeySignIn(shop: Shop, address: string) {
  await nameOfShopWithPasskeys(shop)
  // Each challenge is a row for five minutes.
  await takeTurn(shop.db, shop, 'passkeysAsked', addressGroup(address))
  const options = await requestOptions(shop.config)
  await insertKeyChallenge(shop.db, { challenge: options.challenge, ...SIGN_IN, at: shop.now() })
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
  const proved = await limitFailures(shop, 'passkeyFailures', addressGroup(address), () =>
    provePasskey(shop, answer, SIGN_IN),
  )
  if (!proved) {
    shop.log.warn('sign-in refused: wrong passkey')
    throw wrongPasskey()
  }
  const at = shop.now()
  const { account, first } = await inTransaction(shop.database, async (tx) => {
    const account = await lockAccount(tx, proved.userId)
    // The account was deactivated, or the passkey removed, meanwhile.
    if (!account?.is_active || !(await notePasskeyUse(tx, { ...proved, at }))) throw wrongPasskey()
    return { account, first: await startSessionOrChallenge(tx, account, at, browser) }
  })
  return signInReply(shop, account, first, device)
}
