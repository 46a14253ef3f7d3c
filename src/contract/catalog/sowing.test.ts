import { describe, expect, it } from 'vitest'
import { sowingMonths, sowingText } from './sowing.ts'

describe('sowingMonths', () => {
  it.each([
    ['Septiembre a noviembre', [9, 10, 11]],
    ['sep a ene', [9, 10, 11, 12, 1]],
    ['setiembre - octubre', [9, 10]],
    ['11 a 2', [11, 12, 1, 2]],
    ['Octubre', [10]],
    ['', []],
  ])('%s', (text, months) => expect(sowingMonths(text)).toEqual(months))

  it.each(['primavera', '13', 'se', 'enero a marzo a mayo', 'a', 'enero a'])(
    'does not understand %s',
    (text) => expect(sowingMonths(text)).toBeUndefined(),
  )
})

describe('sowingText', () => {
  it.each([
    ['sep a ene', 'Septiembre a enero'],
    [' 10 ', 'Octubre'],
    ['oct a octubre', 'Octubre'],
    ['', ''],
    ['siempre', undefined],
  ])('%s', (text, written) => expect(sowingText(text)).toBe(written))
})
