import { useQueryClient } from '@tanstack/react-query'
import { LOT_FIELD_NAMES, lotTestErrors, METHOD_LENGTH } from '../../../contract/catalog/lot-rules.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { dayOf } from '../../shop/dates.ts'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { parseAmount } from '../../../contract/amounts.ts'
import { addLotTest } from '../../../contract/catalog/calls.ts'
import { type Lot, lotsChanged } from './lots-query.ts'

const FAILED = 'Error al anotar la prueba'
const attempt = tabAttempt('lotTestAttempt', 'owner')

export interface TypedTest {
  tested_on: string
  sown: string
  germinated: string
  method: string
}

/** A germination test of the shop. */
export function TestDialog({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const form = useTest(lot, onClose)
  return (
    <ActionDialog
      title={`Prueba de germinación: lote ${lot.code}`}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Anotar prueba"
      busyText="Anotando…"
    >
      <Field label="Fecha" type="date" {...form.field('tested_on')} />
      <Field label={LOT_FIELD_NAMES.sown} inputMode="numeric" autoComplete="off" {...form.field('sown')} />
      <Field
        label={LOT_FIELD_NAMES.germinated}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('germinated')}
      />
      <Field
        label={LOT_FIELD_NAMES.method}
        hint="Entre papeles, en tierra…"
        optional
        maxLength={METHOD_LENGTH}
        {...form.field('method')}
      />
    </ActionDialog>
  )
}

function useTest(lot: Lot, onDone: () => void) {
  const client = useQueryClient()
  const form = useForm<Lot, TypedTest>({
    base: lot,
    valuesOf: () => ({ tested_on: dayOf(), sown: '', germinated: '', method: '' }),
    errorsOf: (typed) => lotTestErrors(countsOf(typed), dayOf()),
    idOf: (field) => `lot-test-${field}`,
    failed: FAILED,
  })
  const send = async (typed: TypedTest) => {
    const { tested_on, sown = 0, germinated = 0 } = countsOf(typed)
    const params = { id: lot.id }
    const body = { tested_on, sown, germinated, method: typed.method }
    const add = (idempotencyKey: string) => call(addLotTest, { params, body, idempotencyKey })
    lotsChanged(client, await sendOnce(attempt, { ...params, ...body }, add))
    showToast('success', 'Prueba anotada')
    onDone()
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}

export function countsOf({ tested_on, sown, germinated }: TypedTest) {
  return { tested_on, sown: parseAmount(sown), germinated: parseAmount(germinated) }
}
