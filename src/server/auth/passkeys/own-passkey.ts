import type * as ownData from '../../../contract/accounts/own-data.ts'
import type { SessionUser } from '../../http/caller.ts'
import type { InputOf } from '../../http/input.ts'
import { takeTurn } from '../../limits/quota.ts'
import type { Shop } from '../../shop.ts'
import { insertKeyChallenge } from './passkey-queries.ts'
import { nameOfShopWithPasskeys, wrongPasskey } from './passkeys.ts'
import { provePasskey } from './prove.ts'
import { type WebAuthnResponse, requestOptions } from './webauthn.ts'

/** WebAuthn options to confirm an action by a passkey instead of the password. Throws FORBIDDEN, TOO_MANY_REQUESTS. */
export async function startOwnPasskey({ shop, user: { id: userId } }: InputOf<typeof ownData.startClosing>) {
  await nameOfShopWithPasskeys(shop)
  // Each challenge is a row for five minutes.
  await takeTurn(shop.db, shop, 'ownPasskeysAsked', userId)
  const options = await requestOptions(shop.config)
  await insertKeyChallenge(shop.db, {
    challenge: options.challenge,
    purpose: 'prove',
    userId,
    at: shop.now(),
  })
  return { options: { ...options } }
}

/** Like `checkOwnPassword`, for a passkey. Throws FORBIDDEN, VALIDATION with one text for every cause. */
export async function checkOwnPasskey(
  shop: Shop,
  user: SessionUser,
  answer: WebAuthnResponse,
): Promise<void> {
  await nameOfShopWithPasskeys(shop)
  const proved = await provePasskey(shop, answer, { purpose: 'prove', userId: user.id })
  if (proved?.userId !== user.id) throw wrongPasskey()
}
