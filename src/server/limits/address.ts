import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

/** The network of an address, for display: `203.0.113.0/24`, `2001:db8:1::/48`. Empty if it is no address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return ''
  return `${addressGroup(plain).split(':').slice(0, 3).join(':')}::/48`
}

/** The unit of counters: an IPv4 address, or an IPv6 /64. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...last].slice(0, 4).join(':')
}

/**
 * The networks that one person may have, the smallest first: the address and its /24, or the /64, /56 and /48 of IPv6, which
 * providers give to one home or office.
 */
export function networksOf(address: string): { ofOne: string[]; wide: string } {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  const group = addressGroup(plain)
  if (!isIPv6(plain)) return { ofOne: [group], wide: networkOf(plain) }
  const [a, b, c, d = '0'] = group.split(':')
  const byte = Number.parseInt(d, 16) >> 8
  return { ofOne: [group, `${a}:${b}:${c}:${byte.toString(16)}00::/56`], wide: networkOf(plain) }
}

/** Identifies a visitor without an account. The address cannot be derived without the secret. */
export function visitorHash(secret: Buffer, address: string): Buffer {
  return createHmac('sha256', secret)
    .update(`visitor:${addressGroup(address)}`)
    .digest()
}
