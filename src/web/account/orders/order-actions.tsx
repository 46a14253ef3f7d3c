import { useQuery } from '@tanstack/react-query'
import { Ban, MessageCircle, Printer, ShoppingCart } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ORDER_STATUS_LABEL, orderCan } from '../../../contract/orders/order-status.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { shopChatLink } from '../../../contract/chat-link.ts'
import { lineInWords } from '../../shop/order-in-words.ts'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { orderMessage } from './order-lines.ts'
import { type OrderStep, useChangeOrder } from './use-change-order.ts'

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
