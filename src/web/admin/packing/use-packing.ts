import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { withReason } from '../lists/problem.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'
import { packingList, type Parcel, patchParcel } from './packing-query.ts'

const FAILED = 'Error al anotar la preparación'

/** Marks parcels. The parcel goes to the other list, so the heading takes the focus of its button. */
export function usePacking() {
  const queryClient = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const mark = async (id: number, prepared: boolean) => {
    try {
      patchParcel(queryClient, await call('markPacked', { params: { id }, body: { prepared } }))
    } catch (error) {
      // It may have left the list.
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
    flip: ({ id, prepared_at }: Parcel) =>
      change({
        id,
        run: () => mark(id, prepared_at === null),
        problemOf: (error) => withReason(FAILED, error),
      }),
  }
}
