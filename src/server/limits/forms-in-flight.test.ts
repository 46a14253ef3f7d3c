import { afterEach, describe, expect, it } from 'vitest'
import { countForm } from './forms-in-flight.ts'

describe('countForm', () => {
  let open: (() => void)[] = []
  afterEach(() => {
    for (const release of open) release()
    open = []
  })
  const count = (address: string, id?: number, rateLimitFactor = 1) => {
    const config = { rateLimitFactor } as Parameters<typeof countForm>[0]['config'] // safe: it reads nothing else
    open.push(countForm({ config }, { user: id === undefined ? undefined : { id }, address }))
  }
  const times = (n: number, each: (n: number) => void) => Array.from({ length: n }, (_, i) => each(i))

  it('refuses the fifth form of an address, with Retry-After, until one has ended', () => {
    times(4, () => count('192.0.2.1'))
    expect(() => count('192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_REQUESTS', facts: { retryAfterSeconds: 5 } }),
    )
    open.pop()?.()
    count('192.0.2.1')
  })

  it('counts a /64 as one address, and accounts separately', () => {
    times(4, (n) => count(`2001:db8::${n}`))
    expect(() => count('2001:db8::ffff')).toThrow('Todavía se están recibiendo otras imágenes tuyas.')
    times(4, () => count('2001:db8::1', 7))
    expect(() => count('192.0.2.9', 7)).toThrow('Todavía se están recibiendo')
    count('2001:db8:0:1::1')
  })

  it('keeps twenty of seventy places for accounts', () => {
    times(50, (n) => count(`192.0.2.${n}`))
    const refusal = expect.objectContaining({ code: 'UNAVAILABLE', facts: { retryAfterSeconds: 5 } })
    expect(() => count('198.51.100.1')).toThrow(refusal)
    times(20, (n) => count('192.0.2.1', n))
    expect(() => count('192.0.2.1', 99)).toThrow(refusal)
  })

  it('has no limit for each with a factor of 0', () => {
    times(50, () => count('192.0.2.1', undefined, 0))
  })
})
