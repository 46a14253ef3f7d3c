import type { TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn, otherCode } from '../../../test/support/people/accounts.ts'
import type { Failures } from '../../support/proof.ts'

const MINUTE = 60_000
const MORE_THAN_ALLOWED = 6

/**
 * A stranger who knows the e-mail, at one address, uses up the day's mails and each code. The owner knows the password: the
 * code of their sign-in may be used up too, the next one not.
 */
export async function ownerBesideStranger(shop: TestShop, failures: Failures): Promise<void> {
  const accounts = accountsIn(shop)
  const { username, email } = await accounts.hasAccount({ email_verified: false })
  const mails = async () => (await accounts.mailsTo(email)).length
  const verifyFrom = async (remoteAddress: string, code: string) => {
    const payload = { email, code }
    const url = '/api/auth/verify-email/'
    return (await shop.app.inject({ method: 'POST', url, remoteAddress, payload })).statusCode
  }
  const strangerTries = async () => {
    const wrong = otherCode(await accounts.codeSentTo(email))
    for (let n = 0; n < MORE_THAN_ALLOWED; n++) await verifyFrom('198.18.0.1', wrong)
  }
  let isAllowed = true
  for (let hour = 0; isAllowed && hour < 24; hour++) {
    isAllowed = (await shop.anonymous.post('/auth/resend-verification/', { email })).status === 200
    // The mail is written after the answer.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await strangerTries()
    shop.clock.advance(isAllowed ? 60 * MINUTE : 11 * MINUTE)
  }
  if (isAllowed) failures.add('a stranger may ask for codes without end')

  const codes: number[] = []
  for (let again = 0; again < 2; again++) {
    const before = await mails()
    failures.expect('the right password', (await accounts.login(username)).status, 403)
    codes.push((await mails()) - before)
    await strangerTries()
    if (again === 0) shop.clock.advance(MINUTE + 1_000)
  }
  failures.expect('codes after the right password', codes, [1, 1])
  const verified = await verifyFrom('198.18.0.2', await accounts.codeSentTo(email))
  failures.expect('a stranger uses up the code of the owner', verified, 200)
}
