import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ShortLine } from '../../../contract/errors.ts'
import { STOCK_UNKNOWN } from '../../../contract/presentations.ts'
import { call, Refusal } from '../../data/api.ts'
import { clearCart } from './cart.ts'
import { forgetOrderDraft, orderAttempt } from '../../session/order-draft.ts'
import { productsById } from '../../data/queries.ts'
import { clearCaches, type Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { type CartItem, cartItems } from './cart-items.ts'
import { orderRequest, type Recipient, type RecipientErrors } from './order-request.ts'

/** What came of trying to place the order. */
export type Outcome =
  | { kind: 'placed'; orderId: number }
  | { kind: 'short'; lines: ShortLine[] }
  | { kind: 'unavailable' }
  | { kind: 'price-changed' }
  | { kind: 'refused'; text: string; note: string; fields: RecipientErrors }

const FIELD_OF: Record<string, keyof Recipient> = {
  recipient_name: 'name',
  customer_phone: 'phone',
  delivery_type: 'delivery',
  shipping_address: 'street',
}

/**
 * `productIds` are those the page asks for, so that a check here is what the page shows next. `onPlaced` is called
 * before the cart is emptied.
 */
export function usePlaceOrder(session: Session, productIds: number[], onPlaced: (orderId: number) => void) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const recheck = async (shown: readonly CartItem[]): Promise<Outcome | undefined> => {
    // Without a connection the check fails at once; waiting for one, the order would be sent when nobody expects it.
    const products = await queryClient
      .fetchQuery({ ...productsById(session, productIds), networkMode: 'always', retry: false })
      .catch((error: unknown) => unchecked(error))
    if (!Array.isArray(products)) return products
    return whatChanged(
      shown,
      cartItems(
        shown.map(({ line }) => line),
        products,
        true,
      ),
    )
  }

  const send = async (recipient: Recipient, shown: readonly CartItem[]): Promise<Outcome> => {
    const body = orderRequest(recipient, shown)
    try {
      // An order whose answer was lost may have taken the stock itself: then only the shop can tell.
      const changed = orderAttempt.wasSent(session.userId, body) ? undefined : await recheck(shown)
      if (changed) return changed
      const order = await call('placeOrder', {
        body,
        idempotencyKey: orderAttempt.keyFor(session.userId, body),
      })
      return { kind: 'placed', orderId: order.id }
    } catch (error) {
      return refusal(error)
    }
  }

  /** A second call while the first runs answers undefined and does nothing. */
  const place = async (recipient: Recipient, shown: readonly CartItem[]): Promise<Outcome | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    const outcome = await send(recipient, shown)
    running.current = false
    setBusy(false)
    if (outcome.kind === 'placed') {
      onPlaced(outcome.orderId)
      forgetOrderDraft()
      clearCart()
      clearCaches()
      void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[1] !== 'products-by-id' })
      showToast(
        'success',
        'Orden creada exitosamente! Te enviaremos un email con los detalles y próximos pasos.',
      )
    }
    return outcome
  }
  return { busy, place }
}

/** The first thing that is not as the customer saw it. */
export function whatChanged(shown: readonly CartItem[], now: readonly CartItem[]): Outcome | undefined {
  const short = now.filter(({ problem }) => problem === 'short' || problem === 'without-stock')
  if (short.length > 0) {
    return {
      kind: 'short',
      lines: short.map(({ line, product, blister }) => ({
        blister_id: line.blisterId,
        name: product?.name ?? '',
        available: blister?.stock ?? 0,
      })),
    }
  }
  if (now.some(({ problem }) => problem !== undefined)) return { kind: 'unavailable' }
  if (now.some(({ unitPrice }, index) => unitPrice !== shown[index]?.unitPrice))
    return { kind: 'price-changed' }
  return undefined
}

/** Anything else (no session, too many, no answer) leaves open what became of an earlier try under the same key. */
const SAYS_NOT_PLACED = new Set([400, 409, 422])
const NOT_TWICE = 'Al confirmar otra vez, el pedido no se duplica.'
const NO_CONNECTION = `No hay conexión con la tienda. ${NOT_TWICE}`

function refusal(error: unknown): Outcome {
  const refused = error instanceof Refusal ? error : new Refusal(0, {})
  if (SAYS_NOT_PLACED.has(refused.status)) orderAttempt.forget()
  if (refused.code === 'OUT_OF_STOCK' && refused.body.lines)
    return { kind: 'short', lines: refused.body.lines }
  const fields = Object.entries(refused.body.errors ?? {}).flatMap(([name, [text]]) => {
    const field = FIELD_OF[name]
    return field && text ? [[field, text] as const] : []
  })
  return {
    kind: 'refused',
    text: refused.body.error ?? 'Error al procesar la orden',
    note: noteOf(refused),
    fields: Object.fromEntries(fields),
  }
}

/** Nothing has been sent: what was asked before had no answer. */
function unchecked(error: unknown): Outcome {
  const why = error instanceof Refusal && error.status > 0 ? (error.body.error ?? '') : NO_CONNECTION
  return { kind: 'refused', text: STOCK_UNKNOWN, note: why, fields: {} }
}

/** Whoever does not know whether the order is placed must know that they may send it again. */
function noteOf({ status }: Refusal): string {
  if (status === 0) return NO_CONNECTION
  return status >= 500 ? NOT_TWICE : ''
}
