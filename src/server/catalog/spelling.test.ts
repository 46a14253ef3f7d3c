import { describe, expect, it } from 'vitest'
import { mistakes, spellingsOf } from './spelling.ts'

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
    ['a needless letter', 'amnessia'],
    ['two swapped letters', 'amensia'],
    ['a wrong first letter', 'ymnesia'],
    ['a wrong last letter', 'amnesio'],
    ['a beginning with a wrong letter', 'amnez'],
  ])('forgives %s', (_, typed) => {
    expect(spellingsOf(typed, known)).toEqual(['amnesia'])
  })

  it('leaves a word as it is when a known one has it in it', () => {
    expect(spellingsOf('mone', known)).toEqual(['mone'])
  })

  it('gives all that are equally near, whole words first, and five at most', () => {
    expect(spellingsOf('pango', known)).toEqual(['tango', 'mango', 'mangos'])
    expect(spellingsOf('luno', ['luna', 'lune', 'luni', 'luns', 'lunu', 'luny'])).toHaveLength(5)
  })

  it('forgives two mistakes in a long word and one in a short one', () => {
    expect(spellingsOf('patagomya', known)).toEqual(['patagonia'])
    expect(spellingsOf('amnixia', known)).toEqual([])
  })

  it('never takes a number for another, nor guesses at one or two letters', () => {
    expect(spellingsOf('sb-12', ['sb-13'])).toEqual(['sb-12'])
    expect(spellingsOf('lu', known)).toEqual(['lu'])
  })

  it('gives nothing for what is near to nothing', () => {
    expect(spellingsOf('zzzzzz', known)).toEqual([])
  })
})

describe('mistakes', () => {
  it.each([
    ['', 'abc', 3, 0],
    ['abc', 'abc', 0, 0],
    ['abc', 'acb', 1, 1],
    ['abc', 'abcdef', 3, 0],
    ['abx', 'abcdef', 4, 1],
    ['kitten', 'sitting', 3, 2],
  ])('%s → %s: %i in all, %i in part', (typed, word, inAll, inPart) => {
    expect(mistakes(typed, word)).toEqual({ inAll, inPart })
  })
})
