import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { STOCK_UNKNOWN } from '../../../contract/catalog/presentations.ts'
import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { keepIntent } from '../cart/cart.ts'
import type { Added, Obstacle } from '../cart/add-unit.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { isSessionOver, useSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'

const LOGIN_FIRST = 'Debes iniciar sesión para agregar productos al carrito'

interface AddToCart {
  /** Resolves to the quantity in the cart; undefined when nothing was added. */
  add: (blister: Blister, quantity?: number) => Promise<number | undefined>
  isBusy: boolean
  /** Why the last attempt added nothing, as in the toast. */
  problem: string | undefined
}

/** Adds units of a presentation to the cart, one by default, after checking the stock. */
export function useAddToCart(product: Pick<Product, 'id' | 'name' | 'type'>): AddToCart {
  const session = useSession()
  const navigate = useNavigate()
  const login = useLoginPath()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  usePreload(session !== null)

  const add = async (blister: Blister, quantity = 1) => {
    const line = { productId: product.id, blisterId: blister.id, quantity }
    if (!session) {
      keepIntent(line)
      refuse({ kind: 'info', text: LOGIN_FIRST })
      await navigate(login)
      return undefined
    }
    const addUnit = await loadAddUnit().catch(() => cannotCheck)
    const added = await addUnit(product, blister, session, queryClient, quantity)
    if ('kind' in added) {
      // An ended session redirects to the login, and the product is added after it.
      if (isSessionOver()) keepIntent(line)
      return refuse(added)
    }
    showToast('success', added.text)
    return added.quantity
  }
  const refuse = ({ kind, text }: Obstacle) => {
    setProblem(text)
    showToast(kind, text)
    return undefined
  }

  const addOnce = async (blister: Blister, quantity?: number) => {
    if (isBusy) return undefined
    setBusy(true)
    setProblem(undefined)
    return add(blister, quantity).finally(() => setBusy(false))
  }
  return { add: addOnce, isBusy, problem }
}

/** Only accounts add to the cart: visitors do not load this code. */
async function loadAddUnit() {
  return (await import('../cart/add-unit.ts')).addUnit
}

/** Fallback if loading fails. */
async function cannotCheck(): Promise<Added | Obstacle> {
  return { kind: 'error', text: STOCK_UNKNOWN }
}

function usePreload(isWanted: boolean): void {
  useEffect(() => {
    // A press retries and reports the error.
    if (isWanted) loadAddUnit().catch(() => undefined)
  }, [isWanted])
}
