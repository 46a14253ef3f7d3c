import { expect, it } from 'vitest'
import { priceWarning, SEEMS_A_PRICE } from './price-in-text.ts'

it.each([
  'Tres por $ 12.500',
  'desde $900',
  'Envío\n$\u00a01.200',
  'U$S 20',
  'ars 900',
  'por 900 pesos',
  '12.500$',
])('warns of a price in %j', (text) => {
  expect(priceWarning(text)).toBe(SEEMS_A_PRICE)
})

it.each([
  '',
  'Tres semillas',
  '12.500 metros',
  'El signo $ y nada más',
  '$ mil',
  'Tres pesos pesados',
  '3 arsenales',
])('is silent about %j', (text) => {
  expect(priceWarning(text)).toBe('')
})
