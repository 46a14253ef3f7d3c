import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OrderStatus } from '../../../contract/order-status.ts'
import type { Order } from '../../../contract/orders.ts'
import { useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { showToast } from '../../ui/toast.tsx'
import { isAtWorkIn, useHeldRows } from '../lists/held-rows.ts'
import { OrderDeleteDialog } from './order-delete-dialog.tsx'
import { OrderDetailsDialog } from './order-details-dialog.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import { type OrderAction } from './order-row.tsx'
import { OrderStatusDialog, statusChangedText } from './order-status-dialog.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { counted } from './order-words.ts'
import {
  belongs,
  countText,
  type OrderFilter,
  orderParams,
  ORDERS_PAGE_SIZE,
  readOrderFilter,
} from './orders-address.ts'
import { NoOrders, OrderRows, OrdersHead, OrdersSkeleton } from './orders-list.tsx'
import { orderList } from './orders-query.ts'
import { SearchField } from '../lists/search-field.tsx'
import { useListView } from '../lists/use-list-view.ts'
import { useManualRefresh } from '../lists/use-manual-refresh.ts'
import { changedText, STATUS_FAILED, useChangeOrder } from './use-order-change.ts'
import { useNewOrdersAnnounced, useOpenDialog, useRowFocus } from './use-orders-list.ts'
import '../lists/held-rows.css'
import '../lists/list-tools.css'

/** What was done last from the list, and how it is taken back. */
interface Done {
  text: string
  order: Order
  undo?: { status?: OrderStatus; is_archived?: boolean }
}

/** The queue of orders: asked for every six seconds, never moved under the hand of who works in it. */
export default function OrdersPage() {
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const filter = readOrderFilter(params)
  const query = useQuery(orderList(session, filter))
  const { data } = query
  // Those of the list before stay until those of the next are there.
  const [counts, setCounts] = useState(data?.counts)
  if (data && data.counts !== counts) setCounts(data.counts)
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const rows = useHeldRows({
    listKey: `${filter.orderId ?? ''} ${filter.status} ${filter.archived} ${filter.search} ${filter.page}`,
    answer: query.isPlaceholderData ? undefined : data?.results,
    page: filter.page,
    pageSize: ORDERS_PAGE_SIZE,
    isHeld: () => isAtWorkIn(panel.current),
    belongs: (order) => belongs(order, filter),
  })
  const [dialog, setDialog] = useOpenDialog(filter.orderId, rows.rows)
  const [done, setDone] = useState<Done>()
  const archive = useChangeOrder(session, STATUS_FAILED)
  const refresh = useManualRefresh(query, {
    done: 'Pedidos actualizados',
    failed: 'Error al actualizar los pedidos',
  })
  const focusRow = useRowFocus(panel)
  useNewOrdersAnnounced(filter.page === 1 ? rows.fresh.length : 0)

  const go = (change: Partial<OrderFilter>) => {
    setDone(undefined)
    setParams(orderParams({ ...filter, page: 1, orderId: undefined, ...change }), {
      replace: change.search !== undefined,
      preventScrollReset: change.page === undefined,
    })
  }
  /** The row leaves when it is no longer one of this list, and work goes on at the next. */
  const settle = (order: Order) => {
    if (belongs(order, filter)) return
    const at = rows.rows.findIndex(({ id }) => id === order.id)
    focusRow((rows.rows[at + 1] ?? rows.rows[at - 1])?.id)
    rows.drop(order.id)
  }
  const changeAnd = (order: Order, change: NonNullable<Done['undo']>, told: (changed: Order) => Done) =>
    archive.mutate(
      { order, change },
      {
        onSuccess: (changed) => {
          showToast('success', changedText(change.status ?? 'pending'))
          settle(changed)
          setDone(told(changed))
        },
      },
    )
  const act = (action: OrderAction, order: Order) => {
    archive.reset()
    if (action !== 'archive') return setDialog({ kind: action, order })
    const is_archived = !order.is_archived
    changeAnd(order, { is_archived }, (changed) => ({
      text: `Pedido #${order.id}: ${is_archived ? 'archivado' : 'fuera del archivo'}`,
      order: changed,
      undo: { is_archived: order.is_archived },
    }))
  }
  const latestAct = useRef(act)
  useEffect(() => {
    latestAct.current = act
  })
  const stableAct = useCallback((action: OrderAction, order: Order) => latestAct.current(action, order), [])

  const chosen = filter.orderId === undefined ? filter.status : (data?.results[0]?.status ?? filter.status)
  // While another list is on its way the one before stays.
  const shown = query.isPlaceholderData ? (data?.results ?? []) : rows.rows
  const open = dialog && {
    ...dialog,
    order: shown.find(({ id }) => id === dialog.order.id) ?? dialog.order,
  }
  const close = () => setDialog(undefined)
  const { view, isWide } = useListView()
  return (
    <>
      <title>{`Lista de Pedidos · ${SITE}`}</title>
      <OrdersHead
        view={isWide ? view : undefined}
        archived={filter.archived}
        onArchived={() => go({ archived: !filter.archived })}
        onRefresh={refresh}
      />
      <OrderTabs
        chosen={chosen}
        counts={counts}
        panelId={panelId}
        onChoose={(status) => go({ status, search: filter.search })}
      />
      <div className="admin-tools">
        <SearchField
          label="Buscar pedidos por nombre del cliente"
          placeholder="Nombre del cliente"
          value={filter.search}
          onSearch={(search) => go({ search })}
        />
        {filter.orderId !== undefined && (
          <button type="button" className="button secondary" onClick={() => go({})}>
            {`Solo el Pedido #${filter.orderId}: ver todos`}
          </button>
        )}
        <div className="admin-done">
          <output>{done?.text}</output>
          {done?.undo && (
            <button
              type="button"
              className="button quiet"
              aria-disabled={archive.isPending || undefined}
              onClick={() =>
                done.undo &&
                changeAnd(done.order, done.undo, (changed) => ({
                  text: `Deshecho. ${statusChangedText(changed)}`,
                  order: changed,
                }))
              }
            >
              Deshacer
              <span className="visually-hidden">: {done.text}</span>
            </button>
          )}
        </div>
      </div>
      {archive.error && <OrderRefusal title={STATUS_FAILED} error={archive.error} />}
      <div
        role="tabpanel"
        id={panelId}
        aria-labelledby={`${panelId}-${chosen}`}
        ref={panel}
        tabIndex={-1}
        className="admin-tabpanel"
      >
        <AsyncList
          state={query}
          count={shown.length === 0 ? 0 : (data?.count ?? 0)}
          countText={countText(filter, data?.count ?? 0)}
          skeleton={<OrdersSkeleton view={view} />}
          empty={<NoOrders filter={filter} onClear={() => go({ search: '' })} />}
          errorText={
            query.dataUpdatedAt > 0 ? 'Error al actualizar los pedidos' : 'Error al cargar los pedidos'
          }
          onRetry={() => void query.refetch()}
        >
          {(rows.fresh.length > 0 || rows.gone.size > 0) && (
            <button type="button" className="button secondary admin-news" onClick={rows.show}>
              {newsText(filter.page === 1 ? rows.fresh.length : 0)}
            </button>
          )}
          <OrderRows view={view} orders={shown} gone={rows.gone} onAct={stableAct} />
          <Pagination
            page={filter.page}
            pages={Math.ceil((data?.count ?? 0) / ORDERS_PAGE_SIZE)}
            href={(page) => `?${orderParams({ ...filter, page }).toString()}`}
            label="Páginas de pedidos"
          />
        </AsyncList>
        <p className="admin-note">
          La lista se actualiza cada 6 segundos; un cambio puede tardar hasta 5 minutos en verse.
        </p>
      </div>
      {open?.kind === 'details' && (
        <OrderDetailsDialog
          order={open.order}
          onChangeStatus={() => setDialog({ kind: 'status', order: open.order })}
          onClose={close}
        />
      )}
      {open?.kind === 'status' && (
        <OrderStatusDialog
          session={session}
          order={open.order}
          failedText={STATUS_FAILED}
          doneText={changedText}
          onChanged={(changed, before) => {
            close()
            settle(changed)
            setDone({ text: statusChangedText(changed), order: changed, undo: { status: before } })
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <OrderDeleteDialog
          session={session}
          order={open.order}
          failedText={(error) => `Error al eliminar el pedido: ${error.message}`}
          doneText={`Pedido #${open.order.id} eliminado correctamente`}
          onDeleted={() => {
            close()
            const at = shown.findIndex(({ id }) => id === open.order.id)
            focusRow((shown[at + 1] ?? shown[at - 1])?.id)
            rows.drop(open.order.id)
            setDone({ text: `Pedido #${open.order.id} eliminado correctamente`, order: open.order })
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function newsText(fresh: number): string {
  return fresh > 0
    ? `${counted(fresh, 'pedido nuevo', 'pedidos nuevos')} — mostrar`
    : 'La lista cambió — mostrar'
}
