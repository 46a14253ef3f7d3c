import { openTestShop } from '../../../test/support/open-shop.ts'
import { jobsAround } from './jobs-after.ts'
import { accountsIn, otherCode, PASSWORD } from '../../../test/support/people/accounts.ts'
import { newItem, orderOf } from '../../../test/support/sales/goods.ts'
import { newCluster, placeOn } from '../../../test/support/test-environment.ts'
import type { Failures, ProofContext } from '../../support/proof.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Longer than clocks of instances differ. */
export const SET_BACK: Record<string, number> = {
  '5 minutes': 5 * MINUTE,
  '3 hours': 3 * HOUR,
  'a year': 365 * DAY,
}
const ADDRESS = '198.18.0.9'

/**
 * Limits, tokens and codes while the clock is ahead, which is then set back: no limit lasts until the future time,
 * nothing issued then is valid, and jobs go on. Returns the number of checks. Limits are on.
 */
export async function setBack(context: ProofContext, failures: Failures): Promise<number> {
  const cluster = await newCluster(context)
  let checks = 0
  for (const [span, ahead] of Object.entries(SET_BACK)) {
    const check = (what: string, actual: unknown, expected: unknown) => {
      checks += 1
      failures.expect(`a clock that is set back by ${span}: ${what}`, actual, expected)
    }
    const shop = await openTestShop(context, await placeOn(context, cluster), { rateLimitFactor: 1 })
    const accounts = accountsIn(shop)
    const begin = new Date()
    shop.clock.set(begin)
    const jobs = ahead > 2 * DAY ? await jobsAround(shop) : undefined
    const item = await newItem(shop.shop, 10)
    const [known, waiting] = [
      await accounts.hasAccount(),
      await accounts.hasAccount({ email_verified: false }),
    ]
    const login = async (name: string, password = PASSWORD, remoteAddress = ADDRESS) => {
      const payload = { username_or_email: name, password }
      return shop.app.inject({ method: 'POST', url: '/api/auth/login/', remoteAddress, payload })
    }
    const statusOf = async (...asked: Parameters<typeof login>) => (await login(...asked)).statusCode

    shop.clock.set(new Date(begin.getTime() + ahead))
    const future = (await login(known.username)).json<{ access: string; refresh: string }>()
    check('a token is good where it was issued', (await accounts.profile(future.access)).status, 200)
    for (let n = 0; n < 5; n++) await login(known.username, 'otra-clave-1')
    for (let n = 0; n < 30; n++) await login(`nadie_${n}`, 'otra-clave-1')
    check('a name has to wait', await statusOf(known.username, PASSWORD, '198.18.0.10'), 429)
    check('an address has to wait', await statusOf('nadie_mas'), 429)
    await shop.anonymous.post('/auth/resend-verification/', { email: waiting.email })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const old = await accounts.codeSentTo(waiting.email)
    await jobs?.run()

    shop.clock.set(begin)
    check('its access token', (await accounts.profile(future.access)).status, 401)
    check('its refresh token', (await accounts.refresh(future.refresh)).status, 401)
    const again = await login(known.username)
    check('a sign-in', again.statusCode, 200)
    const { access } = again.json<{ access: string }>()
    const headers = { authorization: `Bearer ${access}` }
    check('an order', (await shop.anonymous.post('/orders/', orderOf(item), headers)).status, 201)
    const verify = async (code: string) =>
      (await shop.anonymous.post('/auth/verify-email/', { email: waiting.email, code })).status
    check('its code', await verify(old), 400)
    const sent = await shop.anonymous.post('/auth/resend-verification/', { email: waiting.email })
    check('another code', sent.status, 200)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const code = await accounts.codeSentTo(waiting.email)
    check('a wrong code', await verify(otherCode(code)), 400)
    check('the other code', await verify(code), 200)
    const failed: number[] = []
    for (let n = 0; n < 6; n++) failed.push(await statusOf('nadie_otra', 'otra-clave-1'))
    check('failures are counted anew', failed, [401, 401, 401, 401, 401, 429])
    await jobs?.check(check)
  }
  return checks
}
