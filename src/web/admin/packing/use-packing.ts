import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LotChoice } from '../../../contract/orders/order-lots.ts'
import { listPacking, markPacked } from '../../../contract/orders/calls.ts'
import { type AnswerOf, call, type CallInput } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { focusInView } from '../../ui/use-focus-on-arrival.ts'
import { withReason } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { adminKey } from '../shell/admin-key.ts'
import { todoChanged } from '../todo/todo-query.ts'

export type Parcel = AnswerOf<typeof listPacking>[number]

const REFRESH_MS = 30_000

export const packingList = () =>
  queryOptions({
    queryKey: adminKey('admin-packing'),
    queryFn: ({ signal }) => call(listPacking, { signal }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  })

async function patchParcel(queryClient: QueryClient, parcel: Parcel): Promise<void> {
  // A pending response would restore the old state.
  await queryClient.cancelQueries(packingList())
  queryClient.setQueryData(packingList().queryKey, (parcels) =>
    parcels?.flatMap((other) => (other.id !== parcel.id ? other : parcel.is_handed ? [] : parcel)),
  )
  // Other parcels of its lots have fewer units left.
  void queryClient.invalidateQueries(packingList())
  todoChanged(queryClient)
  // The order's marks changed too.
  void queryClient.invalidateQueries({ queryKey: adminKey('admin-orders') })
}

type Sent = NonNullable<CallInput<typeof markPacked>['body']>

const FAILED = 'Error al anotar la preparación'

function stateAfter({ prepared, how }: Sent): string {
  if (how === undefined) return prepared ? 'preparado' : 'sin preparar'
  return how === 'shipped' ? 'despachado' : 'entregado'
}

/** Marks parcels as prepared. The parcel moves to the other list, so the heading takes the focus. */
export function usePacking() {
  const queryClient = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const send = async (id: number, body: Sent) => {
    const state = stateAfter(body)
    try {
      await patchParcel(queryClient, await call(markPacked, { params: { id }, body }))
    } catch (error) {
      // It may no longer be in the list.
      void queryClient.invalidateQueries(packingList())
      throw error
    }
    setDone(`Pedido #${id}: ${state}`)
    showToast('success', `Pedido ${state}`)
    focusInView(heading.current)
  }
  return {
    done,
    heading,
    isBusy,
    problemOf,
    /** Throws what the server refuses, for its dialog. */
    hand: ({ id }: Parcel, body: Omit<Sent, 'prepared'>) => send(id, { prepared: true, ...body }),
    /** A parcel keeps its lots when the mark is removed. */
    flip: ({ id, prepared_at, lots }: Parcel, { choice, version }: { choice: LotChoice; version: number }) =>
      change({
        id,
        run: () =>
          prepared_at === null
            ? send(id, { prepared: true, version, ...(lots.length > 0 && { lots: choice }) })
            : send(id, { prepared: false }),
        problemOf: (error) => withReason(FAILED, error),
      }),
  }
}
