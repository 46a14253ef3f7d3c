import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ErrorBody, type ShortLine, shortfallText } from '../../../contract/errors.ts'
import { STOCK_UNKNOWN } from '../../../contract/catalog/presentations.ts'
import { composeAddress, COORDINATED_ADDRESS } from '../../../contract/orders/recipient.ts'
import { placeOrder } from '../../../contract/orders/calls.ts'
import { type AnswerOf, call, type CallInput, Refusal } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { ownOrder, productsById } from '../../data/queries.ts'
import { forgetOrderDraft, orderAttempt } from '../../session/order-draft.ts'
import { clearCaches, type Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { removeOrdered } from './cart.ts'
import { type CartItem, cartItems } from './cart-items.ts'
import type { Recipient } from './recipient.ts'

/** A placed order, whose lines are removed from the cart. */
export type PlacedOrder = Pick<AnswerOf<typeof placeOrder>, 'id' | 'order_products'>

interface PlaceOptions {
  session: Session
  /** Those of the page's query, so that the check updates what the page shows. */
  productIds: number[]
  onPlaced: (order: PlacedOrder) => void
  /** Another request, sent before, was placed and its lines have left the cart; undefined if it is not known which. */
  onPlacedBefore: (orderId: number | undefined) => void
}

/** Places the order: checks stock and prices again, and sends it. Throws `NotPlaced`. */
export function usePlaceOrder({ session, productIds, onPlaced, onPlacedBefore }: PlaceOptions) {
  const queryClient = useQueryClient()
  return async (recipient: Recipient, shown: readonly CartItem[]): Promise<void> => {
    const body = orderRequest(recipient, shown)
    const forgetAnswers = () => {
      clearCaches()
      void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[1] !== 'products-by-id' })
    }
    // An order whose response was lost may have taken the stock itself: only the server can tell.
    if (!orderAttempt.isOpen(session.userId)) {
      const now = await itemsNow(queryClient, session, productIds, shown)
      refuseChanges(shown, now)
    }
    const order = await send(session, body, (before) => {
      onPlacedBefore(before?.id)
      if (before) removeOrdered(before)
      forgetAnswers()
    })
    queryClient.setQueryData(ownOrder(session, order.id).queryKey, order)
    onPlaced(order)
    forgetOrderDraft()
    forgetAnswers()
    showToast(
      'success',
      'Orden creada exitosamente! Te enviaremos un email con los detalles y próximos pasos.',
    )
  }
}

type OrderRequest = NonNullable<CallInput<typeof placeOrder>['body']>

/** The body of `placeOrder`. Call it only when `recipientErrors` finds nothing. */
export function orderRequest(recipient: Recipient, items: readonly CartItem[]): OrderRequest {
  return {
    recipient_name: recipient.name.trim(),
    customer_phone: recipient.phone.trim(),
    delivery_type: recipient.delivery === 'address' ? 'address' : 'coordinate',
    shipping_address:
      recipient.delivery === 'address' ? (composeAddress(recipient) ?? '') : COORDINATED_ADDRESS,
    products: items.map(({ line }) => ({
      product_id: line.productId,
      blister_id: line.blisterId,
      quantity: line.quantity,
    })),
  }
}

/** The items with the current data of the shop. */
async function itemsNow(
  queryClient: QueryClient,
  session: Session,
  productIds: number[],
  shown: readonly CartItem[],
): Promise<CartItem[]> {
  const query = { ...productsById(session, productIds), retry: false }
  const products = await queryClient.fetchQuery(query).catch((error: unknown) => {
    const { status, body } = error instanceof Refusal ? error : new Refusal(0, {})
    throw refused(status, { error: STOCK_UNKNOWN }, status > 0 ? body.error : NO_CONNECTION)
  })
  const lines = shown.map(({ line }) => line)
  return cartItems(lines, products, true)
}

/** Throws the first difference from what the customer saw. */
function refuseChanges(shown: readonly CartItem[], now: readonly CartItem[]): void {
  const short = now.filter(({ problem }) => problem === 'short' || problem === 'without-stock')
  const lines = short.map(({ line, product, blister }) => ({
    blister_id: line.blisterId,
    name: product?.name ?? '',
    available: blister?.stock ?? 0,
  }))
  if (lines.length > 0) throw outOfStock(lines)
  if (now.some(({ problem }) => problem !== undefined))
    throw new NotPlaced(409, { code: 'CONFLICT', error: 'Hay productos que ya no se pueden pedir' })
  if (now.some(({ unitPrice }, index) => unitPrice !== shown[index]?.unitPrice)) {
    const error = 'Cambió el precio de un producto. Revisá el total y confirmá otra vez.'
    throw new NotPlaced(409, { code: 'CONFLICT', error })
  }
}

/** A repeated request has the same key, also a changed one until it is known whether the first was placed. */
async function send(
  session: Session,
  body: OrderRequest,
  onPlacedBefore: (order: PlacedOrder | undefined) => void,
): Promise<AnswerOf<typeof placeOrder>> {
  const place = (idempotencyKey: string, sent: OrderRequest) =>
    call(placeOrder, { body: sent, idempotencyKey })
  const placedBefore = (order: PlacedOrder | undefined) => {
    onPlacedBefore(order)
    return new NotPlaced(422, { code: 'IDEMPOTENCY_MISMATCH', error: PLACED_BEFORE })
  }
  try {
    return await sendOnce(orderAttempt, body, place, session.userId, placedBefore)
  } catch (error) {
    throw refusal(error)
  }
}

/** The page says more: `PlacedBefore`. */
export const PLACED_BEFORE = 'El pedido ya se había hecho'

const NOT_TWICE = 'Si confirmás otra vez, el pedido no se duplica.'
const NO_CONNECTION = `No hay conexión con la tienda. ${NOT_TWICE}`

/** Why the order was not placed, with errors under the field names of the form. */
export class NotPlaced extends Refusal {
  /** Title of the error summary, if it has its own. */
  title: string | undefined
  /** When the result is unknown, the customer must know that sending the order again is safe. */
  note: string | undefined
}

function refusal(error: unknown): NotPlaced {
  if (error instanceof NotPlaced) return error
  const { status, code, body } = error instanceof Refusal ? error : new Refusal(0, {})
  if (code === 'OUT_OF_STOCK' && body.lines) return outOfStock(body.lines)
  const errors = Object.entries(body.errors ?? {}).flatMap(([name, texts]) => {
    const field = FIELD_OF[name]
    return field ? [[field, texts] as const] : []
  })
  const said = {
    ...body,
    error: body.error ?? 'Error al procesar la orden',
    errors: Object.fromEntries(errors),
  }
  return refused(status, said, status === 0 ? NO_CONNECTION : status >= 500 ? NOT_TWICE : undefined)
}

const FIELD_OF: Record<string, keyof Recipient> = {
  recipient_name: 'name',
  customer_phone: 'phone',
  delivery_type: 'delivery',
  shipping_address: 'street',
}

function outOfStock(lines: ShortLine[]): NotPlaced {
  return new NotPlaced(409, { code: 'OUT_OF_STOCK', error: lines.map(shortfallText).join('\n'), lines })
}

function refused(status: number, body: Partial<ErrorBody>, note: string | undefined): NotPlaced {
  return Object.assign(new NotPlaced(status, body), { title: 'Error al crear la orden', note })
}
