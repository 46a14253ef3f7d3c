import type * as keys from '../../../contract/accounts/passkeys.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { InputOf } from '../../http/input.ts'
import { addressGroup } from '../../limits/address.ts'
import { limitFailures, takeTurn } from '../../limits/quota.ts'
import { startSessionOrChallenge, signInReply } from '../sessions/start-session.ts'
import { insertKeyChallenge, notePasskeyUse } from './passkey-queries.ts'
import { nameOfShopWithPasskeys, wrongPasskey } from './passkeys.ts'
import { provePasskey } from './prove.ts'
import { lockAccount } from '../queries.ts'
import { requestOptions } from './webauthn.ts'

const SIGN_IN = { purpose: 'sign in', userId: null } as const

/** Throws FORBIDDEN, TOO_MANY_REQUESTS. */
export async function startPasskeySignIn({
  shop,
  address,
}: InputOf<typeof keys.startPasskeySignIn, 'address'>) {
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
export async function passkeySignIn({
  shop,
  body: { answer, device },
  address,
  browser,
}: InputOf<typeof keys.passkeySignIn, 'address' | 'browser'>) {
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
