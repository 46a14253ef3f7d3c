import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Order } from '../../../contract/orders/orders.ts'
import { paths } from '../../app/paths.ts'
import { useHandedOver } from '../use-handed-over.ts'
import { myOrders, ownOrder, shopSettings, WATCHED } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { announce } from '../../ui/announcer.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingCards, CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { UpdatedAgo } from '../../ui/list/updated-ago.tsx'
import { showToast } from '../../ui/toast.tsx'
import { OrderCard } from './order-card.tsx'
import { OlderOrders } from './older-orders.tsx'
import { OrderPlaced } from './order-placed.tsx'
import { formatPesos } from '../../../contract/money.ts'
import { formatDay } from '../../shop/dates.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import './account-orders.css'

const CANCELLED = 'cancelados'
const SKELETONS = ['order-skeleton', 'order-skeleton', 'order-skeleton']
const PARTS = ['title', 'badge', 'line', 'buttons'] as const

/** The orders of the signed-in user, newest first. Cancelled ones are hidden by default. */
export function OrdersSection({ session }: { session: Session }) {
  const watched = { ...myOrders(session), ...WATCHED }
  const { data, dataUpdatedAt, isPending, isFetching, isError, refetch } = useQuery(watched)
  const [search] = useSearchParams()
  // From the cart's navigation; it survives a reload.
  const placedId = useHandedOver('orderPlaced')
  const showsCancelled = search.has(CANCELLED)
  const [printed, print] = usePrinted()

  const orders = data?.orders ?? []
  const cancelled = orders.filter(({ status }) => status === 'cancelled')
  const placed = usePlaced(session, placedId, orders)
  const shown = orders.filter(({ status }) => showsCancelled || status !== 'cancelled')
  return (
    <>
      {/* While the order is pending, and while the list cannot be loaded. */}
      {placedId !== undefined && (placed ? placed.status === 'pending' : isError) && (
        <OrderPlaced orderId={placedId} order={placed} />
      )}
      {isError && <Failure hasKept={data !== undefined} onRetry={() => void refetch()} />}
      {isPending && <LoadingCards className="stack-4" cards={SKELETONS} parts={PARTS} />}
      {data && <Age at={dataUpdatedAt} refetch={refetch} />}
      {data && (
        <p className="orders-count" role="status">
          {inWords(shown.length, Boolean(data.next))}
        </p>
      )}
      {data && shown.length === 0 && !data.next && (
        <EmptyState title="Sin pedidos todavía">
          <Link className="button primary" to={paths.catalogue()}>
            Ver catálogo
          </Link>
        </EmptyState>
      )}
      <ul
        className={`orders stack-4${printed === undefined ? '' : ' orders-print-one'}`}
        aria-busy={isFetching || undefined}
        aria-label="Pedidos"
        hidden={shown.length === 0}
      >
        {shown.map((order) => (
          <OrderCard
            key={order.id}
            session={session}
            order={order}
            isNew={order.id === placedId}
            isPrinted={order.id === printed}
            isToCancel={search.get('cancelar') === String(order.id)}
            onPrint={() => print(order.id)}
          />
        ))}
      </ul>
      <OlderOrders session={session} />
      <ShopOnPaper />
      {cancelled.length > 0 && <CancelledLink shown={showsCancelled} cancelled={cancelled} />}
    </>
  )
}

function inWords(count: number, hasOlder: boolean): string {
  if (count === 1) return hasOlder ? '1 pedido, el más nuevo' : '1 pedido'
  return hasOlder ? `${count} pedidos, los más nuevos` : `${count} pedidos`
}

/** `hasKept`: the last list is still shown. */
function Failure({ hasKept, onRetry }: { hasKept: boolean; onRetry: () => void }) {
  const note = hasKept ? (
    <>
      <span>Error al actualizar los pedidos</span>
      <br />
      <span>Mostrando la última lista guardada.</span>
    </>
  ) : (
    'Error al cargar los pedidos'
  )
  return <ErrorPanel title="Error al obtener las órdenes" note={note} onRetry={onRetry} />
}

/** How old the list is, outside the live region as it changes all the time, and a button to load it again. */
function Age({ at, refetch }: { at: number; refetch: () => Promise<{ isError: boolean }> }) {
  const [isBusy, setIsBusy] = useState(false)
  const refresh = async () => {
    setIsBusy(true)
    const { isError } = await refetch()
    setIsBusy(false)
    if (isError) showToast('error', 'Error al actualizar los pedidos')
    else announce('Pedidos actualizados')
  }
  return (
    <div className="orders-age between note">
      <UpdatedAgo at={at} />
      <BusyButton className="quiet" busy={isBusy} busyText="Actualizando…" onClick={() => void refresh()}>
        <RefreshCw aria-hidden="true" size={18} />
        Actualizar
      </BusyButton>
    </div>
  )
}

/** The order just placed, at once from the cart. */
function usePlaced(session: Session, placedId: number | undefined, orders: Order[]): Order | undefined {
  const { data } = useQuery({ ...ownOrder(session, placedId ?? 0), enabled: placedId !== undefined })
  return orders.find(({ id }) => id === placedId) ?? data
}

/** Prints one order: the print sheet shows only that one. */
function usePrinted(): [number | undefined, (id: number) => void] {
  const [printed, setPrinted] = useState<number>()
  useEffect(() => {
    const done = () => setPrinted(undefined)
    window.addEventListener('afterprint', done)
    return () => window.removeEventListener('afterprint', done)
  }, [])
  const print = (id: number) => {
    // The browser prints the current DOM.
    flushSync(() => setPrinted(id))
    window.print()
  }
  return [printed, print]
}

function CancelledLink({ shown, cancelled }: { shown: boolean; cancelled: Order[] }) {
  const { state } = useLocation() as { state: unknown }
  const here = paths.account('orders')
  return (
    <Link
      className="button quiet orders-cancelled"
      to={shown ? here : `${here}&${CANCELLED}=1`}
      state={state}
      preventScrollReset
    >
      {shown ? 'Ocultar cancelados' : `Ver cancelados (${cancelled.length})`}
    </Link>
  )
}

/** Contact of the shop for a printed order. */
function ShopOnPaper() {
  const { data } = useQuery(shopSettings())
  return <p className="orders-shop">{[data?.shop_name, data?.contact_email].filter(Boolean).join(' · ')}</p>
}

/** Link to the orders, which have no menu entry of their own. Cancelled ones are not shown. */
export function LastOrder({ session }: { session: Session }) {
  const { data, isPending } = useQuery({ ...myOrders(session), ...WATCHED })
  // Staff seldom order.
  if (session.isAdmin && !data?.orders.length) return null
  if (isPending) return <CardSkeleton className="last-order-skeleton" parts={['title', 'line']} />
  const order = data?.orders.find(({ status }) => status !== 'cancelled')
  return (
    <section className="surface last-order stack-3" aria-labelledby="ultimo-pedido">
      <h2 id="ultimo-pedido">Último pedido</h2>
      {order ? (
        <p className="last-order-line row-2">
          <strong>Pedido #{order.id}</strong>
          <OrderStatusBadge status={order.status} />
          <span>{formatDay(order.created_at)}</span>
          <span className="last-order-total">{formatPesos(order.total)}</span>
        </p>
      ) : (
        <p className="last-order-line row-2">
          {data ? 'Sin pedidos todavía' : 'Error al obtener las órdenes'}
        </p>
      )}
      <Link className="button secondary" to={paths.account('orders')}>
        Ver pedidos
      </Link>
    </section>
  )
}
