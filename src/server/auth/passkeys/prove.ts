import type { Shop } from '../../shop.ts'
import { tokenHash } from '../../opaque-tokens.ts'
import { findPasskey, takeKeyChallenge } from './passkey-queries.ts'
import { type WebAuthnResponse, challengeIn, verifyAssertion } from './webauthn.ts'

/**
 * Verifies an assertion and uses up its challenge. Returns the passkey; undefined if invalid. `userId`: the account
 * that got the challenge, null for a sign-in.
 */
export async function provePasskey(
  shop: Shop,
  answer: WebAuthnResponse,
  userId: number | null,
): Promise<{ id: number; userId: number; counter: number } | undefined> {
  const challenge = challengeIn(answer)
  if (challenge === undefined) return undefined
  const taken = { hash: tokenHash(challenge), userId, at: shop.now() }
  if (!(await takeKeyChallenge(shop.db, taken))) return undefined
  const key = await findPasskey(shop.db, answer.id)
  if (!key) return undefined
  const counter = await verifyAssertion(shop.config, answer, { challenge, key })
  return counter === undefined ? undefined : { id: key.id, userId: key.user_id, counter }
}
