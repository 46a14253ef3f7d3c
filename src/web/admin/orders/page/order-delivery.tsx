import { Package, PackageCheck, PackageX, Truck, Undo2 } from 'lucide-react'
import { CHANGED_AFTER_PREPARED, type DeliveryState } from '../../../../contract/orders/order-desk.ts'
import { TODO_LABEL } from '../../../../contract/orders/todo.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { Fact } from '../../../shop/fact.tsx'
import { Tracking } from '../../../shop/tracking.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatMoment } from '../../../shop/dates.ts'
import { lotsText } from '../../lots/lot-choice.tsx'
import { Panel } from '../../shell/panel.tsx'
import type { OrderDesk } from '../dialogs/order-desk-dialogs.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { DELIVERY_FAILED, useOrderMark } from '../use-order-change.ts'
import { Needs } from '../../shell/rights.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { markDelivery } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import '../../kit/controls.css'
import './order-page.css'

const TONE: Record<DeliveryState, string> = { pending: '', prepared: 'info', handed: 'ok' }

interface OrderDeliveryProps {
  order: AdminOrder
  desk: OrderDesk
}

/** Packing and handover. */
export function OrderDelivery({ order, desk }: OrderDeliveryProps) {
  const { delivery_state: state, carrier, tracking, prepared_at, handed_at } = order
  if (order.status === 'cancelled' && state === 'pending' && order.lots.length === 0) return null
  return (
    <Panel
      title="Entrega"
      action={
        // Orders that were completed without marks are not waiting to be packed.
        (state !== 'pending' || order.status === 'pending') && (
          <span className={`badge ${TONE[state]}`.trimEnd()}>{order.delivery_state_display}</span>
        )
      }
    >
      {isUnpacked(order) && <p className="order-desk-warning">{CHANGED_AFTER_PREPARED}</p>}
      {state !== 'pending' && (
        <dl className="admin-facts">
          {prepared_at !== null && <Fact name="Preparado">{formatMoment(prepared_at)}</Fact>}
          {handed_at !== null && <Fact name={order.delivery_state_display}>{formatMoment(handed_at)}</Fact>}
          {carrier !== '' && <Fact name="Transporte">{carrier}</Fact>}
          {tracking !== '' && (
            <Fact name="Seguimiento">
              <Tracking order={order} />
            </Fact>
          )}
        </dl>
      )}
      {order.lots.length > 0 && (
        <dl className="admin-facts">
          <Fact name="Lotes">{lotsText(order.lots)}</Fact>
        </dl>
      )}
      {order.status !== 'cancelled' && (
        <Needs right="orders_write">
          <DeliveryButtons order={order} desk={desk} />
        </Needs>
      )}
    </Panel>
  )
}

/** The buttons, except that of the next step, which has its own control. */
function DeliveryButtons({ order, desk }: OrderDeliveryProps) {
  const { mark, isBusy, error } = useDeliveryMark(order)
  const { delivery_state: state, next_action: next } = order
  const isHanded = state === 'handed'
  const handing = isHanded ? 'Cambiar la entrega' : TODO_LABEL.hand
  return (
    <>
      {error !== undefined && <OrderRefusal title={DELIVERY_FAILED} error={error} />}
      <div className="wrap-2">
        <IconButton
          icon={Package}
          text="Elegir lotes"
          look="quiet"
          aria-haspopup="dialog"
          onClick={() => desk.show({ kind: 'lots' })}
        />
        {state === 'pending' && next !== 'prepare' && (
          <IconButton
            icon={PackageCheck}
            text="Marcar preparado"
            data-key="p"
            title="Marcar preparado (p)"
            aria-disabled={isBusy || undefined}
            onClick={() => mark('prepared')}
          />
        )}
        {next !== 'hand' && (
          <IconButton
            icon={Truck}
            text={handing}
            look={state === 'prepared' ? 'secondary' : 'quiet'}
            data-key="d"
            title={`${handing} (d)`}
            aria-haspopup="dialog"
            onClick={() => desk.show({ kind: 'delivery' })}
          />
        )}
        {state !== 'pending' && (
          <IconButton
            icon={Undo2}
            text={isHanded ? 'Volver a preparado' : 'Volver a sin preparar'}
            look="quiet"
            aria-disabled={isBusy || undefined}
            onClick={() => mark(isHanded ? 'prepared' : 'pending')}
          />
        )}
      </div>
    </>
  )
}

const DONE = { pending: 'Pedido sin preparar', prepared: 'Pedido preparado' }

/** Toggles the prepared mark. */
export function useDeliveryMark(order: AdminOrder) {
  const mark = useOrderMark()
  const form = useForm({ base: order, valuesOf: () => ({}), idOf: String, failed: DELIVERY_FAILED })
  const { id, version, delivery_state: was } = order
  const send = (state: keyof typeof DONE) =>
    mark(() => call(markDelivery, { params: { id }, body: { state, was, version } }), DONE[state])
  return {
    mark: (state: keyof typeof DONE) => void form.run(() => send(state)),
    isBusy: form.isBusy,
    error: form.failure?.error,
  }
}

/** Whether the order changed after it was packed, and can be packed again. */
function isUnpacked({ status, changed_after_prepared }: AdminOrder): boolean {
  return changed_after_prepared && status !== 'cancelled'
}

/** The delivery state; nothing before packing. */
export function DeliveryBadge({ order }: { order: AdminOrder }) {
  const { delivery_state: state, delivery_state_display: name } = order
  if (isUnpacked(order))
    return (
      <span className="badge warn">
        <PackageX aria-hidden="true" size={15} />
        {CHANGED_AFTER_PREPARED}
      </span>
    )
  if (state === 'pending') return null
  const Icon = state === 'handed' ? Truck : PackageCheck
  return (
    <span className={`badge ${state === 'handed' ? 'ok' : 'info'}`}>
      <Icon aria-hidden="true" size={15} />
      {name}
    </span>
  )
}
