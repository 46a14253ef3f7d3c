import type { TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn } from '../../../test/support/people/accounts.ts'
import type { Failures } from '../../support/proof.ts'

const HOUR = 60 * 60_000

/**
 * Strangers at two addresses request links for an e-mail all day. The owner's link still works, and so does another
 * one.
 */
export async function recoveryBesideStranger(shop: TestShop, failures: Failures): Promise<void> {
  const accounts = accountsIn(shop)
  const { email } = await accounts.hasAccount()
  const linksSent = async () =>
    (await accounts.mailsTo(email)).flatMap(
      ({ body_text }) => body_text.match(/(?<=recuperar#t=)[\w-]+/) ?? [],
    )
  const askFrom = async (remoteAddress: string) => {
    const before = (await linksSent()).length
    const request = { method: 'POST', url: '/api/auth/recover/', remoteAddress, payload: { email } } as const
    const { statusCode } = await shop.app.inject(request)
    if (statusCode !== 202) return statusCode
    // The mail is written after the answer.
    for (let n = 0; n < 100 && (await linksSent()).length === before; n++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return statusCode
  }
  const strangersAsk = async () => {
    for (const stranger of ['198.18.1.1', '198.18.1.2']) await askFrom(stranger)
  }
  for (let hour = 0; hour < 12; hour++) {
    await strangersAsk()
    shop.clock.advance(HOUR)
  }
  failures.expect('the owner asks for a link beside strangers', await askFrom('198.18.1.3'), 202)
  const token = (await linksSent()).at(-1)
  // Of addresses that have not asked today.
  for (const stranger of ['198.18.1.4', '198.18.1.5']) await askFrom(stranger)
  const reply = await shop.anonymous.post('/auth/recover/finish/', { token, new_password: 'Cosecha-2027' })
  failures.expect('the link of the owner after those of strangers', reply.status, 200)
}
