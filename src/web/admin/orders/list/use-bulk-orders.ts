import { useQueryClient } from '@tanstack/react-query'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { ORDER_CANCELLED } from '../../../../contract/warranty/claim-rules.ts'
import { call } from '../../../data/api.ts'
import { type Problem, withReason } from '../../kit/problem.tsx'
import { useBulkRun } from '../../kit/use-bulk-run.ts'
import { useSelection } from '../../kit/use-selection.ts'
import { useStable } from '../../kit/use-stable.ts'
import { refetchAll } from '../orders-query.ts'
import { STATUS_FAILED } from '../use-order-change.ts'
import { DELIVERY_FAILED } from '../use-order-mark.ts'

interface BulkAction {
  name: string
  failed: string
  /** Why an order is skipped. */
  skips?: (order: AdminOrder) => string | undefined
  send: (order: AdminOrder) => Promise<AdminOrder>
}

const mark = (order: AdminOrder, state: 'prepared' | 'handed') => {
  const { id, version, delivery_type, delivery_state: was } = order
  const how = delivery_type === 'address' ? ('shipped' as const) : ('in_person' as const)
  const body = { state, was, version, ...(state === 'handed' && { how }) }
  return call('markDelivery', { params: { id }, body })
}

/** Why an order is skipped: marking it again would overwrite how it was handed over. */
const isHanded = ({ delivery_state, delivery_state_display }: AdminOrder) =>
  delivery_state === 'handed' ? `Ya está ${delivery_state_display.toLowerCase()}` : undefined

const isCancelled = ({ status }: AdminOrder) => (status === 'cancelled' ? ORDER_CANCELLED : undefined)

const change = ({ id, version }: AdminOrder, part: { status: 'completed' } | { is_archived: true }) =>
  call('patchOrder', { params: { id }, body: { ...part, version } })

export const ORDER_ACTIONS: BulkAction[] = [
  {
    name: 'Marcar preparado',
    failed: DELIVERY_FAILED,
    skips: (order) => isCancelled(order) ?? isHanded(order),
    send: (order) => mark(order, 'prepared'),
  },
  {
    name: 'Entregado',
    failed: DELIVERY_FAILED,
    skips: (order) => isCancelled(order) ?? isHanded(order),
    send: (order) => mark(order, 'handed'),
  },
  {
    name: 'Completar',
    failed: STATUS_FAILED,
    skips: isCancelled,
    send: (order) => change(order, { status: 'completed' }),
  },
  { name: 'Archivar', failed: STATUS_FAILED, send: (order) => change(order, { is_archived: true }) },
]

export type BulkOrders = ReturnType<typeof useBulkOrders>

/** The selected orders, and one action for all of them. */
export function useBulkOrders(orders: readonly AdminOrder[]) {
  const client = useQueryClient()
  const selection = useSelection(orders.map(({ id }) => id))
  const { run, start, dismiss } = useBulkRun<BulkAction>()
  const chosen = orders.filter(({ id }) => selection.selected.has(id))
  const startAll = async (action: BulkAction) => {
    const nameOf = ({ id }: AdminOrder) => `Pedido #${id}`
    selection.set(await start(action, chosen, nameOf, (order) => tryOne(order, action)))
    refetchAll(client)
  }
  return {
    selected: selection.selected,
    choose: useStable(selection.select),
    clear: () => selection.set([]),
    run,
    start: (action: BulkAction) => void startAll(action),
    dismiss,
  }
}

async function tryOne(order: AdminOrder, { skips, send, failed }: BulkAction): Promise<Problem | undefined> {
  const skipped = skips?.(order)
  if (skipped) return { text: skipped }
  try {
    await send(order)
    return undefined
  } catch (error) {
    return withReason(failed, error)
  }
}
