import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** Goes into headers, log lines and screens as it is, so it is a plain word. */
const PLAIN = /^[A-Za-z0-9._-]{1,64}$/

/** The networks behind the words that `TRUST_PROXY` may use; the same as Fastify's. */
const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * How a request gets its id: what a trusted proxy says in `X-Request-Id`, so that both logs tell one story; else a new
 * one. Nobody else may choose it, or write into our log.
 */
export function requestIds(trustProxy: string[]): (request: IncomingMessage) => string {
  if (trustProxy.length === 0) return () => randomUUID()
  const proxies = networksOf(trustProxy)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !PLAIN.test(given)) return randomUUID()
    const peer = socket.remoteAddress ?? ''
    return proxies.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4') ? given : randomUUID()
  }
}

function networksOf(names: string[]): BlockList {
  const list = new BlockList()
  for (const network of names.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
