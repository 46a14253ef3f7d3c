import { useQueryClient } from '@tanstack/react-query'
import { addLotTest, changeLot, moveLotUnits } from '../../../contract/catalog/calls.ts'
import {
  expiresOnError,
  harvestedOnError,
  isOnHold,
  LOT_FIELD_NAMES,
  LOT_NOTE_LENGTH,
  LOT_STATE_LABEL,
  lotCodeError,
  type LotState,
  lotTestErrors,
  lotUnitsError,
  METHOD_LENGTH,
  RECALLED_IN_USE,
} from '../../../contract/catalog/lot-rules.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call, Refusal } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { type Form, useForm } from '../../forms/use-form.ts'
import { dayOf } from '../../shop/dates.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { typedNumber } from '../products/amounts.ts'
import { CheckField } from '../shell/check-field.tsx'
import { NumberField } from '../shell/number-field.tsx'
import { PublicTextArea } from '../shell/public-field.tsx'
import { stockChanged } from '../stock/stock-query.ts'
import { isAsked } from './held-lot.tsx'
import { heldText } from './lot-words.ts'
import { type Lot, lotsChanged } from './lots-query.ts'

interface LotDialogProps {
  lot: Lot
  onClose: () => void
}

const EDIT_FAILED = 'Error al guardar el lote'

interface EditedLot extends LotFacts {
  state: LotState
  is_recalled: boolean
}

