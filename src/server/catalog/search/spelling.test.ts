import { describe, expect, it } from 'vitest'
import { correctable, spellingsOf } from './spelling.ts'

describe('correctable', () => {
  it('are the three longest words without digits', () => {
    expect(correctable(['luz', 'amnezia', 'sb-1234567', 'de', 'limonero', 'tangoo'])).toEqual([
      'limonero',
      'amnezia',
      'tangoo',
    ])
  })
})

describe('spellingsOf', () => {
  const known = [
    'amnesia',
    'amanecer',
    'limonero',
    'limon',
    'tango',
    'mango',
    'mangos',
    'critical',
    'patagonia',
  ]

  it.each([
    ['a wrong letter', 'amnezia'],
    ['a missing letter', 'amnsia'],
    ['a surplus letter', 'amnessia'],
    ['two swapped letters', 'amensia'],
    ['a wrong first letter', 'ymnesia'],
    ['a wrong last letter', 'amnesio'],
    ['a beginning with a wrong letter', 'amnez'],
  ])('forgives %s', (_, typed) => {
    expect(spellingsOf(typed, known)).toEqual(['amnesia'])
  })

  it('hears longer words', () => {
    expect(spellingsOf('cenisa', ['ceniza', 'cena'])).toEqual(['ceniza'])
    expect(spellingsOf('domullo', ['domuyo'])).toEqual(['domuyo'])
    for (const typed of ['haze', 'hash', 'vaso'])
      expect(spellingsOf(typed, ['aceite', 'rapido', 'bajos'])).toEqual([])
  })

  it('leaves a word as it is when it is part of a known one', () => {
    expect(spellingsOf('mone', known)).toEqual(['mone'])
  })

  it('returns all equally near words, whole words first, and at most five', () => {
    expect(spellingsOf('pango', known)).toEqual(['tango', 'mango', 'mangos'])
    expect(spellingsOf('luno', ['luna', 'lune', 'luni', 'luns', 'lunu', 'luny'])).toHaveLength(5)
  })

  it('forgives two mistakes in a long word and one in a short one', () => {
    expect(spellingsOf('patagomya', known)).toEqual(['patagonia'])
    expect(spellingsOf('amnixia', known)).toEqual([])
  })

  it('corrects neither numbers nor one or two letters', () => {
    expect(spellingsOf('sb-12', ['sb-13'])).toEqual(['sb-12'])
    expect(spellingsOf('lu', known)).toEqual(['lu'])
  })

  it('returns nothing when no word is near', () => {
    expect(spellingsOf('zzzzzz', known)).toEqual([])
  })
})
