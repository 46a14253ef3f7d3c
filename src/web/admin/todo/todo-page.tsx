import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { TODO_SHOWN, type TodoKey } from '../../../contract/orders/todo.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { counted } from '../kit/counted.ts'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { type OrderDesk, OrderDeskDialogs, useOrderDesk } from '../orders/dialogs/order-desk-dialogs.tsx'
import { oneOrder } from '../orders/orders-query.ts'
import { useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { isOfOrders, todoOrders, type TodoQueue, todoQueues } from './todo-query.ts'
import { ALL_DONE } from './todo-strip.tsx'
import { formatNumber } from '../../../contract/place.ts'
import { formatPesos } from '../../../contract/money.ts'
import { formatMoment } from '../../shop/dates.ts'
import { HeldInOrder } from '../lots/held-lot.tsx'
import { useNow } from '../kit/use-now.ts'
import { StepButton, useStep } from '../orders/page/order-next-step.tsx'
import { OrderRefusal } from '../orders/order-refusal.tsx'
import { ago, linesSummary, MOST_LINES, recipientOf } from '../orders/order-words.ts'
import './todo-page.css'

const WORDS = { done: 'Lista actualizada', failed: 'Error al actualizar lo que hay para hacer' }

/** Work queues: orders by next step, and other pending work. */
export default function TodoPage() {
  const todo = useQuery(todoQueues())
  const mayRead = useMay()('orders_read')
  const orders = useQuery(todoOrders(todo.data, mayRead))
  const client = useQueryClient()
  const admin = useAdminPath()
  const refetch = async () => {
    const listed = todoOrders(todo.data, mayRead)
    const [answer] = await Promise.all([todo.refetch(), client.invalidateQueries(listed)])
    const hasOrders = client.getQueryState(listed.queryKey)?.status !== 'error'
    return { isError: answer.isError || !hasOrders }
  }
  const queues = todo.data?.filter(({ count }) => count > 0) ?? []
  const isWaiting = todo.isPending || (mayRead && queues.some(isOfOrders) && orders.isPending)
  return (
    <>
      <ListHead title="Para hacer">
        <RefreshButton refetch={refetch} words={WORDS} isPolled />
      </ListHead>
      <AsyncList
        state={{
          ...todo,
          isPending: isWaiting,
          isError: todo.isError || orders.isError,
          error: todo.error ?? orders.error,
          isRefetching: todo.isRefetching || orders.isRefetching,
          refetch,
        }}
        count={queues.length}
        countText={mayRead ? countText(queues) : ''}
        skeleton={<RowSkeletons list="stack-3" row="todo-skeleton" />}
        empty={
          <EmptyState title={ALL_DONE}>
            {mayRead && (
              <Link className="button secondary" to={admin.orders()}>
                Ver los pedidos
              </Link>
            )}
          </EmptyState>
        }
        errorText="Error al cargar lo que hay para hacer"
      >
        <Queues queues={queues} orders={orders.data?.results ?? []} />
      </AsyncList>
    </>
  )
}

function countText(queues: TodoQueue[]): string {
  const steps = queues.filter(isOfOrders).reduce((sum, { count }) => sum + count, 0)
  return `${counted(steps, 'pedido espera', 'pedidos esperan')} un paso`
}

function Queues({ queues, orders }: { queues: TodoQueue[]; orders: AdminOrder[] }) {
  const box = useRef<HTMLDivElement>(null)
  const admin = useAdminPath()
  const mayRead = useMay()('orders_read')
  const isShown = (queue: TodoQueue) => mayRead && isOfOrders(queue)
  const desk = useOrderDesk()
  const [acting, setActing] = useState<AdminOrder>()
  // An order that just took its step appears in its next queue once counts are loaded.
  const rowsOf = ({ key, ids }: TodoQueue) =>
    ids.flatMap((id) => orders.find((order) => order.id === id && order.next_action === key) ?? [])
  useFocusInPlace(box, queues.flatMap((queue) => rowsOf(queue).map(({ id }) => id)).join())
  const deskOf = (order: AdminOrder): OrderDesk => ({
    ...desk,
    show: (dialog) => {
      setActing(order)
      desk.show(dialog)
    },
  })
  return (
    <div className="todo stack-4" ref={box}>
      <output className="admin-done">{desk.done}</output>
      {queues.filter(isShown).map((queue) => {
        const { key, label, count } = queue
        return (
          <section key={key} className="surface todo-queue stack-3" aria-labelledby={`todo-${key}`}>
            <h2 className="row-2" id={`todo-${key}`}>
              {label} <span className="admin-tab-count">{formatNumber(count)}</span>
            </h2>
            <ul className="todo-rows">
              {rowsOf(queue).map((order) => (
                <TodoRow key={order.id} order={order} desk={deskOf(order)} />
              ))}
            </ul>
            {count > TODO_SHOWN && (
              <Link className="todo-all admin-line-link" to={admin.orders({ next: key })}>
                {`Ver los ${formatNumber(count)}`}
                <span className="visually-hidden">{` de ${label}`}</span>
              </Link>
            )}
          </section>
        )
      })}
      <Notices queues={queues.filter((queue) => !isShown(queue))} />
      {acting && <Dialogs acting={acting} listed={orders.find(({ id }) => id === acting.id)} desk={desk} />}
    </div>
  )
}

interface DialogsProps {
  /** As it was when the dialog opened. */
  acting: AdminOrder
  listed: AdminOrder | undefined
  desk: OrderDesk
}

/** The dialog of an order that has left all queues, because another admin took its step, follows the order alone. */
function Dialogs({ acting, listed, desk }: DialogsProps) {
  const { data } = useQuery({ ...oneOrder(acting.id), enabled: desk.open !== undefined && !listed })
  return <OrderDeskDialogs order={listed ?? data ?? acting} desk={desk} />
}

interface Notice {
  text: (count: number) => string
  /** `ids` are those of the queue, the oldest first. */
  link: string
  to: (admin: AdminPaths, ids: number[]) => string
}

const NOTICES: Partial<Record<TodoKey, Notice>> = {
  orders_large: {
    text: (count) =>
      `${counted(count, 'pedido sin acordar reserva', 'pedidos sin acordar reservan')} más de la décima parte de una presentación.`,
    link: 'Ver el pedido',
    to: (admin, [id]) => (id === undefined ? admin.orders() : admin.order(id)),
  },
  lots_held: {
    text: (count) =>
      `${counted(count, 'pedido lleva', 'pedidos llevan')} un lote retenido: hay que elegir otro antes de entregar.`,
    link: 'Ver en Preparación',
    to: (admin) => admin.packing(),
  },
  claims_late: {
    text: (count) =>
      `${counted(count, 'reclamo espera', 'reclamos esperan')} respuesta hace más de 72 horas hábiles.`,
    link: 'Ir a los reclamos',
    to: (admin) => admin.claims(),
  },
  claims_new: {
    text: (count) => `${counted(count, 'reclamo nuevo espera', 'reclamos nuevos esperan')} respuesta.`,
    link: 'Ver los reclamos nuevos',
    to: (admin) => admin.claims({ status: 'pending' }),
  },
  regrets_new: {
    text: (count) => `${counted(count, 'arrepentimiento espera', 'arrepentimientos esperan')} respuesta.`,
    link: 'Ver los arrepentimientos',
    to: (admin) => admin.regrets(),
  },
  access_waiting: {
    text: (count) =>
      `${counted(count, 'solicitud de acceso espera', 'solicitudes de acceso esperan')} respuesta.`,
    link: 'Responder solicitudes',
    to: (admin) => admin.access(),
  },
  mail_late: {
    text: (count) => `${counted(count, 'email lleva', 'emails llevan')} más de una hora sin poder salir.`,
    link: 'Ver los demorados',
    to: (admin) => admin.mails(),
  },
  mail_failed: {
    text: (count) => `${counted(count, 'email no salió', 'emails no salieron')}.`,
    link: 'Ver los emails',
    to: (admin) => admin.mails({ estado: 'failed' }),
  },
  prices_failed: {
    text: (count) =>
      `${counted(count, 'cambio de precios programado no se aplicó entero', 'cambios de precios programados no se aplicaron enteros')}.`,
    link: 'Ver los programados',
    to: (admin) => admin.prices({ ver: 'programados' }),
  },
  stock_low: {
    text: (count) => `${counted(count, 'presentación', 'presentaciones')} con poco stock.`,
    link: 'Ir al stock',
    to: (admin) => admin.stock({ state: 'low' }),
  },
  // Packers see parcels instead of orders.
  prepare: {
    text: (count) => `${counted(count, 'pedido', 'pedidos')} para preparar.`,
    link: 'Ir a Preparación',
    to: (admin) => admin.packing(),
  },
}

function Notices({ queues }: { queues: TodoQueue[] }) {
  const admin = useAdminPath()
  if (queues.length === 0) return null
  return (
    <section className="surface todo-queue stack-3" aria-labelledby="todo-notices">
      <h2 id="todo-notices">Para mirar</h2>
      <ul className="todo-rows">
        {queues.map(({ key, count, ids }) => {
          const notice = NOTICES[key]
          return (
            <li key={key} className="todo-row" data-row tabIndex={-1}>
              <p>{notice?.text(count)}</p>
              {notice && (
                <Link className="button secondary" data-key="Enter" to={notice.to(admin, ids)}>
                  {notice.link}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** When the focused row is removed, the row in its place takes the focus. `rows` changes with the rows. */
function useFocusInPlace(box: RefObject<HTMLElement | null>, rows: string): void {
  /** The index of the focused row; -1 if the focus is elsewhere. */
  const place = useRef(-1)
  const known = useRef(rows)
  useEffect(() => {
    if (known.current === rows) return
    known.current = rows
    const all = rowsIn(box.current)
    if (document.activeElement === document.body && place.current >= 0)
      all[Math.min(place.current, all.length - 1)]?.focus()
  }, [box, rows])
  useEffect(() => {
    // A dialog of a row belongs to it.
    const remember = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('dialog'))
        place.current = rowsIn(box.current).findIndex((row) => row.contains(target))
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', remember)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', remember)
    }
  }, [box])
}

function rowsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}

/** An order with a button for its next step. */
function TodoRow({ order, desk }: { order: AdminOrder; desk: OrderDesk }) {
  const admin = useAdminPath()
  const step = useStep(order, desk)
  const now = useNow()
  const { status } = order
  return (
    <li
      className="todo-row"
      data-row
      data-id={order.id}
      tabIndex={-1}
      aria-label={`Pedido #${order.id}, ${recipientOf(order)}`}
    >
      <Link
        className="admin-line-link admin-number"
        to={admin.order(order.id)}
        data-key="Enter"
        title="Abrir el pedido (Enter)"
      >
        <span className="visually-hidden">Pedido </span>
        <span>{`#${order.id}`}</span>
      </Link>
      <div className="todo-facts">
        <p className="admin-name">{recipientOf(order)}</p>
        <p className="todo-lines note">{linesSummary(order, MOST_LINES)}</p>
        <HeldInOrder order={order} />
      </div>
      <p className="todo-money note">
        <strong>{formatPesos(order.total)}</strong>
        {status === 'cancelled' && <span>{`${formatPesos(order.paid_total)} a devolver`}</span>}
        {status !== 'cancelled' && order.payment_state === 'partial' && (
          <span>{`Saldo ${formatPesos(order.balance)}`}</span>
        )}
        <time dateTime={order.created_at} title={formatMoment(order.created_at)}>
          {ago(order.created_at, now)}
        </time>
      </p>
      <StepButton order={order} step={step} of={` del pedido #${order.id}`} />
      {step.failure && <OrderRefusal {...step.failure} />}
    </li>
  )
}
