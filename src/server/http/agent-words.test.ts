import { describe, expect, it } from 'vitest'
import { networkOf } from '../limits/address.ts'
import { agentWords } from './agent-words.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('agentWords', () => {
  it.each([
    [
      `Mozilla/5.0 (Linux; Android 14; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
      'Chrome en Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-A546E) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet en Android',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'Edge en Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari en iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Chrome en iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox en Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox en Mac',
    ],
    ['curl/8.5.0', ''],
    ['Android', 'Android'],
    ['', ''],
    [`${'x'.repeat(100_000)} Chrome/1`, ''],
  ])('%s', (header, words) => expect(agentWords(header)).toBe(words))
})

describe('networkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2800:810:42c:9::1', '2800:810:42c::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['in-process', ''],
  ])('%s', (address, network) => expect(networkOf(address)).toBe(network))
})
