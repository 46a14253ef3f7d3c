import { useQueryClient } from '@tanstack/react-query'
import { ORDER_STATUS_LABEL } from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { getOrder, patchOrder } from '../../../../contract/orders/calls.ts'
import { call, type CallInput, Refusal } from '../../../data/api.ts'
import type { ThreeWay } from '../../../forms/three-way.ts'
import type { Form } from '../../../forms/use-form.ts'
import { useMerge } from '../../../forms/use-merge.ts'
import { refetchAll, showChanged } from '../orders-query.ts'

/** A part of an order with its own form: its lines, or its recipient. */
interface OrderPart<Values extends object> {
  /** The order as currently shown. */
  order: AdminOrder
  form: Form<AdminOrder, Values>
  bodyOf: (values: Values, base: AdminOrder) => NonNullable<CallInput<typeof patchOrder>['body']>
  merge: (base: AdminOrder, mine: Values, theirs: AdminOrder) => ThreeWay<Values>
  onSaved: (order: AdminOrder) => void
}

/** Saves a part of an order on the version it was edited from; concurrent changes of the rest do not conflict. */
export function useOrderMerge<Values extends object>(part: OrderPart<Values>) {
  const { order, form } = part
  const client = useQueryClient()
  const params = { id: order.id }
  const write = async (values: Values, base: AdminOrder) => {
    try {
      return await call(patchOrder, {
        params,
        body: { ...part.bodyOf(values, base), version: base.version },
      })
    } catch (error) {
      if (error instanceof Refusal && [404, 409].includes(error.status)) refetchAll(client)
      throw error
    }
  }
  return useMerge<AdminOrder, Values>({
    form,
    read: () => call(getOrder, { params }),
    write,
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
