import { describe, expect, it } from 'vitest'
import { leavesForm } from './use-leave-guard.ts'

const at = (pathname: string, search = '') => ({ pathname, search })

describe('leavesForm', () => {
  it('is true for another path, and not for other parameters', () => {
    expect(leavesForm(at('/panel/recuento'), at('/panel/stock'))).toBe(true)
    expect(leavesForm(at('/panel/recuento'), at('/panel/recuento', '?search=kush'))).toBe(false)
  })

  it('is true for parameters that show another form', () => {
    const isShop = (params: URLSearchParams) => !params.has('mensaje')
    expect(leavesForm(at('/panel/ajustes'), at('/panel/ajustes', '?mensaje=nuevo'), isShop)).toBe(true)
    expect(leavesForm(at('/panel/ajustes'), at('/panel/ajustes', '?seccion=pagos'), isShop)).toBe(false)
  })
})