/** Edits a lot. Held lots are not offered at packing. */
export function EditLotDialog({ lot, onClose }: LotDialogProps) {
  const client = useQueryClient()
  const form = useForm<Lot, EditedLot>({
    base: lot,
    valuesOf: ({ code, is_public, public_note, note, state, is_recalled, ...days }) => ({
      code,
      is_public,
      public_note,
      note,
      state,
      is_recalled,
      harvested_on: days.harvested_on ?? '',
      expires_on: days.expires_on ?? '',
    }),
    errorsOf: (values) => ({
      ...factErrors(values),
      state: values.is_recalled && values.state === 'open' ? RECALLED_IN_USE : undefined,
    }),
    idOf: (field) => `lot-${field}`,
    failed: EDIT_FAILED,
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
    onClose()
  }
  return (
    <ActionDialog
      title={`Editar el lote ${lot.code}`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={EDIT_FAILED}
      submitText="Guardar"
      busyText="Guardando…"
    >
      <ChoiceField
        label={LOT_FIELD_NAMES.state}
        hint={form.values.state === 'open' ? undefined : heldText(lot, isOnHold(form.values))}
        {...form.field('state')}
        names={LOT_STATE_LABEL}
      />
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

const UNITS_FAILED = 'Error al mover las unidades'
const unitsAttempt = tabAttempt('lotUnitsAttempt', 'owner')

interface TypedUnits {
  blister: string
  change: string
}

/** Moves units on the shelf into the lot or out of it. More than are there are harvest, if the admin says so. */
export function UnitsDialog({ lot, onClose }: LotDialogProps) {
  const client = useQueryClient()
  const form = useForm<Lot, TypedUnits>({
    base: lot,
    valuesOf: ({ units }) => ({ blister: String(units[0]?.blister_id ?? ''), change: '' }),
    errorsOf: ({ change }) => ({ change: lotUnitsError(unitsOf(change)) }),
    idOf: (field) => `lot-units-${field}`,
    failed: UNITS_FAILED,
  })
  /** `harvest`: what is missing on the shelf is added to the stock. */
  const send = async ({ blister, change }: TypedUnits, harvest: boolean) => {
    const params = { id: lot.id }
    const body = { blister_id: Number(blister), change: unitsOf(change) ?? 0, harvest }
    const move = (idempotencyKey: string) => call(moveLotUnits, { params, body, idempotencyKey })
    lotsChanged(client, await sendOnce(unitsAttempt, { ...params, ...body }, move))
    if (harvest) stockChanged(client)
    showToast('success', 'Unidades anotadas')
    onClose()
  }
  return (
    <ActionDialog
      title={`Unidades: lote ${lot.code}`}
      form={form}
      onSubmit={form.onSubmit((typed) => send(typed, false))}
      onClose={onClose}
      failed={UNITS_FAILED}
      submitText="Anotar"
      busyText="Anotando…"
    >
      <ChoiceField
        label="Presentación"
        {...form.field('blister')}
        names={lot.units.map(({ blister_id, ...kind }) => [
          blister_id,
          presentationTitle({ name: lot.product, type: lot.type, ...kind }),
        ])}
      />
      <NumberField
        label="Unidades"
        hint="De las que están en el estante sin lote. Con un menos adelante dejan de ser del lote: −2"
        inputMode="text"
        {...form.field('change')}
        onTidy={(change) => form.change({ change })}
      />
      {isAsked(form.failure) && (
        <BusyButton
          className="secondary"
          busy={form.isBusy}
          onClick={() => form.submit((typed) => send(typed, true))}
        >
          Sumar al stock y anotar
        </BusyButton>
      )}
    </ActionDialog>
  )
}

/** Undefined for an empty text, NaN for one that is not a number. Accepts the minus sign of the hint. */
function unitsOf(typed: string): number | undefined {
  return typedNumber(typed.replace('−', '-')) ?? undefined
}

const TEST_FAILED = 'Error al anotar la prueba'
const testAttempt = tabAttempt('lotTestAttempt', 'owner')

export interface TypedTest {
  tested_on: string
  sown: string
  germinated: string
  method: string
}

/** A germination test of the shop. */
export function TestDialog({ lot, onClose }: LotDialogProps) {
  const client = useQueryClient()
  const form = useForm<Lot, TypedTest>({
    base: lot,
    valuesOf: () => ({ tested_on: dayOf(), sown: '', germinated: '', method: '' }),
    errorsOf: (typed) => lotTestErrors(countsOf(typed), dayOf()),
    idOf: (field) => `lot-test-${field}`,
    failed: TEST_FAILED,
  })
  const send = async (typed: TypedTest) => {
    const { tested_on, sown = 0, germinated = 0 } = countsOf(typed)
    const params = { id: lot.id }
    const body = { tested_on, sown, germinated, method: typed.method }
    const add = (idempotencyKey: string) => call(addLotTest, { params, body, idempotencyKey })
    lotsChanged(client, await sendOnce(testAttempt, { ...params, ...body }, add))
    showToast('success', 'Prueba anotada')
    onClose()
  }
  return (
    <ActionDialog
      title={`Prueba de germinación: lote ${lot.code}`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={TEST_FAILED}
      submitText="Anotar prueba"
      busyText="Anotando…"
    >
      <Field label="Fecha" type="date" {...form.field('tested_on')} />
      <CountFields form={form} />
      <MethodField form={form} />
    </ActionDialog>
  )
}

export function countsOf({ tested_on, sown, germinated }: TypedTest) {
  return { tested_on, sown: typedNumber(sown) ?? undefined, germinated: typedNumber(germinated) ?? undefined }
}

interface TestFieldsProps<Base, Values extends TypedTest> {
  form: Form<Base, Values>
  optional?: boolean
}

export function CountFields<Base, Values extends TypedTest>({
  form,
  optional,
}: TestFieldsProps<Base, Values>) {
  return (['sown', 'germinated'] as const).map((name) => (
    <Field
      key={name}
      label={LOT_FIELD_NAMES[name]}
      optional={optional}
      inputMode="numeric"
      autoComplete="off"
      {...form.field(name)}
    />
  ))
}

export function MethodField<Base, Values extends TypedTest>({ form }: TestFieldsProps<Base, Values>) {
  return (
    <Field
      label={LOT_FIELD_NAMES.method}
      hint="Entre papeles, en tierra…"
      optional
      maxLength={METHOD_LENGTH}
      {...form.field('method')}
    />
  )
}

export interface LotFacts {
  code: string
  harvested_on: string
  expires_on: string
  is_public: boolean
  public_note: string
  note: string
}

export function factErrors({ code, harvested_on, expires_on }: LotFacts) {
  return {
    code: lotCodeError(code),
    harvested_on: harvestedOnError(harvested_on, dayOf()),
    expires_on: expiresOnError(harvested_on, expires_on),
  }
}

export function CodeFields<Base, Values extends LotFacts>({ form }: { form: Form<Base, Values> }) {
  return (
    <>
      <Field
        label={LOT_FIELD_NAMES.code}
        hint="El que va en el sobre: letras, números y guiones"
        autoComplete="off"
        {...form.field('code')}
      />
      <Field label={LOT_FIELD_NAMES.harvested_on} optional type="date" {...form.field('harvested_on')} />
    </>
  )
}

export function MoreFields<Base, Values extends LotFacts>({ form }: { form: Form<Base, Values> }) {
  const { values } = form
  const change = (part: Partial<LotFacts>) => form.change(part as Partial<Values>) // safe: all forms here have these fields
  return (
    <>
      <Field label={LOT_FIELD_NAMES.expires_on} optional type="date" {...form.field('expires_on')} />
      <CheckField
        id="lot-is_public"
        label={LOT_FIELD_NAMES.is_public}
        hint="Quien lee el código del sobre ve cosecha y germinación, sin precios"
        checked={values.is_public}
        onChange={(is_public) => change({ is_public })}
      />
      {values.is_public && (
        <PublicTextArea
          label={LOT_FIELD_NAMES.public_note}
          optional
          rows={2}
          maxLength={LOT_NOTE_LENGTH}
          {...form.field('public_note')}
        />
      )}
      <TextAreaField
        label={LOT_FIELD_NAMES.note}
        hint="La lee solo el equipo"
        optional
        rows={2}
        maxLength={LOT_NOTE_LENGTH}
        {...form.field('note')}
      />
    </>
  )
}
