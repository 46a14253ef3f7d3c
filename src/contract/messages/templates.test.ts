import { describe, expect, it } from 'vitest'
import { MESSAGE_LENGTH } from './fit-lines.ts'
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  type MessageFacts,
  TEMPLATE_KEYS,
  TEMPLATE_LENGTH,
  templateError,
} from './templates.ts'

const facts: MessageFacts = {
  nombre: 'Ana',
  pedido: '12',
  productos: ['- 2 × Puna Violeta X3 SEMILLAS', '- 1 × Gorra'],
  total: '$ 30.000',
  saldo: '$ 27.400',
  seguimiento: 'AB 123 AR',
  vence: 'viernes 20 de noviembre',
  tienda: 'Surbrote',
}
const fifty = Array.from({ length: 50 }, (_, n) => `- 99 × ${'Ñ'.repeat(100)} ${n} X10 SEMILLAS`)

describe('templateError', () => {
  it.each([
    ['', 'El mensaje es requerido'],
    [' \n ', 'El mensaje es requerido'],
    ['Hola, {nombre}. {precio}', '{precio} no es un dato del pedido'],
    ['{}', '{} no es un dato del pedido'],
    ['{nombre }', '{nombre } no es un dato del pedido'],
    ['{NOMBRE}', '{NOMBRE} no es un dato del pedido'],
    ['{constructor}', '{constructor} no es un dato del pedido'],
    ['Un {corchete y {nombre}', undefined],
    ['¡Gracias!', undefined],
  ])('%j', (body, text) => {
    expect(templateError(body)).toBe(text)
  })

  it('accepts the defaults', () => {
    for (const body of Object.values(DEFAULT_TEMPLATE)) {
      expect(templateError(body)).toBeUndefined()
      expect(body.length).toBeLessThanOrEqual(TEMPLATE_LENGTH)
    }
  })
})

describe('fillTemplate', () => {
  it('fills every field, a line for each product', () => {
    expect(fillTemplate(DEFAULT_TEMPLATE.nuevo, facts)).toBe(
      [
        'Hola, Ana. Mensaje de Surbrote por el Pedido #12:',
        '- 2 × Puna Violeta X3 SEMILLAS',
        '- 1 × Gorra',
        'Total: $ 30.000',
        'Es para coordinar el pago y la entrega.',
      ].join('\n'),
    )
    expect(fillTemplate('{seguimiento} {vence} {saldo}', facts)).toBe(
      'AB 123 AR viernes 20 de noviembre $ 27.400',
    )
  })

  it('leaves out a line with an empty field', () => {
    const { despachado } = DEFAULT_TEMPLATE
    expect(fillTemplate(despachado, { ...facts, seguimiento: '' })).toBe('El Pedido #12 está en camino.')
    expect(fillTemplate('a\n{vence} {nombre}\nb', { ...facts, vence: '' })).toBe('a\nb')
    expect(fillTemplate('{vence}', { ...facts, vence: '' })).toBe('')
  })

  it('does not interpret filled-in values as fields or patterns', () => {
    expect(fillTemplate('{nombre} {total}', { ...facts, nombre: '{saldo} $& $1' })).toBe(
      '{saldo} $& $1 $ 30.000',
    )
  })

  it.each(TEMPLATE_KEYS)('%s stays within its length with fifty products', (key) => {
    const message = fillTemplate(DEFAULT_TEMPLATE[key], { ...facts, productos: fifty })
    expect(message.length).toBeLessThanOrEqual(MESSAGE_LENGTH)
    if (!DEFAULT_TEMPLATE[key].includes('{productos}')) return
    const shown = message.match(/- 99 × /g)?.length ?? 0
    expect(shown).toBeGreaterThan(5)
    expect(message).toContain(`\ny ${50 - shown} más`)
  })

  it('never splits a character when only the text is too long', () => {
    const message = fillTemplate(`{nombre}${'🌱'.repeat(700)}`, { ...facts, nombre: 'Ana '.repeat(40) })
    expect(message.isWellFormed()).toBe(true)
    expect(message.length).toBeLessThanOrEqual(MESSAGE_LENGTH)
    expect(message.endsWith('…')).toBe(true)
  })
})
