import type { TestShop } from '../../../test/support/open-shop.ts'
import { countBy } from '../../../test/support/calls/client.ts'
import type { Failures } from '../../support/proof.ts'
import { login } from './rule.ts'

/** The rule: this many failures in ten minutes, whatever the names. */
const FAILURES = 30

/** A hundred guesses at once, each at another name, from one IPv4 address and from one /64 of IPv6. */
export async function guessFromOneAddress(shops: TestShop[], failures: Failures): Promise<void> {
  const addresses: Record<string, (n: number) => string> = {
    'one address': () => '192.0.2.77',
    'one /64': (n) => `2001:db8:77:1::${(n + 1).toString(16)}`,
  }
  for (const [what, addressOf] of Object.entries(addresses)) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        const shop = shops[n % shops.length]
        if (!shop) throw new Error('A scene without a shop')
        return login(shop, `nadie_${what.length}_${n}`, 'otra-clave-1', { address: addressOf(n) })
      }),
    )
    const counts = countBy(answers, ({ statusCode }) => statusCode)
    failures.expect(`a hundred at once from ${what}, instances: ${shops.length}`, counts, {
      401: FAILURES,
      429: 100 - FAILURES,
    })
  }
}
