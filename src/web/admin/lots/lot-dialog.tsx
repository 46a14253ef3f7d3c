import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '../../../contract/catalog/catalog.ts'
import {
  expiresOnError,
  harvestedOnError,
  isOnHold,
  LOT_FIELD_NAMES,
  LOT_NOTE_LENGTH,
  LOT_STATE_LABEL,
  LOT_STATES,
  LOT_PRODUCT_MISSING,
  lotCodeError,
  type LotState,
  RECALLED_IN_USE,
} from '../../../contract/catalog/lot-rules.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call, Refusal } from '../../data/api.ts'
import { productList } from '../../data/queries.ts'
import { sendOnce } from '../../data/send-once.ts'
import { FormActions } from '../../forms/form-actions.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { type Form, useForm } from '../../forms/use-form.ts'
import { readSession } from '../../session/session.ts'
import { dayOf } from '../../shop/dates.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PickField } from '../lists/pick-field.tsx'
import { useFound } from '../lists/use-found.ts'
import { CheckField } from '../shell/check-field.tsx'
import { PublicTextArea } from '../shell/public-field.tsx'
import { heldText } from './lot-words.ts'
import { type Lot, lotsChanged } from './lots-query.ts'

const FAILED = 'Error al guardar el lote'
const attempt = tabAttempt('lotAttempt', 'owner')

interface LotFacts {
  code: string
  harvested_on: string
  expires_on: string
  is_public: boolean
  public_note: string
  note: string
}

function factErrors({ code, harvested_on, expires_on }: LotFacts) {
  return {
    code: lotCodeError(code),
    harvested_on: harvestedOnError(harvested_on, dayOf()),
    expires_on: expiresOnError(harvested_on, expires_on),
  }
}

interface NewLot extends LotFacts {
  product: Pick<Product, 'id' | 'name'> | undefined
}

interface NewLotDialogProps {
  onClose: () => void
  onDone: (lot: Lot) => void
}

/** Creates a lot without units, which are assigned afterwards. */
export function NewLotDialog({ onClose, onDone }: NewLotDialogProps) {
  const client = useQueryClient()
  const form = useForm<null, NewLot>({
    base: null,
    valuesOf: () => ({
      product: undefined,
      code: '',
      harvested_on: '',
      expires_on: '',
      is_public: false,
      public_note: '',
      note: '',
    }),
    errorsOf: (values) => ({
      product: values.product ? undefined : LOT_PRODUCT_MISSING,
      ...factErrors(values),
    }),
    idOf: (field) => `lot-${field}`,
    failed: FAILED,
  })
  const { close, note } = useCloseGuard(form.isDirty, onClose)
  const send = async ({ product, ...facts }: NewLot) => {
    const body = { product_id: product?.id ?? 0, ...facts }
    const lot = await sendOnce(attempt, body, (idempotencyKey) => call('createLot', { body, idempotencyKey }))
    lotsChanged(client, lot)
    showToast('success', 'Lote creado')
    onDone(lot)
  }
  return (
    <Dialog open onClose={close} busy={form.isBusy} title="Nuevo lote">
      {note}
      <form className="stock-form" noValidate onSubmit={form.onSubmit(send)}>
        <FormSummary form={form} title={FAILED} />
        <ProductField form={form} />
        <FactFields form={form} />
        <FormActions isBusy={form.isBusy} submitText="Crear lote" busyText="Creando…" onCancel={close} />
      </form>
    </Dialog>
  )
}

function ProductField({ form }: { form: Form<null, NewLot> }) {
  const [text, setText] = useState('')
  const { data, isOld } = useFound(text, (search) =>
    productList(readSession(), { page: 1, page_size: 6, search }),
  )
  const { product } = form.values
  return (
    <div>
      <PickField
        label="Producto"
        hint="Nombre o marca. Enter lo elige"
        listLabel="Productos"
        error={form.errors['product']}
        text={text}
        onText={setText}
        options={data?.results ?? []}
        isOld={isOld}
        keyOf={({ id }) => id}
        onPick={({ id, name }) => form.change({ product: { id, name } }, 'product')}
      >
        {({ name, brand }) => (
          <span className="pick-field-name">{[name, brand].filter(Boolean).join(' · ')}</span>
        )}
      </PickField>
      <p role="status" className="lot-picked">
        {product ? `Elegido: ${product.name}` : ''}
      </p>
    </div>
  )
}

/** Fields shared by new and existing lots. */
function FactFields<Base, Values extends LotFacts>({ form }: { form: Form<Base, Values> }) {
  const { values } = form
  const change = (part: Partial<LotFacts>) => form.change(part as Partial<Values>) // safe: all forms here have these fields
  return (
    <>
      <Field
        label={LOT_FIELD_NAMES.code}
        hint="El que va en el sobre: letras, números y guiones"
        autoComplete="off"
        {...form.field('code')}
      />
      <Field label={LOT_FIELD_NAMES.harvested_on} optional type="date" {...form.field('harvested_on')} />
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
        <FactFields form={form} />
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
