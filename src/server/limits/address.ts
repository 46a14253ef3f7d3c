import { createHmac } from 'node:crypto'

/** Counters treat an IPv4 address, or the /64 of a home with IPv6, as one address. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...last].slice(0, 4).join(':')
}

/** Identifies a visitor without an account. Only the secret tells which address it is. */
export function visitorHash(secret: Buffer, address: string): Buffer {
  return createHmac('sha256', secret)
    .update(`visitor:${addressGroup(address)}`)
    .digest()
}
