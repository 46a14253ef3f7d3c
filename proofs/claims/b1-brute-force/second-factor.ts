import { accountsIn, PASSWORD } from '../../../test/support/people/accounts.ts'
import { type Factor, giveFactor } from '../../../test/support/people/second-factor.ts'
import type { TestShop } from '../../../test/support/open-shop.ts'
import { countBy } from '../../../test/support/calls/client.ts'
import type { Failures } from '../../support/proof.ts'
import { allowedOf, DAY, FREE, INSIDERS_FREE, login, newAddress } from './rule.ts'

/** 52 by the rule, and those of a session. */
export const MOST_OF_FACTOR = 55
const WORN_OUT = 'Demasiados intentos. Iniciar sesión de nuevo.'

/**
 * A thief who knows the password and has a session guesses codes for 24 hours, as fast as Retry-After allows, from new
 * addresses. Resolves to the number of judged guesses. The owner signs in with a code in the meantime, from a known browser.
 */
export async function guessFactor([shop]: TestShop[], failures: Failures): Promise<number> {
  if (!shop) throw new Error('A scene without a shop')
  const user = await accountsIn(shop).hasAccount({ is_staff: true })
  const own = await login(shop, user.username, PASSWORD, { address: newAddress(0) })
  const { access, device } = own.json<{ access: string; device: string }>()
  const factor = await giveFactor(shop.shop, user.id)
  const begin = shop.clock.now().getTime()
  const moments: number[] = []
  let [judged, inside, owners, challenge] = [0, 0, 0, '']
  // Without a rule no clock moves, and there would be no end.
  for (let n = 1; shop.clock.now().getTime() - begin < DAY && judged <= 2 * MOST_OF_FACTOR; n += 1) {
    const elapsed = shop.clock.now().getTime() - begin
    // The token of the session lives for minutes, so its guesses come first.
    const isInside = inside < INSIDERS_FREE
    challenge ||= await challengeOf(shop, user.username, n)
    const answer = isInside
      ? await renewCodes(shop, access, wrongCode(factor, n))
      : await enter(shop, { challenge, code: wrongCode(factor, n) }, n)
    if (isInside) inside += 1
    else if (!answer.body.includes(WORN_OUT)) moments.push(elapsed)
    if (answer.statusCode === 400) judged += 1
    else if (answer.body.includes(WORN_OUT)) challenge = ''
    else if (answer.statusCode !== 429) failures.add('the second factor: another answer', answer.body)
    if (answer.statusCode !== 429) continue
    const right = await enter(shop, { challenge, code: factor.code() }, n)
    if (right.statusCode === 200) failures.add('the second factor: judged while it must wait', right.body)
    challenge = ''
    if (owners * 3_600_000 <= elapsed) {
      owners = Math.floor(elapsed / 3_600_000) + 1
      const again = await challengeOf(shop, user.username, n)
      const entered = await enter(shop, { challenge: again, code: factor.code(), device }, n)
      if (entered.statusCode !== 200) failures.add('the second factor: the owner is kept out', entered.body)
    }
    shop.clock.advance(Number(answer.headers['retry-after']) * 1_000)
  }
  if (judged > MOST_OF_FACTOR)
    failures.add(`more than ${MOST_OF_FACTOR} guesses at a second factor judged`, String(judged))
  else failures.expect('the second factor: judged by the rule', judged, allowedOf(moments) + INSIDERS_FREE)
  if (owners < 6 && judged <= MOST_OF_FACTOR)
    failures.add('the second factor: the owner did not come', `${owners} times`)
  return judged
}

/** A hundred codes at once, each with a challenge of its own. */
export async function guessFactorAtOnce(shops: TestShop[], failures: Failures): Promise<void> {
  const [shop] = shops
  if (!shop) throw new Error('A scene without a shop')
  const user = await accountsIn(shop).hasAccount({ is_staff: true })
  const factor = await giveFactor(shop.shop, user.id)
  const challenges: string[] = []
  for (let n = 0; n < 100; n += 1) challenges.push(await challengeOf(shop, user.username, n))
  const answers = await Promise.all(
    challenges.map((challenge, n) =>
      enter(shops[n % shops.length] ?? shop, { challenge, code: wrongCode(factor, n) }, n),
    ),
  )
  const counts = countBy(answers, ({ statusCode }) => statusCode)
  failures.expect('a hundred codes at once', counts, { 400: FREE, 429: 100 - FREE })
}

/** Not the code of now nor one close to it. */
function wrongCode(factor: Factor, n: number): string {
  const taken = [-1, 0, 1].map((later) => factor.code(later))
  const code = String(100_000 + n)
  return taken.includes(code) ? '099999' : code
}

async function challengeOf(shop: TestShop, username: string, n: number): Promise<string> {
  const answer = await login(shop, username, PASSWORD, { address: newAddress(n) })
  const { challenge } = answer.json<{ challenge?: string }>()
  if (!challenge) throw new Error(`No second factor was asked for: ${answer.body}`)
  return challenge
}

function enter(shop: TestShop, payload: { challenge: string; code: string; device?: string }, n: number) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/auth/second-factor/',
    remoteAddress: newAddress(n),
    payload,
  })
}

function renewCodes(shop: TestShop, access: string, code: string) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/auth/recovery-codes/',
    headers: { authorization: `Bearer ${access}` },
    payload: { password: PASSWORD, code },
  })
}
