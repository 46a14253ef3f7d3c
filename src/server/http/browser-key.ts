import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A browser that sends Fetch-Metadata. It keeps the key of its session in a cookie, which scripts cannot read and only the
 * calls of the account receive (decision 0024).
 */
export interface Browser {
  /**
   * Empty without the cookie, and when the request does not come from a page of the shop. Several when a neighbouring site
   * set another cookie of this name.
   */
  keys: string[]
  /** Sends the cookie with the response. */
  keep(key: string, lifetimeMs: number): void
  forget(): void
}

/** Undefined for other clients: their sessions are not bound to a browser. */
export function browserOf(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): Browser | undefined {
  if (request.headers['sec-fetch-site'] === undefined) return undefined
  const { protocol, port } = new URL(publicUrl)
  // The shops on the ports of one machine share their cookies.
  const name = `browserKey${port}`
  const scope = `Path=/api/auth; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`
  const send = (value: string, seconds: number) =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${scope}`)
  return {
    keys: isOwnPage(request, publicUrl) ? cookiesOf(request, name) : [],
    keep: (key, lifetimeMs) => send(key, Math.floor(lifetimeMs / 1_000)),
    forget: () => send('', 0),
  }
}

/** A proxy may change the host, and the shop may be visited under another address than its public one. */
function isOwnPage({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { origin = '' } = headers
  if (headers['sec-fetch-site'] !== 'same-origin' || headers['sec-fetch-dest'] !== 'empty') return false
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host)
}

function cookiesOf({ headers }: FastifyRequest, name: string): string[] {
  const pairs = headers.cookie?.split(/; */) ?? []
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}
