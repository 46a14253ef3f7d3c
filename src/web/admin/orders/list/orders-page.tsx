import { useQuery } from '@tanstack/react-query'
import { Archive, Download, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ORDER_STATUS_LABEL } from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import type { listOrders } from '../../../../contract/orders/calls.ts'
import type { AnswerOf } from '../../../data/api.ts'
import { announce } from '../../../ui/announcer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { BulkOutcome } from '../../kit/bulk-bar.tsx'
import { counted } from '../../kit/counted.ts'
import type { RowProps } from '../../kit/data-table.tsx'
import { ListScreen } from '../../kit/list-screen.tsx'
import { useListView } from '../../kit/use-list-view.ts'
import { usePanelList } from '../../kit/use-panel-list.ts'
import { useStable } from '../../kit/use-stable.ts'
import { Needs } from '../../shell/rights.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { OrderFilters, OrderSheetDialog, OrderTabs } from './order-filters.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { recipientOf } from '../order-words.ts'
import { someOrders } from '../orders-query.ts'
import { STATUS_FAILED } from '../use-order-change.ts'
import { type OrderAction, OrderCard, type OrderRowProps, OrderTableRow } from './order-row.tsx'
import {
  appliedMarks,
  countText,
  isAcrossStates,
  kindOf,
  NO_MARKS,
  type OrderFilter,
  ORDERS,
} from './orders-list.ts'
import {
  LastChange,
  type OrderDialogKind,
  OrderDialogs,
  OrdersBulkBar,
  useBulkOrders,
  useListedChanges,
} from './orders-changes.tsx'
import '../../kit/lists.css'
import './orders-page.css'

type Answer = AnswerOf<typeof listOrders>

const WORDS = {
  title: 'Lista de Pedidos',
  rows: ['pedido', 'pedidos'],
  fresh: ['pedido nuevo', 'pedidos nuevos'],
  refreshed: 'Pedidos actualizados',
  loadFailed: 'Error al cargar los pedidos',
  refreshFailed: 'Error al actualizar los pedidos',
  list: 'Pedidos',
  pages: 'Páginas de pedidos',
} as const

const REFRESH_NOTE = 'La lista se actualiza cada 6 segundos; un cambio puede tardar hasta 5 minutos en verse.'

/** The list of orders: polled every six seconds; rows never move while somebody uses the list. */
export default function OrdersPage() {
  const list = usePanelList<AdminOrder, OrderFilter, OrderDialogKind, Answer>(ORDERS)
  const { filter, query, rows } = list
  const { orderId, archived } = filter
  const changes = useListedChanges(list.settle)
  const bulk = useBulkOrders(rows, list.settleAll)
  const { view } = useListView()
  const admin = useAdminPath()
  const panelId = useId()
  const [isDownloading, setIsDownloading] = useState(false)
  useNewOrdersAnnounced(list.news.fresh)
  useAskedOrder(orderId, rows, list.dialog.show)
  const counts = useLatest(query.data?.counts)
  const go = (change: Partial<OrderFilter>) => {
    changes.forget()
    list.go({ orderId: undefined, ...change })
  }
  const act = useStable((action: OrderAction, order: AdminOrder) => {
    changes.archive.reset()
    if (action === 'archive') changes.toggleArchive(order)
    else list.dialog.show(action, order)
  })
  const rowProps = ({ row, isGone, now }: Omit<RowProps<AdminOrder>, 'act'>): OrderRowProps => ({
    order: row,
    isGone,
    now,
    search: filter.search,
    onAct: act,
    isChosen: bulk.selected.has(row.id),
    onChoose: bulk.choose,
  })
  const ofOne = orderId === undefined ? undefined : query.data?.results[0]?.status
  const chosen = isAcrossStates(filter) ? undefined : (ofOne ?? filter.status)
  return (
    <ListScreen
      list={list}
      words={WORDS}
      countText={countText(filter, list.count)}
      actions={
        <Needs right="orders_write">
          <Link className="button primary" to={admin.newOrder()} data-key="n" title="Nuevo pedido (n)">
            <Plus aria-hidden="true" size={20} />
            Nuevo pedido
          </Link>
        </Needs>
      }
      more={
        <>
          <IconButton
            icon={Archive}
            text="Archivados"
            aria-pressed={archived}
            onClick={() => go({ archived: !archived })}
          />
          <IconButton
            icon={Download}
            text="Descargar"
            aria-haspopup="dialog"
            onClick={() => setIsDownloading(true)}
          />
        </>
      }
      views={<OrderTabs {...{ chosen, counts, panelId }} onChoose={(status) => go({ status, next: '' })} />}
      tools={
        <>
          <OrderFilters filter={filter} count={query.data?.count} onChange={go} />
          {orderId !== undefined && (
            <button type="button" className="button secondary" onClick={() => go({})}>
              {`Solo el Pedido #${orderId}: ver todos`}
            </button>
          )}
          <LastChange changes={changes} />
        </>
      }
      filters={
        <>
          {changes.archive.error && <OrderRefusal title={STATUS_FAILED} error={changes.archive.error} />}
          <BulkOutcome run={bulk.run} onDismiss={bulk.dismiss} one="pedido" many="pedidos" />
        </>
      }
      panel={{
        role: 'tabpanel',
        id: panelId,
        tabIndex: -1,
        className: 'admin-tabpanel stack-4',
        ...(chosen ? { 'aria-labelledby': `${panelId}-${chosen}` } : { 'aria-label': 'Pedidos' }),
      }}
      look={
        view === 'cards'
          ? {
              list: 'admin-order-cards',
              skeleton: 'admin-order-skeleton',
              parts: ['title', 'line', 'line', 'line', 'line', 'buttons'],
            }
          : { list: 'admin-order-bars', skeleton: 'admin-order-skeleton' }
      }
      renderCard={(row) => <OrderCard {...rowProps(row)} />}
      renderTable={(all) => (
        <OrdersTable>
          {all.map((row) => (
            <OrderTableRow key={row.row.id} {...rowProps(row)} />
          ))}
        </OrdersTable>
      )}
      empty={<NoOrders filter={filter} onClear={() => go({ search: '', ...NO_MARKS })} />}
      after={query.dataUpdatedAt > 0 && <p className="admin-note">{REFRESH_NOTE}</p>}
    >
      <OrdersBulkBar bulk={bulk} />
      {isDownloading && <OrderSheetDialog filter={filter} onClose={() => setIsDownloading(false)} />}
      <OrderDialogs dialog={list.dialog} changes={changes} onDeleted={list.drop} />
    </ListScreen>
  )
}

