import { useQueryClient } from '@tanstack/react-query'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import type { StockRow } from '../../../contract/catalog/stock.ts'
import { lowAtError } from '../../../contract/catalog/stock-rules.ts'
import { call } from '../../data/api.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { showToast } from '../../ui/toast.tsx'
import { typedNumber } from '../products/amounts.ts'
import { stockChanged } from './stock-query.ts'
import { formatNumber } from '../../../contract/place.ts'
import { NumberField } from '../shell/number-field.tsx'

const FAILED = 'Error al cambiar el aviso de stock'

interface LowDialogProps {
  row: StockRow
  onClose: () => void
  onDone: (said: string) => void
}

/** Sets the low mark of a presentation; empty for the setting. */
export function LowDialog({ row, onClose, onDone }: LowDialogProps) {
  const client = useQueryClient()
  const form = useForm<StockRow, { low_at: string }>({
    base: row,
    valuesOf: ({ low_at }) => ({ low_at: low_at === null ? '' : String(low_at) }),
    errorsOf: ({ low_at }) => ({ low_at: lowAtError(typedNumber(low_at)) }),
    idOf: (field) => `stock-${field}`,
    failed: FAILED,
  })
  const send = async (typed: { low_at: string }) => {
    const body = { low_at: typedNumber(typed.low_at) }
    const { low_from } = await call('setLowAt', { params: { id: row.blister_id }, body })
    stockChanged(client)
    showToast('success', 'Aviso de stock cambiado')
    onDone(`${presentationTitle(row)}: aviso en ${formatNumber(low_from)}`)
    onClose()
  }
  return (
    <ActionDialog
      title={`Aviso de stock: ${presentationTitle(row)}`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={FAILED}
      submitText="Guardar"
      busyText="Guardando…"
    >
      <NumberField
        label="Avisar con estas unidades o menos"
        optional
        hint="Vacío: como dice Ajustes. Con 0 se avisa cuando se termina"
        {...form.field('low_at')}
        onTidy={(low_at) => form.change({ low_at })}
      />
    </ActionDialog>
  )
}
