import { useQueryClient } from '@tanstack/react-query'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { call } from '../../../data/api.ts'
import { useForm } from '../../../forms/use-form.ts'
import { showToast } from '../../../ui/toast.tsx'
import { askAgain } from '../orders-query.ts'

/** Removes a note; the server refuses mailed ones. */
export function useNoteRemoval(order: AdminOrder, note: number) {
  const client = useQueryClient()
  const failed = 'Error al borrar la nota'
  const form = useForm({ base: order, valuesOf: () => ({}), idOf: String, failed })
  const send = async () => {
    await call('deleteNote', { params: { id: order.id, note } })
    showToast('success', 'Nota borrada')
    askAgain(client)
  }
  return {
    remove: () => void form.run(send),
    isBusy: form.isBusy,
    error: form.failure?.general.join(' '),
  }
}
