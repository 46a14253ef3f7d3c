import { createHmac } from 'node:crypto'

/** One counter for a home with IPv6, which has a whole /64 of addresses to choose from. */
export function addressGroup(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...last].slice(0, 4).join(':')
}

/** Whom a visitor without an account is known as. It takes our key to tell which address that is. */
export function visitorHash(secret: Buffer, address: string): Buffer {
  return createHmac('sha256', secret)
    .update(`visitor:${addressGroup(address)}`)
    .digest()
}
