import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount, parsePercent, unreadError } from './amounts.ts'
import { formatNumber } from './place.ts'

const EVERY = fc.integer({ min: 0, max: 9_999_999_999 }).map((centavos) => centavos / 100)

/** Units in groups of three, and two decimals. */
function written(value: number, thousands: string, decimal: string): string {
  const [units = '', decimals = ''] = value.toFixed(2).split('.')
  return units.replace(/\B(?=(?:\d{3})+$)/g, thousands) + decimal + decimals
}

describe('parseAmount', () => {
  it('reads what is written as in Argentina, with and without points', () => {
    const signs = fc.constantFrom('', '$', '$ ', '$\u00a0')
    fc.assert(
      fc.property(EVERY, signs, (value, sign) => {
        for (const text of [
          written(value, '.', ','),
          written(value, '', ','),
          written(value, '', '.'),
          formatNumber(value),
        ])
          expect([text, parseAmount(`${sign}${text}`)]).toEqual([text, value])
      }),
    )
  })

  it('never reads the commas of another country as a smaller number', () => {
    fc.assert(
      fc.property(EVERY, (value) => {
        const text = written(value, ',', '.')
        expect([value, parseAmount(text)]).toSatisfy(([, read]) => read === undefined || read === value)
        const whole = Math.floor(value)
        const read = parseAmount(whole.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, ','))
        expect([whole, read]).toSatisfy(() => read === undefined || read === whole)
      }),
    )
  })

  it('reads a text of digits and signs in one way, or offers two that differ', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,4}(?:[.,]\d{1,4}){0,3}$/), (text) => {
        const error = unreadError(text, 'El importe')
        expect(parseAmount(text) === undefined).toBe(error !== undefined)
        const [, one, other] = /¿(.+) o (.+)\?$/.exec(error ?? '') ?? []
        if (one === undefined || other === undefined) return
        expect(one).not.toBe(other)
        for (const reading of [one, other]) expect(parseAmount(reading)).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['18400', 18400],
    ['18.400', 18400],
    ['1.018.400,50', 1018400.5],
    ['18400,5', 18400.5],
    ['18400.50', 18400.5],
    ['$ 9.500', 9500],
    ['-3', -3],
    ['0,05', 0.05],
    // The rule of the field says that two decimals are the most.
    ['12,5055', 12.5055],
    ['', undefined],
    ['doce', undefined],
    ['1e9', undefined],
  ])('reads %s as %s', (text, value) => {
    expect(parseAmount(text)).toBe(value)
  })
})

it('reads a percentage with its sign, too', () => {
  expect(['10', '12,5 %', '10%', '%', '10 % de', '1.000,5%'].map(parsePercent)).toEqual([
    10,
    12.5,
    10,
    undefined,
    undefined,
    1000.5,
  ])
})

describe('unreadError', () => {
  it.each([
    ['12,500.50', '¿12.500,50 o 12,50?'],
    ['12,500', '¿12.500 o 12,50?'],
    ['1,250,000', '¿1.250.000 o 1.250?'],
    ['12.500,505', '¿12.500.505 o 12.500,50?'],
    ['18400.505', '¿18.400.505 o 18.400,50?'],
    ['12.500.50', '¿12.500,50 o 12,50?'],
    ['0.500', '¿500 o 0,50?'],
    ['1,2,3', '¿12,30 o 1,23?'],
    ['-12,500', '¿-12.500 o -12,50?'],
  ])('offers the readings of %s: %s', (text, readings) => {
    expect(unreadError(text, 'El importe')).toBe(`El importe se puede leer de dos maneras: ${readings}`)
    expect(parseAmount(text)).toBeUndefined()
  })

  it.each([
    ['', 'El importe es requerido'],
    ['doce', 'El importe debe ser un número'],
    ['12,50', undefined],
  ])('says of %j: %s', (text, error) => {
    expect(unreadError(text, 'El importe')).toBe(error)
  })
})
