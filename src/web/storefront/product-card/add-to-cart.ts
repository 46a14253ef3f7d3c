import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { canBePriced, STOCK_UNKNOWN, WITHOUT_PRICE } from '../../../contract/presentations.ts'
import type { Blister } from '../../../contract/catalog.ts'
import { call } from '../../data/api.ts'
import { keepIntent } from '../cart/cart.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { isSessionOver, type Session, useSession } from '../../session/session.ts'
import { rememberPrice } from '../../session/shown-prices.ts'
import { showToast } from '../../ui/toast.tsx'
import { isPriced } from './card-price.ts'
import { ADDED, putIntoCart } from './put-into-cart.ts'

export const LOGIN_FIRST = 'Debes iniciar sesión para agregar productos al carrito'

export interface AddToCart {
  /** Resolves to the quantity in the cart; undefined when nothing was added. */
  add: (blister: Blister) => Promise<number | undefined>
  isBusy: boolean
  /** Why the last attempt added nothing, as in the toast. */
  problem: string | undefined
}

/** Adds one unit of a presentation to the cart, after checking the stock. */
export function useAddToCart(productId: number): AddToCart {
  const session = useSession()
  const navigate = useNavigate()
  const login = useLoginPath()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const add = async (blister: Blister) => {
    if (!session) {
      keepIntent({ productId, blisterId: blister.id })
      refuse({ kind: 'info', text: LOGIN_FIRST })
      await navigate(login)
      return undefined
    }
    const added = await addUnit(productId, blister, session, queryClient)
    if (typeof added !== 'number') {
      // An ended session leads to the login: what was wanted is added after it.
      if (isSessionOver()) keepIntent({ productId, blisterId: blister.id })
      return refuse(added)
    }
    showToast('success', ADDED)
    return added
  }
  const refuse = ({ kind, text }: Obstacle) => {
    setProblem(text)
    showToast(kind, text)
    return undefined
  }

  const addOnce = async (blister: Blister) => {
    if (isBusy) return undefined
    setBusy(true)
    setProblem(undefined)
    return add(blister).finally(() => setBusy(false))
  }
  return { add: addOnce, isBusy, problem }
}

interface Obstacle {
  kind: 'info' | 'warning' | 'error'
  text: string
}

/** The quantity in the cart afterwards, or why nothing was added. */
async function addUnit(
  productId: number,
  blister: Blister,
  { userId }: Session,
  queryClient: QueryClient,
): Promise<number | Obstacle> {
  if (isPriced(blister) && !canBePriced(blister)) return { kind: 'warning', text: WITHOUT_PRICE }
  const now = await asItIsNow(blister.id)
  if (now === undefined) return { kind: 'error', text: STOCK_UNKNOWN }
  // A quick press may come before the prices have loaded: then those of this response count.
  const priced = isPriced(blister) ? blister : now
  if (!canBePriced(priced)) return { kind: 'warning', text: WITHOUT_PRICE }
  const { stock } = now
  if (stock !== blister.stock) void queryClient.invalidateQueries({ predicate: isAboutProducts })
  const quantity = putIntoCart({ productId, blisterId: blister.id, quantity: 1 }, stock)
  if (typeof quantity === 'string') return { kind: 'warning', text: quantity }
  // So that the cart can say when the price has changed since.
  if (priced.final_price !== undefined) rememberPrice(userId, blister.id, priced.final_price)
  return quantity
}

async function asItIsNow(blisterId: number): Promise<Blister | undefined> {
  try {
    return await call('getBlister', { params: { id: blisterId } })
  } catch {
    return undefined
  }
}

function isAboutProducts({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return ['products', 'product', 'related', 'highlighted', 'to-sow'].includes(String(queryKey[1]))
}
