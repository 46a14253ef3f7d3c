import { Archive, Download, Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { HeldPages } from '../../kit/held-pages.tsx'
import { ListHead } from '../../kit/list-head.tsx'
import { RefreshButton, type RefreshButtonProps } from '../../kit/refresh-button.tsx'
import { RowSkeletons } from '../../kit/row-skeletons.tsx'
import type { ListView } from '../../kit/use-list-view.ts'
import { useNow } from '../../kit/use-now.ts'
import { ViewChoice } from '../../kit/view-choice.tsx'
import { Needs } from '../../shell/rights.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { OrderSheetDialog } from '../dialogs/order-sheet-dialog.tsx'
import { OrderCard, type OrderRowProps, OrderTableRow } from './order-row.tsx'
import {
  appliedMarks,
  countText,
  kindOf,
  type OrderFilter,
  orderParams,
  ORDERS_PAGE_SIZE,
} from './orders-address.ts'
import type { BulkOrders } from './use-bulk-orders.ts'
import type { ListedChanges, OrdersList, useOrdersList } from './use-orders-list.ts'
import '../../kit/table.css'
import './orders-list.css'

interface OrderRowsProps {
  view: ListView
  orders: AdminOrder[]
  gone: Set<number>
  onAct: OrderRowProps['onAct']
  bulk: Pick<BulkOrders, 'selected' | 'choose'>
}

function OrderRows({ view, orders, gone, onAct, bulk }: OrderRowsProps) {
  const now = useNow()
  const rows = orders.map((order) => ({
    order,
    isGone: gone.has(order.id),
    now,
    onAct,
    isChosen: bulk.selected.has(order.id),
    onChoose: bulk.choose,
  }))
  if (view === 'cards') {
    return (
      <ul className="admin-order-cards" aria-label="Pedidos">
        {rows.map((row) => (
          <OrderCard key={row.order.id} {...row} />
        ))}
      </ul>
    )
  }
  return (
    <div className="admin-table-frame">
      <table className="admin-table admin-orders-table">
        <caption className="visually-hidden">Pedidos, del más nuevo al más viejo</caption>
        <TableHead />
        <tbody>
          {rows.map((row) => (
            <OrderTableRow key={row.order.id} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">Elegir</span>
        </th>
        <th scope="col">Pedido</th>
        <th scope="col">Hace</th>
        <th scope="col">Cliente</th>
        <th scope="col">Productos</th>
        <th scope="col" className="admin-table-number">
          Total
        </th>
        <th scope="col">Estado</th>
        <th scope="col">Siguiente paso</th>
        <th scope="col">Acciones</th>
      </tr>
    </thead>
  )
}

const REFRESH_NOTE = 'La lista se actualiza cada 6 segundos; un cambio puede tardar hasta 5 minutos en verse.'

interface OrdersPanelProps extends Pick<OrderRowsProps, 'view' | 'onAct' | 'bulk'> {
  box: RefObject<HTMLDivElement | null>
  panelId: string
  chosen: OrderStatus | undefined
  filter: OrderFilter
  query: ReturnType<typeof useOrdersList>['query']
  list: OrdersList
  onClear: () => void
}

/** The orders of the selected tab. */
export function OrdersPanel(props: OrdersPanelProps) {
  const { box, panelId, chosen, filter, query, list, view, onAct, onClear, bulk } = props
  const { data, dataUpdatedAt } = query
  const count = data?.count ?? 0
  return (
    <div
      role="tabpanel"
      id={panelId}
      aria-labelledby={chosen && `${panelId}-${chosen}`}
      aria-label={chosen ? undefined : 'Pedidos'}
      ref={box}
      tabIndex={-1}
      className="admin-tabpanel"
    >
      <HeldPages
        state={query}
        list={list}
        one="pedido nuevo"
        many="pedidos nuevos"
        shown={list.rows.length}
        count={count}
        countText={countText(filter, count)}
        skeleton={<OrderSkeletons view={view} />}
        empty={<NoOrders filter={filter} onClear={onClear} />}
        errorText={dataUpdatedAt > 0 ? 'Error al actualizar los pedidos' : 'Error al cargar los pedidos'}
        page={filter.page}
        pageSize={ORDERS_PAGE_SIZE}
        paramsOf={(page) => orderParams({ ...filter, page })}
        pagesLabel="Páginas de pedidos"
      >
        <OrderRows view={view} orders={list.rows} gone={list.gone} onAct={onAct} bulk={bulk} />
      </HeldPages>
      {dataUpdatedAt > 0 && <p className="admin-note">{REFRESH_NOTE}</p>}
    </div>
  )
}

function OrderSkeletons({ view }: { view: ListView }) {
  return view === 'cards' ? (
    <RowSkeletons
      list="admin-order-cards"
      row="admin-order-skeleton"
      parts={['title', 'line', 'line', 'line', 'line', 'buttons']}
    />
  ) : (
    <RowSkeletons list="admin-order-bars" row="admin-order-skeleton" />
  )
}

function NoOrders({ filter, onClear }: { filter: OrderFilter; onClear: () => void }) {
  const { search, archived, orderId, marks } = filter
  if (orderId !== undefined) return <EmptyState title={`No existe el Pedido #${orderId}`} />
  const kind = kindOf(filter) && ` ${kindOf(filter)}s`
  const isFiltered = appliedMarks(marks).length > 0
  const words = search === '' ? '' : ` con «${search}»`
  const title = `No hay pedidos${kind}${words}${isFiltered ? ' con esos filtros' : ''}${archived ? ' en el archivo' : ''}`
  if (search === '' && !isFiltered) return <EmptyState title={title} />
  return (
    <EmptyState title={title}>
      <button type="button" className="button secondary" onClick={onClear}>
        {isFiltered ? 'Quitar los filtros' : 'Borrar la búsqueda'}
      </button>
    </EmptyState>
  )
}

interface OrdersHeadProps extends Pick<RefreshButtonProps, 'refetch' | 'words'> {
  view: ListView
  isWide: boolean
  filter: OrderFilter
  onArchived: () => void
}

export function OrdersHead({ view, isWide, filter, onArchived, ...refresh }: OrdersHeadProps) {
  const admin = useAdminPath()
  const [isDownloading, setIsDownloading] = useState(false)
  return (
    <ListHead title="Lista de Pedidos">
      {isWide && <ViewChoice label="Forma de la lista" view={view} />}
      <IconButton icon={Archive} text="Archivados" aria-pressed={filter.archived} onClick={onArchived} />
      <IconButton
        icon={Download}
        text="Descargar"
        aria-haspopup="dialog"
        onClick={() => setIsDownloading(true)}
      />
      <RefreshButton {...refresh} isPolled />
      <Needs right="orders_write">
        <Link className="button primary" to={admin.newOrder()} data-key="n" title="Nuevo pedido (n)">
          <Plus aria-hidden="true" size={20} />
          Nuevo pedido
        </Link>
      </Needs>
      {isDownloading && <OrderSheetDialog filter={filter} onClose={() => setIsDownloading(false)} />}
    </ListHead>
  )
}

/** The last action, with its undo button. */
export function LastChange({ changes: { done, archive, undo } }: { changes: ListedChanges }) {
  return (
    <div className="admin-done">
      <output>{done?.text}</output>
      {done?.undo && (
        <BusyButton className="quiet" busy={archive.isPending} onClick={() => undo(done)}>
          Deshacer
          <span className="visually-hidden">: {done.text}</span>
        </BusyButton>
      )}
    </div>
  )
}
