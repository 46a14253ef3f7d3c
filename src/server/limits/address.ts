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

/** Identifies a visitor without an account. The address cannot be derived without the secret. */
export function visitorHash(secret: Buffer, address: string): Buffer {
  return createHmac('sha256', secret)
    .update(`visitor:${addressGroup(address)}`)
    .digest()
}
