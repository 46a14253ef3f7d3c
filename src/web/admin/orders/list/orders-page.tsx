import { useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { useFailureToast } from '../../kit/refresh-button.tsx'
import { useListView } from '../../kit/use-list-view.ts'
import { useStable } from '../../kit/use-stable.ts'
import { OrderDialogs } from '../dialogs/order-dialogs.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import type { OrderAction } from './order-row.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { isAcrossStates, type OrderFilter, orderParams, readOrderFilter } from './orders-address.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrdersBulkBar, OrdersOutcome } from './orders-bulk.tsx'
import { LastChange, OrdersHead, OrdersPanel } from './orders-list.tsx'
import { STATUS_FAILED } from '../use-order-change.ts'
import { useBulkOrders } from './use-bulk-orders.ts'
import { type ListedChanges, useListedChanges, useOrderDialog, useOrdersList } from './use-orders-list.ts'
import '../../kit/list-tools.css'

const REFRESH_WORDS = { done: 'Pedidos actualizados', failed: 'Error al actualizar los pedidos' }

/** The list of orders: polled every six seconds; rows never move while somebody uses the list. */
export function OrdersPage() {
  const [params, setParams] = useSearchParams()
  const filter = readOrderFilter(params)
  const box = useRef<HTMLDivElement>(null)
  const { query, counts, list } = useOrdersList(filter, box)
  const dialog = useOrderDialog(filter.orderId, list.rows)
  const changes = useListedChanges(filter, list)
  const bulk = useBulkOrders(list.rows)
  const listView = useListView('cards')
  const panelId = useId()
  useFailureToast(query.isError, REFRESH_WORDS.failed)
  const go = (change: Partial<OrderFilter>) => {
    changes.forget()
    setParams(orderParams({ ...filter, page: 1, orderId: undefined, ...change }), {
      replace: change.search !== undefined,
      preventScrollReset: change.page === undefined,
    })
  }
  const act = useStable((action: OrderAction, order: AdminOrder) => {
    changes.archive.reset()
    if (action === 'archive') changes.toggleArchive(order)
    else dialog.show(action, order)
  })
  const { orderId, archived } = filter
  const ofOne = orderId === undefined ? undefined : query.data?.results[0]?.status
  const chosen = isAcrossStates(filter) ? undefined : (ofOne ?? filter.status)
  return (
    <>
      <OrdersHead
        {...listView}
        filter={filter}
        onArchived={() => go({ archived: !archived })}
        refetch={query.refetch}
        words={REFRESH_WORDS}
      />
      <OrderTabs
        {...{ chosen, counts, panelId }}
        onChoose={(status) => go({ status, marks: { ...filter.marks, next: undefined } })}
      />
      <Tools filter={filter} go={go} changes={changes} count={query.data?.count} />
      {changes.archive.error && <OrderRefusal title={STATUS_FAILED} error={changes.archive.error} />}
      <OrdersOutcome bulk={bulk} />
      <OrdersPanel
        {...{ box, panelId, chosen, filter, query, list, bulk }}
        view={listView.view}
        onAct={act}
        onClear={() => go({ search: '', marks: {} })}
      />
      <OrdersBulkBar bulk={bulk} />
      <OrderDialogs dialog={dialog} changes={changes} list={list} />
    </>
  )
}

interface ToolsProps {
  filter: OrderFilter
  count: number | undefined
  go: (change: Partial<OrderFilter>) => void
  changes: ListedChanges
}

/** Search and filters, and the last action. */
function Tools({ filter, count, go, changes }: ToolsProps) {
  const { orderId } = filter
  return (
    <div className="admin-tools">
      <OrderFilters filter={filter} count={count} onChange={go} />
      {orderId !== undefined && (
        <button type="button" className="button secondary" onClick={() => go({})}>
          {`Solo el Pedido #${orderId}: ver todos`}
        </button>
      )}
      <LastChange changes={changes} />
    </div>
  )
}
