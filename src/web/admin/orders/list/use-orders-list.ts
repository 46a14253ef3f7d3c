import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { announce } from '../../../ui/announcer.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { counted } from '../../kit/counted.ts'
import { useHeldList } from '../../kit/use-held-list.ts'
import { useRowDialog } from '../../kit/use-row-dialog.ts'
import { statusChangedText } from '../dialogs/order-status-dialog.tsx'
import { belongs, type OrderFilter, orderParams, ORDERS_PAGE_SIZE } from './orders-address.ts'
import { orderList } from '../orders-query.ts'
import { changedText, STATUS_FAILED, useChangeOrder } from '../use-order-change.ts'

export type OrdersList = ReturnType<typeof useOrdersList>['list']

/** The orders of a filter, the counts by status, and announcements of new orders. */
export function useOrdersList(filter: OrderFilter, box: RefObject<HTMLElement | null>) {
  const query = useQuery(orderList(filter))
  const { data } = query
  // Counts of the previous list stay until those of the next arrive.
  const [counts, setCounts] = useState(data?.counts)
  if (data && data.counts !== counts) setCounts(data.counts)
  const list = useHeldList({
    box,
    query,
    listKey: `${filter.orderId ?? ''} ${orderParams(filter)}`,
    page: filter.page,
    pageSize: ORDERS_PAGE_SIZE,
    belongs: (order) => belongs(order, filter),
  })
  useNewOrdersAnnounced(list.fresh)
  return { query, counts, list }
}

export type OrderDialog = ReturnType<typeof useOrderDialog>

/** The dialog over the list. The order in the address opens it at the start; once closed it stays closed. */
export function useOrderDialog(orderId: number | undefined, orders: AdminOrder[]) {
  const dialog = useRowDialog<'details' | 'status' | 'delete', AdminOrder>(orders)
  const [greeted, setGreeted] = useState<number>()
  const asked = orders.find(({ id }) => id === orderId)
  if (orderId !== greeted && (asked || orderId === undefined)) {
    setGreeted(orderId)
    if (asked) dialog.show('details', asked)
  }
  return dialog
}

/** The last action of the list, with its undo. */
interface Done {
  text: string
  order: AdminOrder
  undo?: { status?: OrderStatus; is_archived?: boolean }
}

type Told = (changed: AdminOrder) => Done

export type ListedChanges = ReturnType<typeof useListedChanges>

/** Actions of the list: a row that no longer belongs to it is removed, and the last action can be undone. */
export function useListedChanges(filter: OrderFilter, list: OrdersList) {
  const [done, setDone] = useState<Done>()
  const archive = useChangeOrder(STATUS_FAILED)
  const settle = (order: AdminOrder) => {
    if (!belongs(order, filter)) list.drop(order.id)
  }
  const changeAnd = (order: AdminOrder, change: NonNullable<Done['undo']>, told: Told) =>
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
  return {
    archive,
    done,
    settle,
    tell: setDone,
    forget: () => setDone(undefined),
    toggleArchive: (order: AdminOrder) => {
      const is_archived = !order.is_archived
      changeAnd(order, { is_archived }, (changed) => ({
        text: `Pedido #${order.id}: ${is_archived ? 'archivado' : 'fuera del archivo'}`,
        order: changed,
        undo: { is_archived: order.is_archived },
      }))
    },
    undo: ({ order, undo }: Done) =>
      undo &&
      changeAnd(order, undo, (changed) => ({
        text: `Deshecho. ${statusChangedText(changed)}`,
        order: changed,
      })),
  }
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
