import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { LOT_FIELD_NAMES, LOT_PRODUCT_MISSING, lotTestErrors } from '../../../contract/catalog/lot-rules.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { harvestError } from '../../../contract/catalog/stock-rules.ts'
import { createLot } from '../../../contract/catalog/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { productList } from '../../data/queries.ts'
import { sendOnce } from '../../data/send-once.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { type Form, useForm } from '../../forms/use-form.ts'
import { readSession } from '../../session/session.ts'
import { dayOf } from '../../shop/dates.ts'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PickField } from '../kit/pick-field.tsx'
import { useNewDialog } from '../kit/use-new-dialog.ts'
import { useFound } from '../kit/use-found.ts'
import { typedNumber } from '../products/amounts.ts'
import { NumberField } from '../shell/number-field.tsx'
import { Needs } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { stockChanged } from '../stock/stock-query.ts'
import {
  CodeFields,
  CountFields,
  countsOf,
  factErrors,
  type LotFacts,
  MethodField,
  MoreFields,
  type TypedTest,
} from './lot-dialogs.tsx'
import { lotsChanged } from './lots-query.ts'
import './lots.css'

const FAILED = 'Error al anotar la cosecha'
const attempt = tabAttempt('lotAttempt', 'owner')

/** One object, or an untouched form would be edited. */
const NO_UNITS = {}

type Harvested = Pick<Product, 'id' | 'name' | 'type' | 'blisters'>

interface Harvest extends LotFacts, TypedTest {
  product: Harvested | undefined
  /** As typed, by the id of the presentation. */
  units: { readonly [blister: number]: string }
}

type HarvestForm = Form<null, Harvest>

/** The dialog of a new lot and the button that opens it, in the heads of lots and stock. */
export function useHarvestDialog() {
  const adding = useNewDialog()
  return {
    button: (
      <Needs right="stock_write">
        <IconButton
          icon={Plus}
          text="Cosecha nueva"
          look="primary"
          data-key="n"
          title="Cosecha nueva (n)"
          aria-haspopup="dialog"
          onClick={adding.open}
        />
      </Needs>
    ),
    dialog: adding.isOpen && (
      <Needs right="stock_write">
        <HarvestDialog onClose={adding.close} />
      </Needs>
    ),
  }
}

/** A new lot with the units that it adds to the stock and its germination test, all in one call. */
function HarvestDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const admin = useAdminPath()
  const form = useForm<null, Harvest>({
    base: null,
    valuesOf: () => ({
      product: undefined,
      code: '',
      harvested_on: dayOf(),
      expires_on: '',
      is_public: false,
      public_note: '',
      note: '',
      units: NO_UNITS,
      sown: '',
      germinated: '',
      tested_on: dayOf(),
      method: '',
    }),
    errorsOf: harvestErrors,
    idOf: (field) => `lot-${field.replace('.', '-')}`,
    failed: FAILED,
  })
  const send = async (typed: Harvest) => {
    const body = bodyOf(typed)
    try {
      const lot = await sendOnce(attempt, body, (idempotencyKey) => call(createLot, { body, idempotencyKey }))
      lotsChanged(client, lot)
      showToast('success', 'Cosecha anotada')
      void navigate(admin.lot(lot.id))
    } finally {
      stockChanged(client)
    }
  }
  return (
    <ActionDialog
      title="Cosecha nueva"
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={FAILED}
      submitText="Anotar cosecha"
      busyText="Anotando…"
    >
      <ProductField form={form} />
      <CodeFields form={form} />
      {form.values.product && <UnitFields form={form} product={form.values.product} />}
      <TestFields form={form} />
      <MoreFields form={form} />
    </ActionDialog>
  )
}

function harvestErrors(typed: Harvest) {
  const units = unitsOf(typed).map(([id, count]) => [`units.${id}`, harvestError(count)] as const)
  return {
    product: typed.product ? undefined : LOT_PRODUCT_MISSING,
    ...factErrors(typed),
    ...Object.fromEntries(units),
    ...(hasTest(typed) && lotTestErrors(countsOf(typed), dayOf())),
  }
}

/** The presentations with a typed count. */
function unitsOf({ units }: Harvest): [id: number, count: number][] {
  return Object.entries(units).flatMap(([id, text]) => {
    const count = typedNumber(text)
    return count === null ? [] : [[Number(id), count] as [number, number]]
  })
}

function hasTest({ sown, germinated }: TypedTest): boolean {
  return `${sown}${germinated}`.trim() !== ''
}

function bodyOf(typed: Harvest) {
  const { product, code, harvested_on, expires_on, is_public, public_note, note } = typed
  const { tested_on, sown = 0, germinated = 0 } = countsOf(typed)
  return {
    product_id: product?.id ?? 0,
    code,
    harvested_on,
    expires_on,
    is_public,
    public_note,
    note,
    units: unitsOf(typed).map(([blister_id, units]) => ({ blister_id, units })),
    ...(hasTest(typed) && { test: { tested_on, sown, germinated, method: typed.method } }),
  }
}

function ProductField({ form }: { form: HarvestForm }) {
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
        onPick={({ id, name, type, blisters }) =>
          form.change({ product: { id, name, type, blisters }, units: {} }, 'product')
        }
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

function UnitFields({ form, product }: { form: HarvestForm; product: Harvested }) {
  const { units } = form.values
  return (
    <fieldset className="lot-group stack-3">
      <legend>Unidades cosechadas</legend>
      <p className="note">Se suman al stock. Las que ya están en el estante se anotan después, en el lote.</p>
      {product.blisters.map(({ id, ...kind }) => {
        const field = `units.${id}`
        const change = (text: string) =>
          form.change((now) => ({ units: { ...now.units, [id]: text } }), field)
        return (
          <NumberField
            key={id}
            id={form.idOf(field)}
            label={presentationTitle({ ...product, ...kind })}
            optional
            value={units[id] ?? ''}
            error={form.errors[field]}
            onChange={(event) => change(event.target.value)}
            onBlur={() => form.leave(field, units[id] ?? '')}
            onTidy={change}
          />
        )
      })}
    </fieldset>
  )
}

function TestFields({ form }: { form: HarvestForm }) {
  return (
    <fieldset className="lot-group stack-3">
      <legend>Prueba de germinación</legend>
      <div className="lot-pair stack-3">
        <CountFields form={form} optional />
      </div>
      {hasTest(form.values) && (
        <>
          <Field label={LOT_FIELD_NAMES.tested_on} type="date" {...form.field('tested_on')} />
          <MethodField form={form} />
        </>
      )}
    </fieldset>
  )
}
