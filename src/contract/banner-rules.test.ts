import { describe, expect, it } from 'vitest'
import { daysError, linkError } from './banner-rules.ts'

describe('linkError', () => {
  it.each(['', '/', '/productos?category=ofertas', 'https://ejemplo.example/a'])('takes %j', (link) => {
    expect(linkError(link)).toBeUndefined()
  })

  it.each([
    '//malo.example',
    'javascript:alert(1)',
    'http://ejemplo.example',
    '/\\malo',
    'productos',
    'https://a:b@malo.example',
  ])('refuses %j', (link) => {
    expect(linkError(link)).toBeDefined()
  })
})

describe('daysError', () => {
  it('refuses an end before the start', () => {
    expect(daysError({ start_date: '2026-11-20', end_date: '2026-11-19' })).toBeDefined()
    expect(daysError({ start_date: '2026-11-20', end_date: '2026-11-20' })).toBeUndefined()
    expect(daysError({ start_date: '2026-11-20', end_date: null })).toBeUndefined()
  })
})
