import { BlockList, isIPv6 } from 'node:net'

/** The networks behind the names that `TRUST_PROXY` may use, as in Fastify. */
const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether a peer is one of the proxies of `TRUST_PROXY`, also when IPv4 comes as `::ffff:10.0.0.1`. */
export function proxiesOf(trustProxy: string[]): (peer: string | undefined) => boolean {
  if (trustProxy.length === 0) return () => false
  const proxies = networksOf(trustProxy)
  return (peer = '') => proxies.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
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
