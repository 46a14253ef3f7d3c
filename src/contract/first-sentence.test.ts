import { expect, it } from 'vitest'
import { firstSentence } from './first-sentence.ts'

it.each([
  ['Seleccionada a 3.400 metros. Estructura firme.', 'Seleccionada a 3.400 metros.', 'Estructura firme.'],
  ['¿Crece sola? ¡Sí! Y rápido.', '¿Crece sola?', '¡Sí! Y rápido.'],
  ['Florece en aprox. 9 semanas.\nRinde bien.', 'Florece en aprox. 9 semanas.', 'Rinde bien.'],
  [' Una sola. ', 'Una sola.', ''],
  ['Sin punto final', '', 'Sin punto final'],
  [`${'Muy '.repeat(60)}larga. Corta.`, '', `${'Muy '.repeat(60)}larga. Corta.`],
  ['', '', ''],
])('%s', (text, first, rest) => expect(firstSentence(text)).toEqual([first, rest]))
