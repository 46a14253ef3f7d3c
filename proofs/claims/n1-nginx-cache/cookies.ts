import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Failures } from '../../support/proof.ts'
import type { asker } from './nginx.ts'

const AGE = 'ageVerified=true'
const KEY = 'browserKey=Abc-123_x'
const OTHER_KEY = 'browserKey8443=Def-456_y'

/** Cookies of a browser at an address, and those of them that the shop is given. */
const CASES: [string, string[], string][] = [
  ['/api/auth/login/', ['cart=1', KEY, AGE], KEY],
  ['/api/auth/login/', ['cart=1', AGE, 'xbrowserKey=Abc'], ''],
  ['/api/auth/token/refresh/', [KEY, 'browserKey=older', 'cart=1'], `${KEY}; browserKey=older`],
  ['/api/auth/token/refresh/', [OTHER_KEY, AGE, KEY], `${OTHER_KEY}; ${AGE}; ${KEY}`],
  ['/api/auth/profile/', [KEY], KEY],
  ['/api/products/', [KEY, 'cart=1'], ''],
  ['/api/uploads/', [KEY, AGE], AGE],
  ['/productos', [KEY, AGE], AGE],
  ['/login', [KEY], ''],
  ['/media/product/x/320.webp', [KEY], ''],
  ['/pictures/x.webp', [KEY], ''],
  ['/assets/x.js', [KEY], ''],
]

/**
 * The key of a browser's session goes to the shop only with the calls of the account, where no other cookie goes, and an
 * answer that sets a cookie is never given to somebody else. Returns the number of requests.
 */
export async function cookiesPassed(
  nginxBefore: (shop: { url: string }) => Promise<ReturnType<typeof asker>>,
  onEnd: (end: () => unknown) => void,
  failures: Failures,
): Promise<number> {
  const ask = await nginxBefore(await serveCookies(onEnd))
  for (const [n, [address, cookies, given]] of CASES.entries()) {
    // A separate address, as a cached answer would prove nothing.
    const { text } = await ask(`${address}?case=${n}`, { cookie: cookies.join('; ') })
    if (text !== given)
      failures.add(`other cookies than it needs: ${address}`, `«${text}» instead of «${given}»`)
  }
  const addresses = [...new Set(CASES.map(([address]) => address))]
  for (const address of addresses)
    for (const visitor of ['first', 'second', 'third']) {
      const { all, cache } = await ask(`${address}?sets=one`, {
        'x-visitor': visitor,
      })
      if (cache === 'HIT' || !all.includes(`key=${visitor}`))
        failures.add('a cookie for another visitor', `${address}: ${visitor} (${cache})`)
    }
  return CASES.length + addresses.length * 3
}

/** Answers with the cookies that came, for all to cache; with `sets` in the address it sets one of the visitor's own. */
async function serveCookies(onEnd: (end: () => unknown) => void): Promise<{ url: string }> {
  const server = createServer(({ url = '', headers }, reply) => {
    const own = String(headers['x-visitor'])
    reply.writeHead(200, {
      'cache-control': 'public, max-age=60',
      ...(url.includes('sets=') && { 'set-cookie': `key=${own}` }),
    })
    reply.end(headers.cookie ?? '')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
