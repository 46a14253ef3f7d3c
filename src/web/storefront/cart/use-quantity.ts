import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { clampQuantity } from '../../../contract/catalog/cart-lines.ts'
import { TOO_MANY_UNITS } from '../../../contract/catalog/cart-rules.ts'
import { STOCK_UNKNOWN } from '../../../contract/catalog/presentations.ts'
import { MAX_QUANTITY } from '../../../contract/limits.ts'
import { getBlister } from '../../../contract/catalog/calls.ts'
import { afterPress } from '../../browser/after-press.ts'
import { call } from '../../data/api.ts'
import { readCart, setQuantity } from './cart.ts'
import { audienceKey, readSession } from '../../session/session.ts'
import type { Unusable } from '../../ui/form/quantity-stepper.tsx'
import { showToast } from '../../ui/toast.tsx'

const AFTER_LAST_KEY_MS = 250
const REFUSED: Record<Unusable, string> = {
  'no whole number': 'La cantidad es un número entero',
  'too small': 'La cantidad quedó en 1, lo mínimo. Para no pedirlo, usá «Quitar».',
}

/**
 * Changes the quantity of a line at once and then checks the stock: a larger quantity returns to the stock with a message.
 * Typed numbers are applied after the last key.
 */
export function useQuantity(blisterId: number) {
  const [notice, setNotice] = useState('')
  const [checking, setChecking] = useState(false)
  const noteStock = useNoteStock()
  const soon = useSoon()
  const turn = useRef(0)

  const check = async (said: string) => {
    const mine = ++turn.current
    try {
      const { stock } = await call(getBlister, { params: { id: blisterId } })
      if (mine !== turn.current) return
      noteStock(blisterId, stock)
      const held = readCart().find((line) => line.blisterId === blisterId)?.quantity ?? 0
      if (held <= stock) return setNotice(said)
      setNotice(toasted(`Solo hay ${stock} unidades disponibles`))
      setQuantity(blisterId, clampQuantity(held, stock))
    } catch {
      if (mine === turn.current && readCart().length > 0) setNotice(toasted(STOCK_UNKNOWN))
    } finally {
      if (mine === turn.current) setChecking(false)
    }
  }
  const change = (quantity: number) => {
    setQuantity(blisterId, quantity)
    setChecking(true)
    soon(
      () => void check(quantity > MAX_QUANTITY ? TOO_MANY_UNITS : ''),
      document.activeElement instanceof HTMLInputElement,
    )
  }
  const refuse = (typed: Unusable) =>
    afterPress(() => {
      setNotice(REFUSED[typed])
      soon(() => void check(REFUSED[typed]), false)
    })
  return { notice, checking, change, refuse }
}

/** Also as a toast: the row may be out of view. */
function toasted(text: string): string {
  showToast('error', text)
  return text
}

/** Delays a call; a later call replaces it. */
function useSoon() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (run: () => void, isTyped: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(run, isTyped ? AFTER_LAST_KEY_MS : 0)
  }
}

/** Updates the stock of a presentation for the whole page. */
function useNoteStock() {
  const queryClient = useQueryClient()
  return (blisterId: number, stock: number) => {
    queryClient.setQueriesData<Product[]>(
      { queryKey: [audienceKey(readSession()), 'products-by-id'] },
      (products) =>
        products?.map((product) => ({
          ...product,
          blisters: product.blisters.map((blister) =>
            blister.id === blisterId ? { ...blister, stock } : blister,
          ),
        })),
    )
  }
}