const HEADINGS = ['Pedido', 'Cliente', 'Productos', 'Total', 'Estado', 'Siguiente paso', 'Acciones']

function OrdersTable({ children }: { children: ReactNode }) {
  return (
    <div className="admin-table-frame">
      <table className="admin-table admin-orders-table">
        <caption className="visually-hidden">Pedidos, del más nuevo al más viejo</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Elegir</span>
            </th>
            {HEADINGS.map((name) => (
              <th key={name} scope="col" className={name === 'Total' ? 'admin-table-number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function NoOrders({ filter, onClear }: { filter: OrderFilter; onClear: () => void }) {
  const { search, archived, orderId } = filter
  const admin = useAdminPath()
  if (orderId !== undefined) return <EmptyState title={`No existe el Pedido #${orderId}`} />
  const kind = kindOf(filter) && ` ${kindOf(filter)}s`
  const isFiltered = appliedMarks(filter).length > 0
  const words = search === '' ? '' : ` con «${search}»`
  const title = `No hay pedidos${kind}${words}${isFiltered ? ' con esos filtros' : ''}${archived ? ' en el archivo' : ''}`
  if (search === '' && !isFiltered)
    return (
      <EmptyState title={title}>
        <Needs right="orders_write">
          <Link className="button secondary" to={admin.newOrder()}>
            Anotar un pedido
          </Link>
        </Needs>
      </EmptyState>
    )
  return (
    <EmptyState title={title}>
      {search !== '' && <FoundElsewhere search={search} />}
      <button type="button" className="button secondary" onClick={onClear}>
        {isFiltered ? 'Quitar los filtros' : 'Borrar la búsqueda'}
      </button>
    </EmptyState>
  )
}

const ELSEWHERE = 5

/** What the search finds in other states, in the archive or without the filters. */
function FoundElsewhere({ search }: { search: string }) {
  const admin = useAdminPath()
  const { data } = useQuery(someOrders({ search, page: 1, page_size: ELSEWHERE }))
  if (!data || data.results.length === 0) return null
  const more = data.count - data.results.length
  return (
    <div className="orders-elsewhere stack-2">
      <p>Lo que encuentra en otros estados o sin filtros:</p>
      <ul>
        {data.results.map((order) => (
          <li key={order.id}>
            <Link to={admin.order(order.id)}>{`Pedido #${order.id}`}</Link>
            {` · ${recipientOf(order)} · ${ORDER_STATUS_LABEL[order.status]}${order.is_archived ? ', archivado' : ''}`}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{`y ${counted(more, 'pedido más', 'pedidos más')}`}</p>}
    </div>
  )
}

/** The order in the address opens its dialog at the start; once closed it stays closed. */
function useAskedOrder(
  orderId: number | undefined,
  orders: readonly AdminOrder[],
  show: (kind: 'details', order: AdminOrder) => void,
): void {
  const [greeted, setGreeted] = useState<number>()
  const asked = orders.find(({ id }) => id === orderId)
  if (orderId !== greeted && (asked || orderId === undefined)) {
    setGreeted(orderId)
    if (asked) show('details', asked)
  }
}

/** The last value that was loaded. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return latest
}

const ANNOUNCED_EVERY_MS = 60_000

/** Announced at most once a minute, only the number. */
function useNewOrdersAnnounced(count: number): void {
  const last = useRef({ count: 0, at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    const { current } = last
    if (count > current.count && performance.now() - current.at >= ANNOUNCED_EVERY_MS) {
      announce(counted(count, 'pedido nuevo', 'pedidos nuevos'))
      current.at = performance.now()
    }
    current.count = count
  }, [count])
}
