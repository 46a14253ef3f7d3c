import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Blister } from '../../contract/catalog.ts'
import { call } from '../api.ts'
import { keepIntent } from '../cart.ts'
import { useLoginPath } from '../login-path.ts'
import { useSession } from '../session.ts'
import { rememberPrice } from '../shown-prices.ts'
import { useToast } from '../ui/toast.tsx'
import { canBePriced, isPriced } from './card-price.ts'
import { ADDED, NO_PRICE, putIntoCart, STOCK_UNKNOWN } from './put-into-cart.ts'

export const LOGIN_FIRST = 'Debes iniciar sesión para agregar productos al carrito'

export interface AddToCart {
  /** How many of the presentation the cart holds now; undefined when nothing was added. */
  add: (blister: Blister) => Promise<number | undefined>
  isBusy: boolean
  /** Why the last attempt added nothing; the toast says the same. */
  problem: string | undefined
}

/** Puts one unit of a presentation into the cart, after asking what stock is left. */
export function useAddToCart(productId: number): AddToCart {
  const session = useSession()
  const toast = useToast()
  const navigate = useNavigate()
  const login = useLoginPath()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const refuse = (kind: 'info' | 'warning' | 'error', text: string) => {
    setProblem(text)
    toast(kind, text)
    return undefined
  }

  const add = async (blister: Blister) => {
    setProblem(undefined)
    if (!session) {
      keepIntent({ productId, blisterId: blister.id })
      refuse('info', LOGIN_FIRST)
      await navigate(login)
      return undefined
    }
    if (isPriced(blister) && !canBePriced(blister)) return refuse('warning', NO_PRICE)
    const now = await asItIsNow(blister.id)
    if (now === undefined) return refuse('error', STOCK_UNKNOWN)
    // Who presses at once may be quicker than the prices: then what the shop answers now is what counts.
    const priced = isPriced(blister) ? blister : now
    if (!canBePriced(priced)) return refuse('warning', NO_PRICE)
    const { stock } = now
    if (stock !== blister.stock) void queryClient.invalidateQueries({ predicate: isAboutProducts })
    const quantity = putIntoCart({ productId, blisterId: blister.id, quantity: 1 }, stock)
    if (typeof quantity === 'string') return refuse('warning', quantity)
    // What was seen when adding: the cart tells when it is no longer so.
    if (priced.final_price !== undefined) rememberPrice(session.userId, blister.id, priced.final_price)
    toast('success', ADDED)
    return quantity
  }

  return {
    add: async (blister) => {
      if (isBusy) return undefined
      setBusy(true)
      try {
        return await add(blister)
      } finally {
        setBusy(false)
      }
    },
    isBusy,
    problem,
  }
}

async function asItIsNow(blisterId: number): Promise<Blister | undefined> {
  try {
    return await call('getBlister', { params: { id: blisterId } })
  } catch {
    return undefined
  }
}

function isAboutProducts({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return ['products', 'product', 'related', 'highlighted'].includes(String(queryKey[1]))
}
