import { describe, expect, it } from 'vitest'
import { nameError } from './sentences.ts'
import { Name, RequiredName, text } from './text.ts'

/** https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
const BIDI_CONTROLS = [...'\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069']

describe('a name', () => {
  it('has no bidi controls, which would show another name than the stored one', () => {
    for (const control of BIDI_CONTROLS) {
      expect(Name.safeParse(`Ana ${control}zerauS`).error?.issues[0]?.message).toBe(
        'El nombre no puede tener caracteres invisibles que cambian el orden de las letras',
      )
    }
    expect(Name.parse(' Ñandú שרה 🌱 ')).toBe('Ñandú שרה 🌱')
  })
})

describe('a text of several lines', () => {
  it('may have them, as they come along with copied text', () => {
    expect(text(100).parse('No germinó\n\u200Eninguna')).toBe('No germinó\n\u200Eninguna')
  })
})

describe('a required line', () => {
  it.each(['', ' ', '\u200B', '\u2060', '\u00AD', '\u3164', '\u2800', ' \u200B '])(
    'needs something to see, unlike %j',
    (typed) => {
      expect(RequiredName.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
        'El nombre es requerido',
      ])
      expect(nameError(typed)).toBe('El nombre es requerido')
    },
  )

  it.each(['A', '🌱', 'No\u200Bgal', '・'])('may be %j', (typed) => {
    expect(RequiredName.parse(typed)).toBe(typed)
    expect(nameError(typed)).toBeUndefined()
  })
})
