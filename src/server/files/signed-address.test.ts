import { describe, expect, it } from 'vitest'
import { isSigned, signedAddress } from './signed-address.ts'

const KEY = 'warranty/abc/480.webp'
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds))
const secret = Buffer.alloc(32, 7)

function queryOf(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, 'http://shop').searchParams)
}

describe('isSigned', () => {
  const query = queryOf(signedAddress({ now: () => at(0), secret }, KEY))

  it('is true for ten minutes and not after', () => {
    expect(isSigned({ now: () => at(0), secret }, KEY, query)).toBe(true)
    expect(isSigned({ now: () => at(599), secret }, KEY, query)).toBe(true)
    expect(isSigned({ now: () => at(600), secret }, KEY, query)).toBe(false)
    expect(isSigned({ now: () => at(-20), secret }, KEY, query)).toBe(true)
    expect(isSigned({ now: () => at(-600), secret }, KEY, query)).toBe(false)
  })

  it('is false for another key, another time, another secret and no signature', () => {
    const shop = { now: () => at(0), secret }
    expect(isSigned(shop, 'warranty/abd/480.webp', query)).toBe(false)
    expect(isSigned(shop, KEY, { ...query, expires: String(Number(query.expires) + 1) })).toBe(false)
    expect(isSigned({ ...shop, secret: Buffer.alloc(32, 8) }, KEY, query)).toBe(false)
    expect(isSigned(shop, KEY, {})).toBe(false)
    expect(isSigned(shop, KEY, { ...query, signature: ['a', 'b'] })).toBe(false)
    expect(isSigned(shop, KEY, { ...query, expires: 'Infinity' })).toBe(false)
  })

  it('stays the same within a minute, so that polled lists do', () => {
    expect(signedAddress({ now: () => at(0), secret }, KEY)).toBe(
      signedAddress({ now: () => at(59), secret }, KEY),
    )
    expect(signedAddress({ now: () => at(0), secret }, KEY)).not.toBe(
      signedAddress({ now: () => at(60), secret }, KEY),
    )
  })
})
