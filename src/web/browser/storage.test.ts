import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from './fake-storage.fixture.ts'
import { browserStorage, readCookie, writeCookie } from './storage.ts'

beforeEach(() => void vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => {
  for (const name of browserStorage.names()) browserStorage.remove(name)
  vi.unstubAllGlobals()
})

describe('browserStorage', () => {
  it('reads back what it writes', () => {
    browserStorage.writeJson('a', { b: 1 })
    expect(localStorage.getItem('a')).toBe('{"b":1}')
    expect(browserStorage.readJson('a')).toEqual({ b: 1 })
    expect(browserStorage.names()).toEqual(['a'])
    browserStorage.remove('a')
    expect(browserStorage.read('a')).toBeUndefined()
  })

  it('reads invalid JSON as undefined', () => {
    browserStorage.write('a', 'not JSON')
    expect(browserStorage.readJson('a')).toBeUndefined()
    expect(browserStorage.readJson('absent')).toBeUndefined()
  })

  it('lasts as long as the page where storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined)
    browserStorage.write('a', '1')
    expect(browserStorage.read('a')).toBe('1')
    expect(browserStorage.names()).toEqual(['a'])
    browserStorage.remove('a')
    expect(browserStorage.read('a')).toBeUndefined()
  })

  it('reads the newer text that a full storage refused', () => {
    const setItem = (_: string, text: string) => {
      if (text === 'too long') throw new DOMException('', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { setItem, getItem: () => 'stored', removeItem: () => {} })
    browserStorage.write('a', 'too long')
    expect(browserStorage.read('a')).toBe('too long')
    browserStorage.write('a', 'short')
    expect(browserStorage.read('a')).toBe('stored')
  })
})

describe('cookies', () => {
  it('are found by their whole name', () => {
    vi.stubGlobal('document', { cookie: 'cartel=x; cart=7.31.2' })
    expect(readCookie('cart')).toBe('7.31.2')
    expect(readCookie('car')).toBeUndefined()
  })

  it('are absent where there are none', () => {
    expect(readCookie('cart')).toBeUndefined()
    expect(() => writeCookie('cart', '', 0, true)).not.toThrow()
  })
})
