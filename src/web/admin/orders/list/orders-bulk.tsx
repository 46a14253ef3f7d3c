import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { ORDER_CANCELLED } from '../../../../contract/warranty/claim-rules.ts'
import { markDelivery, patchOrder } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { BulkBar, BulkButtons, BulkOutcome } from '../../kit/bulk-bar.tsx'
import { type Problem, withReason } from '../../kit/problem.tsx'
import { useBulkRun } from '../../kit/use-bulk-run.ts'
import { useSelection } from '../../kit/use-selection.ts'
import { useStable } from '../../kit/use-stable.ts'
import { Needs } from '../../shell/rights.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { putChanged, refetchAll } from '../orders-query.ts'
import { DELIVERY_FAILED, STATUS_FAILED } from '../use-order-change.ts'
import './orders-page.css'

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
  return call(markDelivery, { params: { id }, body })
}

/** Why an order is skipped: marking it again would overwrite how it was handed over. */
const isHanded = ({ delivery_state, delivery_state_display }: AdminOrder) =>
  delivery_state === 'handed' ? `Ya está ${delivery_state_display.toLowerCase()}` : undefined

const isCancelled = ({ status }: AdminOrder) => (status === 'cancelled' ? ORDER_CANCELLED : undefined)

const change = ({ id, version }: AdminOrder, part: { status: 'completed' } | { is_archived: true }) =>
  call(patchOrder, { params: { id }, body: { ...part, version } })

const ORDER_ACTIONS: BulkAction[] = [
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
    selection.set(await start(action, chosen, nameOf, (order) => tryOne(client, order, action)))
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

async function tryOne(
  client: QueryClient,
  order: AdminOrder,
  { skips, send, failed }: BulkAction,
): Promise<Problem | undefined> {
  const skipped = skips?.(order)
  if (skipped) return { text: skipped }
  try {
    await putChanged(client, await send(order))
    return undefined
  } catch (error) {
    return withReason(failed, error)
  }
}

/** The outcome for the selected orders. */
export function OrdersOutcome({ bulk: { run, dismiss } }: { bulk: BulkOrders }) {
  return <BulkOutcome run={run} onDismiss={dismiss} one="pedido" many="pedidos" />
}

export function OrdersBulkBar({ bulk: { selected, run, start, clear } }: { bulk: BulkOrders }) {
  const admin = useAdminPath()
  return (
    <BulkBar label="Pedidos elegidos" count={selected.size} onClear={clear}>
      <Needs right="orders_write">
        <BulkButtons actions={ORDER_ACTIONS} run={run} onAct={start} />
      </Needs>
      <Link className="button secondary" to={admin.printOrders([...selected])}>
        <Printer aria-hidden="true" size={20} />
        Imprimir
      </Link>
    </BulkBar>
  )
}
