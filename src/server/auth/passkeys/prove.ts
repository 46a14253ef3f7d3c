import type { Shop } from '../../shop.ts'
import { findPasskey, takeKeyChallenge } from './passkey-queries.ts'
import { type WebAuthnResponse, challengeIn, verifyAssertion } from './webauthn.ts'

/**
 * Verifies an assertion and uses up its challenge, which must be of this purpose and account. Returns the passkey;
 * undefined if invalid.
 */
export async function provePasskey(
  shop: Shop,
  answer: WebAuthnResponse,
  of: { purpose: 'sign in' | 'prove'; userId: number | null },
): Promise<{ id: number; userId: number; counter: number } | undefined> {
  const challenge = challengeIn(answer)
  if (challenge === undefined) return undefined
  if (!(await takeKeyChallenge(shop.db, { challenge, ...of, at: shop.now() }))) return undefined
  const key = await findPasskey(shop.db, answer.id)
  if (!key) return undefined
  const counter = await verifyAssertion(shop.config, answer, { challenge, key })
  return counter === undefined ? undefined : { id: key.id, userId: key.user_id, counter }
}
