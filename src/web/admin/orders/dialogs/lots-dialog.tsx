import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LotLine } from '../../../../contract/orders/order-lots.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { chooseLots } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { LotFields, lotsOfOrder, LOTS_FAILED, useLotChoice } from '../../lots/lot-choice.tsx'
import { lotsChanged } from '../../lots/lots-query.ts'
import { adminKey } from '../../shell/admin-key.ts'

const FAILED = 'Error al elegir los lotes'

interface LotsDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Assigns lots to an order; suggests those that expire first. */
export function LotsDialog({ order, onClose }: LotsDialogProps) {
  const { data: lines, error, refetch } = useQuery(lotsOfOrder(order.id))
  if (lines && lines.length > 0) return <LotsForm {...{ order, onClose, lines }} />
  return (
    <Dialog open onClose={onClose} title={titleOf(order)}>
      {error && <ErrorPanel title={LOTS_FAILED} note={error.message} onRetry={() => void refetch()} />}
      {lines ? <p>Ningún producto de este pedido tiene lotes con unidades.</p> : !error && <LoadingNote />}
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClose}>
          Cerrar
        </button>
      </div>
    </Dialog>
  )
}

function LotsForm({ order, lines, onClose }: LotsDialogProps & { lines: LotLine[] }) {
  const lots = useLotChoice(lines)
  const form = useForm({ base: order, valuesOf: () => ({}), idOf: String, failed: FAILED })
  const client = useQueryClient()
  const send = async () => {
    await call(chooseLots, { params: { id: order.id }, body: { lines: lots.choice } })
    lotsChanged(client)
    await client.invalidateQueries({ queryKey: adminKey('admin-orders') })
    showToast('success', 'Lotes elegidos')
    onClose()
  }
  return (
    <ActionDialog
      title={titleOf(order)}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={FAILED}
      submitText="Guardar lotes"
      busyText="Guardando…"
      isUnsaved={lots.isDirty}
    >
      <LotFields lines={lines} form={lots} />
    </ActionDialog>
  )
}

function titleOf({ id }: AdminOrder): string {
  return `Lotes del Pedido #${id}`
}
