import { describe, expect, it } from 'vitest'
import { addressGroup, networksOf } from './address.ts'

describe('addressGroup', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1::a:b:c:d', '2001:db8:1:0'],
    ['2001::a:b:c:d:e:f', '2001:0:a:b'],
    ['::a:b:c:d:e:f:1', '0:a:b:c'],
  ])('counts %s as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })
})

describe('networksOf', () => {
  it.each([
    ['203.0.113.9', ['203.0.113.9'], '203.0.113.0/24'],
    ['::ffff:203.0.113.9', ['203.0.113.9'], '203.0.113.0/24'],
    ['2001:db8:1:2fe::9', ['2001:db8:1:2fe', '2001:db8:1:200::/56'], '2001:db8:1::/48'],
    ['2001:db8::9', ['2001:db8:0:0', '2001:db8:0:000::/56'], '2001:db8:0::/48'],
  ])('of %s are one, and its wide network', (address, ofOne, wide) => {
    expect(networksOf(address)).toEqual({ ofOne, wide })
  })
})
