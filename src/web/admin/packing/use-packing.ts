import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LotChoice } from '../../../contract/orders/order-lots.ts'
import { call } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { withReason } from '../lists/problem.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'
import { packingList, type Parcel, patchParcel } from './packing-query.ts'

const FAILED = 'Error al anotar la preparación'

/** Marks parcels as prepared. The parcel moves to the other list, so the heading takes the focus. */
export function usePacking() {
  const queryClient = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const mark = async (id: number, body: { prepared: boolean; lots?: LotChoice; version?: number }) => {
    const { prepared } = body
    try {
      await patchParcel(queryClient, await call('markPacked', { params: { id }, body }))
    } catch (error) {
      // It may no longer be in the list.
      void queryClient.invalidateQueries(packingList())
      throw error
    }
    setDone(`Pedido #${id}: ${prepared ? 'preparado' : 'sin preparar'}`)
    showToast('success', prepared ? 'Pedido preparado' : 'Pedido sin preparar')
    heading.current?.focus()
  }
  return {
    done,
    heading,
    isBusy,
    problemOf,
    /** A parcel keeps its lots when the mark is removed. */
    flip: ({ id, prepared_at, lots }: Parcel, { choice, version }: { choice: LotChoice; version: number }) =>
      change({
        id,
        run: () =>
          prepared_at === null
            ? mark(id, { prepared: true, version, ...(lots.length > 0 && { lots: choice }) })
            : mark(id, { prepared: false }),
        problemOf: (error) => withReason(FAILED, error),
      }),
  }
}
