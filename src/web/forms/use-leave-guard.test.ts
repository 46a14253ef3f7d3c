import { describe, expect, it } from 'vitest'
import { askedPage } from '../admin/pages/pages-query.ts'
import { askedTemplate } from '../admin/templates/templates-query.ts'
import { leavesForm } from './use-leave-guard.ts'

const at = (pathname: string, search = '') => ({ pathname, search })

describe('leavesForm', () => {
  it('is true for another path, and not for other parameters', () => {
    expect(leavesForm(at('/panel/recuento'), at('/panel/stock'))).toBe(true)
    expect(leavesForm(at('/panel/recuento'), at('/panel/recuento', '?search=kush'))).toBe(false)
  })

  it('is true for parameters that show another form', () => {
    const isTerms = (params: URLSearchParams) => askedPage(params) === 'terminos'
    expect(leavesForm(at('/panel/paginas'), at('/panel/paginas', '?pagina=envios'), isTerms)).toBe(true)
    expect(leavesForm(at('/panel/paginas'), at('/panel/paginas', '?pagina=terminos'), isTerms)).toBe(false)
    const isShop = (params: URLSearchParams) => askedTemplate(params) === undefined
    expect(leavesForm(at('/panel/ajustes'), at('/panel/ajustes', '?mensaje=nuevo'), isShop)).toBe(true)
    expect(leavesForm(at('/panel/ajustes'), at('/panel/ajustes', '?seccion=pagos'), isShop)).toBe(false)
  })
})
