import { type KeyboardEvent, useRef } from 'react'
import { ORDER_STATUSES, type OrderStatus } from '../../../../contract/orders/order-status.ts'
import '../../kit/status-count.css'
import './order-tabs.css'

const NAMES: Record<OrderStatus, string> = {
  pending: 'Pendientes',
  completed: 'Completados',
  cancelled: 'Cancelados',
}

interface OrderTabsProps {
  /** Undefined for a list of several states. */
  chosen: OrderStatus | undefined
  counts: Record<OrderStatus, number> | undefined
  /** Id of the panel of the tabs. */
  panelId: string
  onChoose: (status: OrderStatus) => void
}

/** Arrows, Home and End move between tabs and select them. */
export function OrderTabs({ chosen, counts, panelId, onChoose }: OrderTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const at = ORDER_STATUSES.indexOf(chosen ?? 'pending')
    const to = { ArrowRight: at + 1, ArrowLeft: at + 2, Home: 0, End: ORDER_STATUSES.length - 1 }[event.key]
    const status = to === undefined ? undefined : ORDER_STATUSES[to % ORDER_STATUSES.length]
    if (!status) return
    event.preventDefault()
    onChoose(status)
    list.current?.querySelector<HTMLElement>(`[data-status="${status}"]`)?.focus()
  }
  return (
    <div className="admin-tabs" role="tablist" aria-label="Estado de los pedidos" ref={list}>
      {ORDER_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          role="tab"
          id={`${panelId}-${status}`}
          data-status={status}
          aria-selected={status === chosen}
          aria-controls={panelId}
          tabIndex={status === (chosen ?? 'pending') ? 0 : -1}
          onKeyDown={press}
          onClick={() => onChoose(status)}
        >
          <span>{NAMES[status]}</span>
          {counts && (
            <>
              <span className="visually-hidden">, </span>
              <span className="admin-tab-count">{counts[status]}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
