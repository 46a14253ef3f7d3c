import { expect, it } from 'vitest'
import { CARRIERS, carriersError, trackingAddress } from './carriers.ts'

it('leads to the page of a known carrier, however its name is written', () => {
  const at = (carrier: string, tracking: string) => trackingAddress({ carrier, tracking }, CARRIERS)
  expect(at('ANDREANI Sucursal', 'AB 12/3')).toBe('https://www.andreani.com/#!/informacionEnvio/AB12%2F3')
  expect(at('correo argentino', 'CX1AR')).toBe(
    'https://www.correoargentino.com.ar/formularios/e-commerce?id=CX1AR',
  )
  expect(at('Oca', '7')).toContain('numero=7')
  expect([at('Moto', '7'), at('', '7'), at('OCA', '')]).toEqual(['', '', ''])
})

it.each([
  ['', undefined],
  [CARRIERS, undefined],
  ['Moto: http://x.example/{numero}', /^«Moto: http/],
  ['Moto: https://x.example/', /\{numero\}$/],
  ['javascript:alert(1)//{numero}', /https/],
  ['**: https://x.example/{numero}', /https/],
])('has a rule: %j', (text, wrong) => {
  if (wrong === undefined) expect(carriersError(text)).toBeUndefined()
  else expect(carriersError(text)).toMatch(wrong)
})
