import { describe, expect, it } from 'vitest'
import { quantityError, typedQuantity, unitsOf } from './quantity-field.tsx'

describe('typedQuantity', () => {
  it.each([
    ['1', 1],
    [' 12 ', 12],
    ['99', 99],
  ])('reads %j', (text, units) => {
    expect([typedQuantity(text), quantityError(units)]).toEqual([units, undefined])
  })

  it.each([
    ['', 'La cantidad es requerida'],
    ['0', 'La cantidad debe ser al menos 1. Para sacarlo está Quitar'],
    ['-3', 'La cantidad debe ser al menos 1. Para sacarlo está Quitar'],
    ['1,5', 'La cantidad debe ser un número entero'],
    ['abc', 'La cantidad debe ser un número entero'],
    ['1e9', 'La cantidad debe ser un número entero'],
    ['100', 'La cantidad no puede superar 99'],
    ['1000000000', 'La cantidad no puede superar 99'],
  ])('keeps %j as it was typed, and says what is wrong', (text, error) => {
    const quantity = typedQuantity(text)
    expect([String(quantity), quantityError(quantity)]).toEqual([text, error])
  })

  it('counts a text as no units', () => {
    expect([unitsOf('abc'), unitsOf(7)]).toEqual([0, 7])
  })
})
