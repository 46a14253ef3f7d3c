import { describe, expect, it } from 'vitest'
import { plainText, searchedWords } from './plain-text.ts'

describe('plainText', () => {
  it.each([
    ['García ÑANDÚ, über', 'garcia nandu, uber'],
    ['João O’Higgins', 'joao ohiggins'],
    ["o'higgins", 'ohiggins'],
    ['o´higgins', 'ohiggins'],
    ['Jose\u0301 \u200bPérez', 'jose perez'],
    ['Ana\u00a0María', 'ana maria'],
    ['García‑López', 'garcia-lopez'],
    ['ﬁn ＡＢＣ ①', 'fin abc 1'],
    ['Łódź Ødegård STRAßE', 'lodz odegard strase'],
    // Put together again.
    ['대마', '대마'],
  ])('makes of %s: %s', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})

describe('searchedWords', () => {
  it('are at most eight, once each, without what joins them', () => {
    expect(searchedWords(' García‑López, garcía  “Ana” ')).toEqual(['garcia', 'lopez', 'ana'])
    expect(searchedWords('a b c d e f g h i j')).toHaveLength(8)
    expect(searchedWords(" - ' ")).toEqual([])
  })
})
