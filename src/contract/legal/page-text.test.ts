import { describe, expect, it } from 'vitest'
import { parsePageText } from './page-text.ts'

const runs = (text: string) => parsePageText(text)[0]?.lines[0]

describe('parsePageText', () => {
  it('reads headings, paragraphs and lists', () => {
    const body = '# Uno\nHola\nchau\n\n- a\n- b\n  sigue\n1. c\n\n\n### Dos\n'
    expect(parsePageText(body)).toEqual([
      { kind: 'heading', lines: [[{ text: 'Uno' }]] },
      { kind: 'paragraph', lines: [[{ text: 'Hola\nchau' }]] },
      { kind: 'list', lines: [[{ text: 'a' }], [{ text: 'b\nsigue' }]] },
      { kind: 'numbers', lines: [[{ text: 'c' }]] },
      { kind: 'subheading', lines: [[{ text: 'Dos' }]] },
    ])
  })

  it('reads emphasis and links, one inside the other', () => {
    expect(runs('a **b _c_** *d* [e](/garantia) **[f](https://f.example/?a=1)**')).toEqual([
      { text: 'a ' },
      { text: 'b ', strong: true },
      { text: 'c', strong: true, em: true },
      { text: ' ' },
      { text: 'd', em: true },
      { text: ' ' },
      { text: 'e', href: '/garantia' },
      { text: ' ' },
      { text: 'f', href: 'https://f.example/?a=1', strong: true },
    ])
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert`1`)',
    '[x](data:text/html,hola)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](http://evil.example)',
    '[x](https:evil.example)',
    '![x](https://evil.example/x.png)'.slice(1, 4),
    'semilla_de_la_luna',
    '2 * 3 * 4',
    '`codigo`',
    '> cita',
  ])('keeps %s as text', (text) => {
    expect(runs(text)).toEqual([{ text }])
  })

  it('keeps escaped signs', () => {
    expect(runs('\\*no\\* \\[x\\](/y)')).toEqual([{ text: '*no* [x](/y)' }])
  })

  it.each([
    '[',
    '[a](',
    '*a ',
    '**a*',
    '_a',
    '\\',
    '- ',
    '#',
    '# a\n',
    'a\n',
    '- a\n',
    '1. ',
    '\n',
    '**',
    '[a](/b)',
  ])('reads fifty thousand characters of %j before the test times out', (part) => {
    const text = part.repeat(50_000 / part.length)
    expect(parsePageText(text)).toBeInstanceOf(Array)
  })
})
