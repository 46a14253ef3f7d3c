import { Printer, X } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFocusHandedOn } from '../../../ui/use-focus-on-arrival.ts'
import { BulkOutcome } from '../../products/bulk-bar.tsx'
import { Needs } from '../../shell/rights.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { type BulkOrders, ORDER_ACTIONS } from './use-bulk-orders.ts'
import './orders-bulk.css'

/** The outcome for the selected orders. */
export function OrdersOutcome({ bulk: { run, dismiss } }: { bulk: BulkOrders }) {
  return <BulkOutcome run={run} onDismiss={dismiss} one="pedido" many="pedidos" />
}

/** At the bottom while orders are selected. */
export function OrdersBulkBar({ bulk }: { bulk: BulkOrders }) {
  return bulk.selected.size === 0 ? null : <Bar bulk={bulk} />
}

function Bar({ bulk }: { bulk: BulkOrders }) {
  const { selected, run, start, clear } = bulk
  const admin = useAdminPath()
  const running = run && !run.isDone ? run.action.name : undefined
  const bar = useRef<HTMLElement>(null)
  useFocusHandedOn(bar)
  return (
    <section ref={bar} className="bulk-bar" aria-label="Pedidos elegidos" data-bottom-bar>
      <p className="bulk-bar-count">
        <output>{`${selected.size} ${selected.size === 1 ? 'seleccionado' : 'seleccionados'}`}</output>
        <IconButton icon={X} text="Quitar la selección" look="quiet" isIconOnly onClick={clear} />
      </p>
      <div className="bulk-bar-actions">
        <Needs right="orders_write">
          {ORDER_ACTIONS.map((action) => (
            <BusyButton
              key={action.name}
              className="secondary"
              busy={running === action.name}
              busyText={`${run?.results.length} de ${run?.total}…`}
              disabled={running !== undefined && running !== action.name}
              onClick={() => start(action)}
            >
              {action.name}
            </BusyButton>
          ))}
        </Needs>
        <Link className="button secondary" to={admin.printOrders([...selected])}>
          <Printer aria-hidden="true" size={20} />
          Imprimir
        </Link>
      </div>
    </section>
  )
}

interface OrderChooserProps {
  order: AdminOrder
  isChosen: boolean
  onChoose: (id: number, range: boolean) => void
}

export function OrderChooser({ order, isChosen, onChoose }: OrderChooserProps) {
  return (
    <label className="admin-order-chooser">
      <input
        type="checkbox"
        data-key="x"
        aria-label={`Elegir el pedido #${order.id}`}
        checked={isChosen}
        readOnly
        onClick={(event) => onChoose(order.id, event.shiftKey)}
      />
    </label>
  )
}
