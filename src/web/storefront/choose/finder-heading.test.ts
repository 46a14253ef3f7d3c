import { expect, it } from 'vitest'
import { headingOf } from './finder-heading.ts'

it.each([
  [4, [], 'No encontramos ninguna'],
  [2, [2], 'Esta es la tuya'],
  [2, [2, 1], 'Las que mejor van'],
  [4, [3, 3, 3], 'Ninguna cumple las cuatro. Estas cumplen tres.'],
  [4, [3, 3, 1], 'Ninguna cumple las cuatro. Estas cumplen hasta tres.'],
  [1, [0, 0], 'Ninguna cumple eso. Estas son las más cercanas.'],
])('of %i questions, %j met: %s', (asked, mets, heading) => {
  expect(headingOf({ asked, results: mets.map((met) => ({ met })) })).toBe(heading)
})
