import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it('plainText lowers the case and takes accents away', () => {
  expect(plainText('García ÑANDÚ, über')).toBe('garcia nandu, uber')
})

it('plainText keeps Hangul as short as it was', () => {
  expect(plainText('대마')).toBe('대마')
})
