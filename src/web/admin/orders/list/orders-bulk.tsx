import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { BulkBar, BulkButtons, BulkOutcome } from '../../kit/bulk-bar.tsx'
import { Needs } from '../../shell/rights.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { type BulkOrders, ORDER_ACTIONS } from './use-bulk-orders.ts'
import './orders-bulk.css'

/** The outcome for the selected orders. */
export function OrdersOutcome({ bulk: { run, dismiss } }: { bulk: BulkOrders }) {
  return <BulkOutcome run={run} onDismiss={dismiss} one="pedido" many="pedidos" />
}

export function OrdersBulkBar({ bulk: { selected, run, start, clear } }: { bulk: BulkOrders }) {
  const admin = useAdminPath()
  return (
    <BulkBar label="Pedidos elegidos" count={selected.size} onClear={clear}>
      <Needs right="orders_write">
        <BulkButtons actions={ORDER_ACTIONS} run={run} onAct={start} />
      </Needs>
      <Link className="button secondary" to={admin.printOrders([...selected])}>
        <Printer aria-hidden="true" size={20} />
        Imprimir
      </Link>
    </BulkBar>
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
