import {
  BadgeCheck,
  CalendarClock,
  HandCoins,
  Handshake,
  type LucideIcon,
  PackageCheck,
  Truck,
  Undo2,
} from 'lucide-react'
import { formatPesos } from '../../../../contract/money.ts'
import type { NextAction } from '../../../../contract/orders/order-desk.ts'
import { TODO_LABEL } from '../../../../contract/orders/todo.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { formatLastDay } from '../../../shop/dates.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { heldCodes } from '../../lots/held-lot.tsx'
import { Panel } from '../../shell/panel.tsx'
import { hasChat, OrderCalled, OrderContact } from './order-contact.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { statusChangedText } from '../dialogs/order-status-dialog.tsx'
import { CHANGE_FAILED, CHANGED } from '../order-words.ts'
import { DELIVERY_FAILED, useChangeOrder } from '../use-order-change.ts'
import { useDeliveryMark } from './order-delivery.tsx'
import type { OrderDesk } from '../dialogs/order-desk-dialogs.tsx'
import './order-page.css'

interface Step {
  why: (order: AdminOrder) => string
  text: string
  key: string
  Icon: LucideIcon
  /** What it opens. */
  dialog?: 'refund' | 'payment' | 'delivery' | 'expiry' | 'agreement'
}

const STEPS: Record<Exclude<NextAction, 'contact'>, Step> = {
  refund: {
    why: ({ paid_total }) => `El pedido está cancelado y hay ${formatPesos(paid_total)} para devolver.`,
    text: 'Anotar devolución',
    key: 'c',
    Icon: Undo2,
    dialog: 'refund',
  },
  collect: {
    why: ({ balance }) => `Falta cobrar ${formatPesos(balance)}.`,
    text: 'Anotar pago',
    key: 'c',
    Icon: HandCoins,
    dialog: 'payment',
  },
  finish: { why: () => 'Está entregado y pagado.', text: 'Completar', key: 'e', Icon: BadgeCheck },
  hand: {
    why: ({ lots }) =>
      heldCodes(lots).length === 0
        ? 'Está preparado.'
        : 'Está preparado con un lote retenido: conviene cambiarlo antes de entregar.',
    text: TODO_LABEL.hand,
    key: 'd',
    Icon: Truck,
    dialog: 'delivery',
  },
  prepare: {
    why: (order) => `${order.payment_state_display}: falta prepararlo.`,
    text: 'Marcar preparado',
    key: 'p',
    Icon: PackageCheck,
  },
  expiring: {
    why: () => 'La reserva está por vencer y falta acordar el pago.',
    text: 'Extender',
    key: 'v',
    Icon: CalendarClock,
    dialog: 'expiry',
  },
  agree: {
    why: () => 'Ya lo contactaste: falta acordar el pago.',
    text: 'Acordar pago',
    key: 'c',
    Icon: Handshake,
    dialog: 'agreement',
  },
}

interface OrderNextStepProps {
  order: AdminOrder
  desk: OrderDesk
  step: ReturnType<typeof useStep>
  /** Without its button, which is elsewhere on the screen. */
  isBare: boolean
}

/** The order's next step, with a button to take it. */
export function OrderNextStep({ order, desk, step, isBare }: OrderNextStepProps) {
  const next = order.next_action
  if (next === null) return null
  return (
    <Panel title="Siguiente paso">
      {step.failure && <OrderRefusal {...step.failure} />}
      <div className="admin-row admin-ends">
        <p>{next === 'contact' ? 'Falta coordinar el pago y la entrega.' : STEPS[next].why(order)}</p>
        <div className="wrap-2">
          {next === 'contact' && <OrderCalled order={order} />}
          {!isBare && <StepButton order={order} step={step} look="primary" />}
        </div>
      </div>
      {order.expires_at !== null && (
        <div className="admin-row admin-ends">
          <p className="admin-note">{`Vence el ${formatLastDay(order.expires_at)}.`}</p>
          {next !== 'expiring' && (
            <IconButton
              icon={CalendarClock}
              text="Extender"
              look="quiet"
              aria-haspopup="dialog"
              onClick={() => desk.show({ kind: 'expiry' })}
            />
          )}
        </div>
      )}
    </Panel>
  )
}

/** On phones the step is at the bottom of the screen. */
export function OrderStepBar({ order, step }: Pick<OrderNextStepProps, 'order' | 'step'>) {
  const { next_action: next } = order
  if (next === null || (next === 'contact' && !hasChat(order))) return null
  return (
    <div className="order-step-bar" data-bottom-bar>
      <StepButton order={order} step={step} look="primary" />
    </div>
  )
}

interface StepButtonProps {
  order: AdminOrder
  step: ReturnType<typeof useStep>
  /** Appended to the text for screen readers, in a list: ' del pedido #12'. */
  of?: string | undefined
  look?: 'primary' | 'secondary'
}

/** Takes the next step, or opens its dialog. */
export function StepButton({ order, step, of, look = 'secondary' }: StepButtonProps) {
  const { next_action: next } = order
  if (next === null) return null
  if (next === 'contact' && (hasChat(order) || order.customer_email !== '')) {
    const channel = hasChat(order) ? 'whatsapp' : 'email'
    return <OrderContact order={order} channel={channel} look={look} shortcut="w" />
  }
  // A customer without phone and e-mail was there in person.
  const taken = next === 'contact' ? 'agree' : next
  const { Icon, text, key } = STEPS[taken]
  return (
    <IconButton
      icon={Icon}
      text={text}
      of={of}
      look={look}
      data-key={key}
      title={`${text} (${key})`}
      aria-disabled={step.isBusy || undefined}
      onClick={() => step.take(taken)}
    />
  )
}

export function useStep(order: AdminOrder, desk: OrderDesk) {
  const delivery = useDeliveryMark(order)
  const state = useChangeOrder(CHANGE_FAILED)
  const finish = () =>
    state.mutate(
      { order, change: { status: 'completed' } },
      {
        onSuccess: (changed) => {
          showToast('success', CHANGED)
          desk.tell(statusChangedText(changed))
        },
      },
    )
  const isBusy = state.isPending || delivery.isBusy
  const title = state.error ? CHANGE_FAILED : DELIVERY_FAILED
  const error = state.error ?? delivery.error
  return {
    take: (next: Exclude<NextAction, 'contact'>) => {
      const { dialog } = STEPS[next]
      if (isBusy) return
      if (dialog) desk.show({ kind: dialog })
      else if (next === 'finish') finish()
      else delivery.mark('prepared')
    },
    isBusy,
    failure: error === undefined ? undefined : { title, error },
  }
}
