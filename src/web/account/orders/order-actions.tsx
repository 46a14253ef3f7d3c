import { useQuery, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Ban, MessageCircle, Printer, ShoppingCart } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ORDER_STATUS_LABEL, orderCan, CANCELLED_AS_EMPTY } from '../../../contract/orders/order-status.ts'
import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import { shopChatLink } from '../../../contract/chat-link.ts'
import { lineInWords } from '../../shop/order-in-words.ts'
import { paths } from '../../app/paths.ts'
import { shopSettings, myOrders } from '../../data/queries.ts'
import { type Session, clearCaches } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { orderMessage, productsWithout } from './order-lines.ts'
import { changeOrder } from '../../../contract/orders/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'

interface OrderButtonsProps {
  order: Order
  onCancel: () => void
  onPrint: () => void
}

/** The buttons below the lines of an order. The contract's rule decides whether it may still be cancelled. */
export function OrderButtons({ order, onCancel, onPrint }: OrderButtonsProps) {
  const whatsapp = useQuery(shopSettings()).data?.whatsapp ?? ''
  const which = ` el pedido #${order.id}`
  return (
    <div className="order-card-buttons wrap-2">
      {whatsapp !== '' && (
        <a
          className="button secondary"
          href={shopChatLink(whatsapp, orderMessage(order))}
          rel="noopener"
          target="_blank"
        >
          <MessageCircle aria-hidden="true" size={20} />
          Consultar por WhatsApp
          <span className="visually-hidden"> por el pedido #{order.id} (se abre en otra pestaña)</span>
        </a>
      )}
      {order.status !== 'pending' && (
        <Link className="button secondary" to={paths.cart({ pedido: order.id })}>
          <ShoppingCart aria-hidden="true" size={20} />
          Volver a pedir
          <span className="visually-hidden">{which}</span>
        </Link>
      )}
      <IconButton icon={Printer} text="Imprimir" of={which} onClick={onPrint} />
      {orderCan('cancel', order) && (
        <IconButton
          icon={Ban}
          text="Cancelar pedido"
          of={which}
          look="quiet"
          className="order-card-cancel"
          onClick={onCancel}
        />
      )}
    </div>
  )
}

/** The requested step, and its confirmation dialog. `isAsked`: starts with the confirmation of the cancellation. */
export function useOrderStep(session: Session, order: Order, isAsked: boolean) {
  const [step, setStep] = useState<OrderStep | undefined>(
    isAsked && orderCan('cancel', order) ? { kind: 'cancel' } : undefined,
  )
  const { isBusy, error, change, forgetError } = useChangeOrder(session, order)
  const close = () => {
    setStep(undefined)
    forgetError()
  }
  const [ended, setEnded] = useState('')
  if (step && !isBusy && !isPossible(step, order)) {
    close()
    setEnded(`Pedido #${order.id}: ${newsOf(order)}`)
  }
  useEffect(() => {
    if (ended) showToast('info', ended)
  }, [ended])
  const ask = (next: OrderStep) => {
    setEnded('')
    setStep(next)
  }
  const dialog = step && (
    <ConfirmDialog
      open
      title={titleOf(step, order)}
      confirmText={isWhole(step, order) ? 'Cancelar pedido' : 'Quitar producto'}
      busy={isBusy}
      error={error}
      onConfirm={() => change(step, close)}
      onClose={close}
    >
      <p>{textOf(step, order)}</p>
    </ConfirmDialog>
  )
  return { ask, dialog }
}

/** The shop, or another tab, may have changed the order in the meantime. */
function isPossible(step: OrderStep, order: Order): boolean {
  if (step.kind === 'cancel') return orderCan('cancel', order)
  const { id, quantity } = step.line
  const isThere = order.order_products.some((line) => line.id === id && line.quantity === quantity)
  return isThere && orderCan('removeLine', order)
}

function newsOf(order: Order): string {
  if (order.status !== 'pending') return ORDER_STATUS_LABEL[order.status]
  return order.delivery_state === 'handed' ? order.delivery_state_display : 'cambiaron sus productos'
}

/** Removing the last line cancels the order. */
function isWhole(step: OrderStep, order: Order): boolean {
  return step.kind === 'cancel' || order.order_products.length === 1
}

function titleOf(step: OrderStep, order: Order): string {
  return step.kind === 'cancel' ? `¿Cancelar el Pedido #${order.id}?` : `¿Quitar ${lineInWords(step.line)}?`
}

function textOf(step: OrderStep, order: Order): string {
  if (step.kind === 'cancel') return 'Los productos vuelven al stock de la tienda. No se puede deshacer.'
  return isWhole(step, order)
    ? `Es el último producto: se cancela todo el Pedido #${order.id}. No se puede deshacer.`
    : `Sale del Pedido #${order.id} y vuelve al stock de la tienda. El resto del pedido sigue igual.`
}

/** The steps of a customer with an own pending order. */
type OrderStep = { kind: 'cancel' } | { kind: 'remove'; line: OrderLine }

/** Executes a step. A refusal shows its text and refetches the list. */
function useChangeOrder(session: Session, order: Order) {
  const queryClient = useQueryClient()
  const form = useForm({
    base: order,
    valuesOf: () => ({}),
    idOf: String,
    // The dialog closes with the refetched order, and its text with it.
    failed: (_text, error) => (error instanceof Refusal && error.body.error) || FAILED,
  })
  const send = async (step: OrderStep) => {
    try {
      const changed = await call(changeOrder, { params: { id: order.id }, body: bodyOf(step, order) })
      show(queryClient, session, changed)
      showToast('success', doneText(step, changed))
    } catch (error) {
      if (error instanceof Refusal && [403, 404, 409].includes(error.status))
        void queryClient.invalidateQueries({ queryKey: myOrders(session).queryKey })
      throw error
    }
  }
  return {
    isBusy: form.isBusy,
    error: form.failure?.general.join(' '),
    change: (step: OrderStep, onDone: () => void) => void form.run(() => send(step).then(onDone)),
    forgetError: () => form.restart(),
  }
}

const FAILED = 'Error al procesar la acción'

function bodyOf(step: OrderStep, order: Order) {
  return step.kind === 'cancel'
    ? { status: 'cancelled' as const }
    : { products: productsWithout(order, step.line), version: order.version }
}

/** Replaces the changed order in the cached list. */
function show(queryClient: QueryClient, session: Session, changed: Order): void {
  queryClient.setQueryData(
    myOrders(session).queryKey,
    (before) =>
      before && { ...before, orders: before.orders.map((one) => (one.id === changed.id ? changed : one)) },
  )
  clearCaches()
  // Units were returned: refetch everything that shows stock.
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[1] !== 'my-orders' })
}

function doneText(step: OrderStep, changed: Order): string {
  if (step.kind === 'cancel') return 'Pedido cancelado correctamente'
  return changed.status === 'cancelled' ? CANCELLED_AS_EMPTY : 'Producto eliminado del pedido'
}
