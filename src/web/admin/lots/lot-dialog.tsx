import { useQueryClient } from '@tanstack/react-query'
import {
  isOnHold,
  LOT_FIELD_NAMES,
  LOT_STATE_LABEL,
  LOT_STATES,
  type LotState,
  RECALLED_IN_USE,
} from '../../../contract/catalog/lot-rules.ts'
import { call, Refusal } from '../../data/api.ts'
import { FormActions } from '../../forms/form-actions.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CheckField } from '../shell/check-field.tsx'
import { CodeFields, factErrors, type LotFacts, MoreFields } from './lot-facts.tsx'
import { heldText } from './lot-words.ts'
import { type Lot, lotsChanged } from './lots-query.ts'

const FAILED = 'Error al guardar el lote'
interface EditedLot extends LotFacts {
  state: LotState
  is_recalled: boolean
}

interface EditLotDialogProps {
  lot: Lot
  onClose: () => void
}

/** Edits a lot. Held lots are not offered at packing. */
export function EditLotDialog({ lot, onClose }: EditLotDialogProps) {
  const { form, onSubmit } = useEdit(lot, onClose)
  const { close, note } = useCloseGuard(form.isDirty, onClose)
  return (
    <Dialog open onClose={close} busy={form.isBusy} title={`Editar el lote ${lot.code}`}>
      {note}
      <form className="stock-form" noValidate onSubmit={onSubmit}>
        <FormSummary form={form} title={FAILED} />
        <SelectField
          label={LOT_FIELD_NAMES.state}
          hint={form.values.state === 'open' ? undefined : heldText(lot, isOnHold(form.values))}
          {...form.field('state')}
        >
          {LOT_STATES.map((state) => (
            <option key={state} value={state}>
              {LOT_STATE_LABEL[state]}
            </option>
          ))}
        </SelectField>
        <CheckField
          id="lot-is_recalled"
          label={LOT_FIELD_NAMES.is_recalled}
          hint="Su página dice que el lote se retiró"
          checked={form.values.is_recalled}
          onChange={(is_recalled) => form.change({ is_recalled })}
        />
        <CodeFields form={form} />
        <MoreFields form={form} />
        <FormActions isBusy={form.isBusy} submitText="Guardar" busyText="Guardando…" onCancel={close} />
      </form>
    </Dialog>
  )
}

function useEdit(lot: Lot, onDone: () => void) {
  const client = useQueryClient()
  const form = useForm<Lot, EditedLot>({
    base: lot,
    valuesOf: editedOf,
    errorsOf: (values) => ({
      ...factErrors(values),
      state: values.is_recalled && values.state === 'open' ? RECALLED_IN_USE : undefined,
    }),
    idOf: (field) => `lot-${field}`,
    failed: FAILED,
  })
  const send = async (edited: EditedLot) => {
    const body = { ...edited, version: form.base.version }
    try {
      lotsChanged(client, await call('changeLot', { params: { id: lot.id }, body }))
    } catch (error) {
      // The dialog has to show the other person's save when it is opened again.
      if (error instanceof Refusal && error.status === 409) lotsChanged(client)
      throw error
    }
    showToast('success', 'Lote guardado')
    onDone()
  }
  return { form, onSubmit: form.onSubmit(send) }
}

function editedOf(lot: Lot): EditedLot {
  const { code, harvested_on, expires_on, is_public, public_note, note, state, is_recalled } = lot
  return {
    code,
    is_public,
    public_note,
    note,
    state,
    is_recalled,
    harvested_on: harvested_on ?? '',
    expires_on: expires_on ?? '',
  }
}
