import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ORDER_STATUS_LABEL, type OrderStatus } from '../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { getOrder, patchOrder } from '../../../contract/orders/calls.ts'
import { call, type CallInput, Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { refetchAll, showChanged } from './orders-query.ts'
import type { ThreeWay } from '../../forms/three-way.ts'
import type { Form } from '../../forms/use-form.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { useState } from 'react'

type Change = NonNullable<CallInput<typeof patchOrder>['body']>

interface Sent {
  order: AdminOrder
  change: Change
}

const SENDING = ['change-order']

export const STATUS_FAILED = 'Error al actualizar el estado del pedido'
export const DELIVERY_FAILED = 'Error al anotar la entrega'

/** Whether another person changed or removed the order. */
export function isOutOfDate(error: unknown): boolean {
  return error instanceof Refusal && [404, 409].includes(error.status)
}

/**
 * Changes state, lines, recipient or archive of an order on the version that was shown: the server refuses it after a
 * concurrent change. After a refusal stale data are refetched, so that a retry starts from the current state. One change of
 * an order at a time; others are ignored.
 */
export function useChangeOrder(failedText: string) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: SENDING,
    mutationFn: ({ order, change }: Sent) =>
      call(patchOrder, { params: { id: order.id }, body: { ...change, version: order.version } }),
    onSuccess: (changed) => showChanged(client, changed),
    onError: (error) => {
      showToast('error', failedText)
      if (isOutOfDate(error)) refetchAll(client)
    },
  })
  const mutate: typeof mutation.mutate = (sent, options) => {
    // A second press can come before the first is rendered.
    const isSending = client.isMutating({
      mutationKey: SENDING,
      // safe: the key belongs to this hook
      predicate: ({ state }) => (state.variables as Sent).order.id === sent.order.id,
    })
    if (!isSending) mutation.mutate(sent, options)
  }
  return { ...mutation, mutate }
}

export function changedText(status: OrderStatus): string {
  return `Orden ${status === 'cancelled' ? 'cancelada' : 'actualizada'} exitosamente`
}

/** Refetches what was out of date in a refused change. */
function refetching(client: QueryClient) {
  return (error: unknown): never => {
    if (isOutOfDate(error)) refetchAll(client)
    throw error
  }
}

/** Changes a mark of an order and shows the updated order. */
export function useOrderMark() {
  const client = useQueryClient()
  return async (send: () => Promise<AdminOrder>, done: string): Promise<AdminOrder> => {
    const order = await send().catch(refetching(client))
    await showChanged(client, order)
    showToast('success', done)
    return order
  }
}

/** A part of an order with its own form: its lines, or its recipient. */
interface OrderPart<Values extends object> {
  /** The order as currently shown. */
  order: AdminOrder
  form: Form<AdminOrder, Values>
  bodyOf: (values: Values, base: AdminOrder) => Change
  merge: (base: AdminOrder, mine: Values, theirs: AdminOrder) => ThreeWay<Values>
  onSaved: (order: AdminOrder) => void
}

/** Saves a part of an order on the version it was edited from; concurrent changes of the rest do not conflict. */
export function useOrderMerge<Values extends object>(part: OrderPart<Values>) {
  const { order, form } = part
  const client = useQueryClient()
  const params = { id: order.id }
  return useMerge<AdminOrder, Values>({
    form,
    read: () => call(getOrder, { params }),
    write: (values, base) => {
      const body = { ...part.bodyOf(values, base), version: base.version }
      return call(patchOrder, { params, body }).catch(refetching(client))
    },
    merge: (base, mine, theirs) => {
      const found = part.merge(base, mine, theirs)
      const status = theirs.status === base.status ? [] : [`Estado: ${ORDER_STATUS_LABEL[theirs.status]}`]
      return { ...found, taken: [...found.taken, ...status] }
    },
    onSaved: async (saved) => {
      await showChanged(client, saved)
      part.onSaved(saved)
    },
  })
}

interface Failure {
  error?: unknown
}

interface Seen<Mark> {
  mark: Mark
  /** The STALE refusal that made it follow the order. */
  after?: Failure
}

/**
 * The version or state of an order that the user has seen, which a dialog or card sends with its change. Stays that of the
 * opening while the order changes; after each STALE refusal it moves once, to the state shown then.
 */
export function useSeenMark<Mark>(now: Mark, failure: Failure | undefined): Mark {
  const [seen, setSeen] = useState<Seen<Mark>>({ mark: now })
  const next = afterNews(seen, now, failure)
  if (next !== seen) setSeen(next)
  return next.mark
}

export function afterNews<Mark>(seen: Seen<Mark>, now: Mark, failure: Failure | undefined): Seen<Mark> {
  const isStale = failure?.error instanceof Refusal && failure.error.code === 'STALE'
  return isStale && failure !== seen.after && now !== seen.mark ? { mark: now, after: failure } : seen
}
