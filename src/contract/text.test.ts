import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { nameError, tooSmall } from './sentences.ts'
import { Settings } from './settings/settings.ts'
import { ManualOrder } from './orders/manual-orders.ts'
import { OrderChangeFields } from './orders/orders.ts'
import { Name, RequiredName, text } from './text.ts'

/** https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
const BIDI_CONTROLS = [...'\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069']

const LINE = { product_id: 1, blister_id: 1, quantity: 1 }

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

  it.each(['A', '🌱', '・'])('may be %j', (typed) => {
    expect(RequiredName.parse(typed)).toBe(typed)
    expect(nameError(typed)).toBeUndefined()
  })

  it.each(['No\u200Bgal\uFEFF del  Sur', 'Nogal\u00A0del Sur', ' Nogal del Sur\u00AD '])(
    'is kept as it looks: %j',
    (typed) => {
      expect(RequiredName.parse(typed)).toBe('Nogal del Sur')
    },
  )

  it('has its accents put together', () => {
    expect(RequiredName.parse('N\u0303andu\u0301')).toBe('Ñandú')
  })
})

describe('an error text', () => {
  const firstOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
  const guest = { name: 'Juan Pérez' }
  const of = (more: object) => ({ channel: 'fair', lines: [LINE], ...more })

  it.each([
    [OrderChangeFields, { customer_phone: '123' }, 'Ingresa un teléfono válido'],
    [ManualOrder, of({ guest: { ...guest, phone: '123' } }), 'Ingresa un teléfono válido'],
    [ManualOrder, of({ guest: { ...guest, email: 'x' } }), 'Ingrese un email válido'],
    [Settings.partial(), { contact_email: 'xx' }, 'Ingrese un email válido'],
    [Settings.partial(), { orders_email: 5 }, 'El email es requerido'],
    [ManualOrder, of({ guest, note: null, carrier: null }), undefined],
    [text(3, 'Las notas'), 'abcd', 'Las notas no pueden superar los 3 caracteres'],
    [text(3, 'Los aromas'), 5, 'Los aromas deben ser un texto'],
  ] as const)('%# names its field', (schema, value, error) => {
    expect(firstOf(schema, value)).toBe(error)
  })

  it('writes numbers as on screens', () => {
    expect(tooSmall('El descuento', 0.01)).toBe('El descuento debe ser al menos 0,01')
  })
})
