import { Archive, LayoutGrid, Table2 } from 'lucide-react'
import { ORDER_STATUS_LABEL } from '../../../contract/order-status.ts'
import type { Order } from '../../../contract/orders.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OrderCard, type OrderRowProps, OrderTableRow } from './order-row.tsx'
import type { OrderFilter } from './orders-address.ts'
import { RefreshControl } from '../lists/refresh-button.tsx'
import { type ListView, setListView } from '../lists/use-list-view.ts'
import { useNow } from '../lists/use-now.ts'
import '../lists/table.css'
import '../lists/view-choice.css'
import './orders-list.css'

interface OrderRowsProps {
  view: ListView
  orders: Order[]
  gone: Set<number>
  onAct: OrderRowProps['onAct']
}

export function OrderRows({ view, orders, gone, onAct }: OrderRowsProps) {
  const now = useNow()
  const rows = orders.map((order) => ({ order, isGone: gone.has(order.id), now, onAct }))
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
        <thead>
          <tr>
            <th scope="col">Pedido</th>
            <th scope="col">Hace</th>
            <th scope="col">Cliente</th>
            <th scope="col">Productos</th>
            <th scope="col" className="admin-table-number">
              Total
            </th>
            <th scope="col">Estado</th>
            <th scope="col">Acciones</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <OrderTableRow key={row.order.id} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function OrdersSkeleton({ view }: { view: ListView }) {
  return (
    <div className={view === 'cards' ? 'admin-order-cards' : 'admin-order-bars'}>
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className="admin-order-skeleton" />
      ))}
    </div>
  )
}

export function NoOrders({ filter, onClear }: { filter: OrderFilter; onClear: () => void }) {
  const { search, status, archived, orderId } = filter
  if (orderId !== undefined) return <EmptyState title={`No existe el Pedido #${orderId}`} />
  const kind = `${ORDER_STATUS_LABEL[status].toLowerCase()}s`
  if (search === '') return <EmptyState title={`No hay pedidos ${kind}${archived ? ' en el archivo' : ''}`} />
  return (
    <EmptyState title={`No hay pedidos ${kind} con «${search}»`}>
      <button type="button" className="button secondary" onClick={onClear}>
        Borrar la búsqueda
      </button>
    </EmptyState>
  )
}

interface OrdersHeadProps {
  /** Undefined where there is no choice. */
  view: ListView | undefined
  archived: boolean
  onArchived: () => void
  onRefresh: () => void
}

export function OrdersHead({ view, archived, onArchived, onRefresh }: OrdersHeadProps) {
  return (
    <header className="admin-head">
      <h1 tabIndex={-1}>Lista de Pedidos</h1>
      <div className="admin-head-actions">
        {view && <ViewChoice view={view} />}
        <button type="button" className="button secondary" aria-pressed={archived} onClick={onArchived}>
          <Archive aria-hidden="true" size={20} />
          Archivados
        </button>
        <RefreshControl onRefresh={onRefresh} />
      </div>
    </header>
  )
}

/** For a desk only: a table has no room elsewhere. */
function ViewChoice({ view }: { view: ListView }) {
  return (
    <fieldset className="admin-view-choice" aria-label="Forma de la lista">
      <button type="button" aria-pressed={view === 'cards'} onClick={() => setListView('cards')}>
        <LayoutGrid aria-hidden="true" size={20} />
        Tarjetas
      </button>
      <button type="button" aria-pressed={view === 'table'} onClick={() => setListView('table')}>
        <Table2 aria-hidden="true" size={20} />
        Tabla
      </button>
    </fieldset>
  )
}
