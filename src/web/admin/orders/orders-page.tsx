import { useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminOrder } from '../../../contract/orders.ts'
import { useFailureToast } from '../lists/refresh-button.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useListView } from '../lists/use-list-view.ts'
import { useStable } from '../lists/use-stable.ts'
import { OrderDialogs } from './order-dialogs.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import type { OrderAction } from './order-row.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { type OrderFilter, orderParams, readOrderFilter } from './orders-address.ts'
import { LastChange, OrdersHead, OrdersPanel } from './orders-list.tsx'
import { STATUS_FAILED } from './use-order-change.ts'
import { type ListedChanges, useListedChanges, useOrderDialog, useOrdersList } from './use-orders-list.ts'
import '../lists/list-tools.css'

const REFRESH_WORDS = { done: 'Pedidos actualizados', failed: 'Error al actualizar los pedidos' }

/** The list of orders: polled every six seconds; rows never move while somebody uses the list. */
export function OrdersPage() {
  const [params, setParams] = useSearchParams()
  const filter = readOrderFilter(params)
  const box = useRef<HTMLDivElement>(null)
  const { query, counts, list } = useOrdersList(filter, box)
  const dialog = useOrderDialog(filter.orderId, list.rows)
  const changes = useListedChanges(filter, list)
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
  const { orderId, archived, search } = filter
  const chosen = orderId === undefined ? filter.status : (query.data?.results[0]?.status ?? filter.status)
  return (
    <>
      <OrdersHead
        {...listView}
        archived={archived}
        onArchived={() => go({ archived: !archived })}
        refetch={query.refetch}
        words={REFRESH_WORDS}
      />
      <OrderTabs {...{ chosen, counts, panelId }} onChoose={(status) => go({ status, search })} />
      <Tools filter={filter} go={go} changes={changes} />
      {changes.archive.error && <OrderRefusal title={STATUS_FAILED} error={changes.archive.error} />}
      <OrdersPanel
        {...{ box, panelId, chosen, filter, query, list }}
        view={listView.view}
        onAct={act}
        onClear={() => go({ search: '' })}
      />
      <OrderDialogs dialog={dialog} changes={changes} list={list} />
    </>
  )
}

interface ToolsProps {
  filter: OrderFilter
  go: (change: Partial<OrderFilter>) => void
  changes: ListedChanges
}

/** The search, and the last action. */
function Tools({ filter: { orderId, search }, go, changes }: ToolsProps) {
  return (
    <div className="admin-tools">
      <SearchField
        label="Buscar pedidos por nombre del cliente"
        placeholder="Nombre del cliente"
        value={search}
        onSearch={(words) => go({ search: words })}
      />
      {orderId !== undefined && (
        <button type="button" className="button secondary" onClick={() => go({})}>
          {`Solo el Pedido #${orderId}: ver todos`}
        </button>
      )}
      <LastChange changes={changes} />
    </div>
  )
}
