import { useQuery } from '@tanstack/react-query'
import type { Activity } from '../../../contract/activity.ts'
import { formatPesos } from '../../../contract/money.ts'
import type { AdminOrder } from '../../../contract/orders.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { formatMoment } from '../lists/moments.ts'
import { orderChanges } from './order-changes.ts'
import { orderHistory } from './orders-query.ts'
import { Panel } from '../shell/panel.tsx'
import './order-history.css'

/** The history of this order from the activity log, newest first. */
export function OrderHistory({ order }: { order: AdminOrder }) {
  const { data, isPending, isError, refetch } = useQuery(orderHistory(order.id))
  return (
    <Panel title="Historial">
      {isPending && <LoadingNote />}
      {isError && <ErrorPanel title="Error al cargar las actividades" onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="admin-note">Sin movimientos registrados.</p>}
      <ol className="order-history">
        {data?.map((entry) => (
          <Entry key={entry.id} entry={entry} order={order} />
        ))}
      </ol>
    </Panel>
  )
}

/** Whether a customer changed an order after it was prepared, and it was not prepared again. */
export function wasUnpacked({ delivery_state }: AdminOrder, history: Activity[] = []): boolean {
  const last = history.find(({ changes }) => 'prepared_at' in changes || 'delivery_state' in changes)
  return delivery_state === 'pending' && last !== undefined && 'prepared_at' in last.changes
}

function Entry({ entry, order }: { entry: Activity; order: AdminOrder }) {
  const changes = orderChanges(entry, order)
  return (
    <li>
      <p className="order-history-what">{entry.description}</p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <p className="admin-note">
        {entry.user} · <time dateTime={entry.timestamp}>{formatMoment(entry.timestamp)}</time>
        {typeof entry.changes['order_total'] === 'number' &&
          ` · ${formatPesos(entry.changes['order_total'])}`}
      </p>
    </li>
  )
}
