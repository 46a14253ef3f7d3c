import { useQueryClient } from '@tanstack/react-query'
import {
  isOnHold,
  LOT_FIELD_NAMES,
  LOT_STATE_LABEL,
  LOT_STATES,
  type LotState,
  RECALLED_IN_USE,
} from '../../../contract/catalog/lot-rules.ts'
import { changeLot } from '../../../contract/catalog/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
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
  return (
    <ActionDialog
      title={`Editar el lote ${lot.code}`}
      form={form}
      onSubmit={onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Guardar"
      busyText="Guardando…"
    >
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
    </ActionDialog>
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
      lotsChanged(client, await call(changeLot, { params: { id: lot.id }, body }))
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
