import { FACTOR_OVER, FACTOR_TOO_MANY } from '../../../contract/accounts/second-factor-rules.ts'
import type * as factor from '../../../contract/accounts/second-factor.ts'
import { DomainError } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { tokenHash } from '../../opaque-tokens.ts'
import type { Shop } from '../../shop.ts'
import { openProvedSession, signInReply } from '../sessions/start-session.ts'
import { challengeIsWornOut, deleteChallenge, takeChallengeTry } from './factor-queries.ts'
import { withFactor, wrongFactor } from './second-factor.ts'
import { isDeviceOf } from '../tokens.ts'

/**
 * Finishes a sign-in whose first step asked for a second factor. Throws WRONG_CODE, INVALID_CREDENTIALS when the
 * challenge is used, expired or tried five times, TOO_MANY_REQUESTS as a sign-in.
 */
export async function enterSecondFactor({
  shop,
  body: { challenge, code, device },
  address,
  browser,
}: InputOf<typeof factor.enterSecondFactor, 'address' | 'browser'>) {
  const hash = tokenHash(challenge)
  const challenged = await takeChallengeTry(shop.db, hash, shop.now())
  if (!challenged) throw await challengeOver(shop, hash)
  const { user_id: userId } = challenged
  const insider = isDeviceOf(shop.secret, userId, device) ? (['device', device] as const) : undefined
  const opened = await withFactor(shop, { userId, code, insider, address }, async (tx, account, at) => {
    if (!account.is_active || !(await deleteChallenge(tx, hash))) throw over(FACTOR_OVER)
    const opened = await openProvedSession(tx, account, at, browser)
    return { account, first: { ...opened, hasFactor: true } }
  })
  if (!opened) {
    shop.log.warn({ userId }, 'sign-in refused: wrong second factor')
    throw wrongFactor()
  }
  return signInReply(shop, opened.account, opened.first, device)
}

async function challengeOver(shop: Shop, hash: Buffer): Promise<DomainError> {
  return over((await challengeIsWornOut(shop.db, hash, shop.now())) ? FACTOR_TOO_MANY : FACTOR_OVER)
}

function over(text: string): DomainError {
  return new DomainError('INVALID_CREDENTIALS', text)
}
