import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ORDER_STATUS_LABEL } from '../../contract/order-status.ts'
import type { Order } from '../../contract/orders.ts'
import { call, type CallInput, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { showToast } from '../ui/toast.tsx'
import { askAgain, showChanged } from './orders-query.ts'
import { choose, mergeFields, type ThreeWay } from './three-way.ts'

type Values<Field extends string, Value> = Partial<Record<Field, Value>>

/** A part of an order that is edited on its own: its lines, or who receives it. */
interface OrderPart<Field extends string, Value> {
  session: Session | null
  /** As the screen knows it now. */
  order: Order
  none: Value
  valuesOf: (order: Order) => Values<Field, Value>
  /** `base` is the order that `values` were edited on, for what only it knows. */
  bodyOf: (
    values: Values<Field, Value>,
    at: { theirs: Order; base: Order },
  ) => NonNullable<CallInput<'patchOrder'>['body']>
  label: (field: Field, at: { theirs: Order; base: Order }) => string
  show: (value: Value) => string
  failed: string
  onSaved: (order: Order) => void
}

interface Overtaken<Field extends string, Value> extends ThreeWay<Field, Value> {
  base: Order
  theirs: Order
}

/** Somebody else saved in between, and it touches what is being saved. */
class OvertakenError extends Error {
  readonly by: unknown
  constructor(by: unknown) {
    super('Otra persona guardó este pedido')
    this.by = by
  }
}

/**
 * Saves a part of an order on the version it was edited on. What somebody else saved meanwhile and does not touch that
 * part is no obstacle; else both are brought together, and what both changed is asked about (`merge`).
 */
export function useOrderMerge<Field extends string, Value>(part: OrderPart<Field, Value>) {
  const { session, order, none, valuesOf, bodyOf, failed } = part
  const client = useQueryClient()
  const [merge, setMerge] = useState<Overtaken<Field, Value>>()
  const patch = (values: Values<Field, Value>, at: { theirs: Order; base: Order }) =>
    call('patchOrder', {
      params: { id: order.id },
      body: { ...bodyOf(values, at), version: at.theirs.version },
    })
  const save = async ({ values, base }: { values: Values<Field, Value>; base: Order }) => {
    try {
      return await patch(values, { theirs: base, base })
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'STALE')) throw error
      const theirs = await call('getOrder', { params: { id: order.id } })
      const found = mergeFields({ base: valuesOf(base), mine: values, theirs: valuesOf(theirs) }, none, {
        label: (field: Field) => part.label(field, { theirs, base }),
        show: part.show,
      })
      // What this screen knows already is no news.
      if (theirs.status !== order.status) found.taken.push(`Estado: ${ORDER_STATUS_LABEL[theirs.status]}`)
      if (found.conflicts.length + found.taken.length === 0) return patch(values, { theirs, base })
      throw new OvertakenError({ ...found, base, theirs })
    }
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (work: () => Promise<Order>) => work(),
    onSuccess: async (saved) => {
      await showChanged(client, session, saved)
      part.onSaved(saved)
    },
    onError: (reason) => {
      // safe: made above, of the same part
      if (reason instanceof OvertakenError) return setMerge(reason.by as Overtaken<Field, Value>)
      showToast('error', failed)
      if (reason instanceof Refusal && [404, 409].includes(reason.status)) askAgain(client, session)
    },
  })
  return {
    isPending,
    error: error instanceof OvertakenError ? null : error,
    reset,
    save: (values: Values<Field, Value>, base: Order) => isPending || mutate(() => save({ values, base })),
    merge,
    closeMerge: () => setMerge(undefined),
    /** Saves what was chosen over what the other person saved; answers what the form now stands for. */
    saveMerged: (chosen: ReadonlySet<string>) => {
      if (!merge) return undefined
      const { merged, theirs, base } = merge
      const values = choose(merged, valuesOf(theirs), chosen, none)
      setMerge(undefined)
      mutate(() => patch(values, { theirs, base }))
      return { values, theirs, base }
    },
  }
}
