import { describe, expect, it } from 'vitest'
import { withoutErrors, withoutToast, withToast, type Toast } from './toast-queue.ts'

const toast = (id: number, text = `Aviso ${id}`): Toast => ({ id, kind: 'info', text, at: id })

describe('withToast', () => {
  it('puts the newest last', () => {
    expect(withToast([toast(1)], toast(2)).map(({ id }) => id)).toEqual([1, 2])
  })

  it('drops a repeated toast', () => {
    const toasts = [toast(1, 'Guardado')]
    expect(withToast(toasts, toast(2, 'Guardado'))).toBe(toasts)
  })

  it('keeps the same text of another kind', () => {
    const warning: Toast = { id: 2, kind: 'warning', text: 'Guardado', at: 2 }
    expect(withToast([toast(1, 'Guardado')], warning)).toHaveLength(2)
  })

  it('shows three at most and drops the oldest', () => {
    const ids = withToast([toast(1), toast(2), toast(3)], toast(4)).map(({ id }) => id)
    expect(ids).toEqual([2, 3, 4])
  })
})

describe('withoutToast', () => {
  it('removes one', () => {
    expect(withoutToast([toast(1), toast(2)], 1).map(({ id }) => id)).toEqual([2])
  })
})

describe('withoutErrors', () => {
  const toasts = [toast(1), { ...toast(2), kind: 'error' as const }, { ...toast(3), kind: 'error' as const }]

  it('removes all errors', () => {
    expect(withoutErrors(toasts).map(({ id }) => id)).toEqual([1])
  })

  it('keeps those shown since a time', () => {
    expect(withoutErrors(toasts, 3).map(({ id }) => id)).toEqual([1, 3])
  })
})
