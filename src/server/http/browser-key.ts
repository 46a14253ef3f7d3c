import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../limits/address.ts'
import { agentWords } from './agent-words.ts'

/**
 * The browser that opens, refreshes or ends a session. Browsers with Fetch-Metadata keep a session key in an HttpOnly
 * cookie that is sent only to sign-in calls (decision 0024).
 */
export interface Browser {
  /** Such as 'Chrome en Android'; empty if unknown. */
  agent: string
  /** Its network: a /24 or /48. */
  network: string
  /** False for clients without Fetch-Metadata: their sessions have no key, and the other members do nothing. */
  binds: boolean
  /**
   * Empty without the cookie, and for requests not from a page of the shop. Several when a sibling site set a cookie
   * of this name.
   */
  keys: string[]
  /** Sends the cookie with the response. */
  keep(key: string, lifetimeMs: number): void
  forget(): void
}

export function browserOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Browser {
  const agent = agentWords(request.headers['user-agent'] ?? '')
  const network = networkOf(request.ip)
  if (request.headers['sec-fetch-site'] === undefined)
    return { agent, network, binds: false, keys: [], keep: () => {}, forget: () => {} }
  const { protocol, port } = new URL(publicUrl)
  // Shops on different ports of one host share cookies.
  const name = `browserKey${port}`
  const scope = `Path=/api/auth; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`
  const send = (value: string, seconds: number) =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${scope}`)
  return {
    agent,
    network,
    binds: true,
    keys: isOwnPage(request, publicUrl) ? cookiesOf(request, name) : [],
    keep: (key, lifetimeMs) => send(key, Math.floor(lifetimeMs / 1_000)),
    forget: () => send('', 0),
  }
}

/** A proxy may change the host, and the shop may be visited under another address than `PUBLIC_URL`. */
function isOwnPage({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin = '' } = headers
  if (headers['sec-fetch-site'] !== 'same-origin' || headers['sec-fetch-dest'] !== 'empty') return false
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host)
}

function cookiesOf({ headers }: FastifyRequest, name: string): string[] {
  const pairs = headers.cookie?.split(/; */) ?? []
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}
