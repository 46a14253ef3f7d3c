import { useQueryClient } from '@tanstack/react-query'
import { lotUnitsError } from '../../../contract/catalog/lot-rules.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { moveLotUnits } from '../../../contract/catalog/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { typedNumber } from '../products/amounts.ts'
import { type Lot, lotsChanged } from './lots-query.ts'
import { stockChanged } from '../stock/stock-query.ts'
import { isAsked } from './held-lot.tsx'
import { NumberField } from '../shell/number-field.tsx'

const FAILED = 'Error al mover las unidades'
const attempt = tabAttempt('lotUnitsAttempt', 'owner')

interface TypedUnits {
  blister: string
  change: string
}

/** Moves units on the shelf into the lot or out of it. More than are there are harvest, if the admin says so. */
export function UnitsDialog({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const form = useUnits(lot, onClose)
  return (
    <ActionDialog
      title={`Unidades: lote ${lot.code}`}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Anotar"
      busyText="Anotando…"
    >
      <SelectField label="Presentación" {...form.field('blister')}>
        {lot.units.map(({ blister_id, ...kind }) => (
          <option key={blister_id} value={blister_id}>
            {presentationTitle({ name: lot.product, type: lot.type, ...kind })}
          </option>
        ))}
      </SelectField>
      <NumberField
        label="Unidades"
        hint="De las que están en el estante sin lote. Con un menos adelante dejan de ser del lote: −2"
        inputMode="text"
        {...form.field('change')}
        onTidy={(change) => form.change({ change })}
      />
      {isAsked(form.failure) && (
        <BusyButton className="secondary" busy={form.isBusy} onClick={form.harvest}>
          Sumar al stock y anotar
        </BusyButton>
      )}
    </ActionDialog>
  )
}

function useUnits(lot: Lot, onDone: () => void) {
  const client = useQueryClient()
  const form = useForm<Lot, TypedUnits>({
    base: lot,
    valuesOf: ({ units }) => ({ blister: String(units[0]?.blister_id ?? ''), change: '' }),
    errorsOf: ({ change }) => ({ change: lotUnitsError(unitsOf(change)) }),
    idOf: (field) => `lot-units-${field}`,
    failed: FAILED,
  })
  const send = async ({ blister, change }: TypedUnits, harvest = false) => {
    const params = { id: lot.id }
    const body = { blister_id: Number(blister), change: unitsOf(change) ?? 0, harvest }
    const move = (idempotencyKey: string) => call(moveLotUnits, { params, body, idempotencyKey })
    lotsChanged(client, await sendOnce(attempt, { ...params, ...body }, move))
    if (harvest) stockChanged(client)
    showToast('success', 'Unidades anotadas')
    onDone()
  }
  return {
    ...form,
    onSubmit: form.onSubmit((typed) => send(typed)),
    /** What is missing on the shelf is added to the stock. */
    harvest: () => form.submit((typed) => send(typed, true)),
  }
}

/** Undefined for an empty text, NaN for one that is not a number. Accepts the minus sign of the hint. */
function unitsOf(typed: string): number | undefined {
  return typedNumber(typed.replace('−', '-')) ?? undefined
}
