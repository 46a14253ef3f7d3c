import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NAME_LENGTH } from '../../../../contract/limits.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import {
  ADDRESS_REQUIRED,
  DELIVERY_LABEL,
  type DeliveryType,
  recipientNameError,
} from '../../../../contract/orders/recipient.ts'
import { namesFields } from '../../../forms/form-state.ts'
import { FormSummary } from '../../../forms/form-summary.tsx'
import { MergeDialog } from '../../../forms/merge-dialog.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useErrorTitle } from '../../../ui/form/use-error-title.ts'
import { DeliveryFields } from '../dialogs/order-fields.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { CHANGE_FAILED, CHANGED, recipientOf, withoutAccount } from '../order-words.ts'
import { arrangedWords, deliveryWords } from '../../../../contract/orders/own-words.ts'
import { BreaksAfter } from '../../../ui/breaks-after.tsx'
import { Fact } from '../../../shop/fact.tsx'
import { Panel } from '../../shell/panel.tsx'
import { useMay } from '../../shell/rights.tsx'
import { knownPhoneError } from '../../../../contract/numbering-plan.ts'
import { keptEdits } from '../../../forms/kept-edits.ts'
import { useForm } from '../../../forms/use-form.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useOrderMerge } from '../use-order-change.ts'
import { conflictsWithin, mergeFields, type Sides, type ThreeWay } from '../../../forms/three-way.ts'
import './order-page.css'

/** The recipient and the delivery; the e-mail is that of the account. */
export function OrderRecipient({ order, form }: { order: AdminOrder; form: OrderRecipientForm }) {
  const { isEditing } = form
  const may = useMay()
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The button is rendered again when the form closes.
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <Panel
      title="Cliente y entrega"
      action={
        !isEditing &&
        order.status !== 'cancelled' &&
        may('orders_write') && (
          <IconButton
            icon={Pencil}
            size={18}
            text="Editar"
            of=" cliente y entrega"
            look="quiet"
            ref={opener}
            onClick={form.start}
          />
        )
      }
    >
      {isEditing ? <RecipientForm form={form} /> : <RecipientFacts order={order} />}
      <MergeDialog merge={form.merge} title="Otra persona guardó este pedido" backText="Volver al pedido" />
    </Panel>
  )
}

export function RecipientFacts({ order }: { order: AdminOrder }) {
  const { customer } = order
  const account = customer && [customer.first_name, customer.last_name].filter(Boolean).join(' ')
  return (
    <dl className="admin-facts">
      <Fact name="Recibe">{recipientOf(order)}</Fact>
      <Fact name="Cuenta">
        {customer ? `${account} (@${customer.username})`.trim() : withoutAccount(order)}
      </Fact>
      <Fact name="Teléfono">{order.customer_phone || 'Sin teléfono'}</Fact>
      <Fact name="Email">
        {order.customer_email ? <BreaksAfter sign="@" text={order.customer_email} /> : 'Sin email'}
      </Fact>
      <Fact name="Entrega">{deliveryWords(order) ?? arrangedWords(order)}</Fact>
    </dl>
  )
}

function RecipientForm({ form }: { form: OrderRecipientForm }) {
  // The button that opened it is gone.
  useEffect(() => document.getElementById('order-recipient_name')?.focus(), [])
  const error = form.failure?.error
  const isGeneral = error !== undefined && !namesFields(error)
  useErrorTitle(isGeneral)
  // Validated on save.
  const field = (name: keyof typeof form.values) => ({
    ...form.field(name),
    autoComplete: 'off',
    onBlur: undefined,
  })
  return (
    <form className="stack-4" noValidate onSubmit={form.onSubmit}>
      {isGeneral ? <OrderRefusal title={CHANGE_FAILED} error={error} /> : <FormSummary form={form} />}
      <Field label="Recibe" maxLength={NAME_LENGTH} {...field('recipient_name')} />
      <Field
        label="Teléfono"
        hint="10 dígitos, sin 0 ni 15. Ej.: 11 2345 6789"
        type="tel"
        inputMode="numeric"
        maxLength={40}
        {...field('customer_phone')}
      />
      <DeliveryFields form={{ values: form.values, field }} />
      <div className="admin-actions wrap-2">
        <BusyButton busy={form.isBusy} busyText="Guardando…" type="submit" data-key="mod+s">
          Guardar
        </BusyButton>
        <button type="button" className="button secondary" onClick={form.stop}>
          Cancelar
        </button>
      </div>
    </form>
  )
}

export interface Recipient {
  recipient_name: string
  customer_phone: string
  delivery_type: DeliveryType
  shipping_address: string
}

const { useKept, useKeep } = keptEdits<{ base: AdminOrder; values: Recipient }>()

type OrderRecipientForm = ReturnType<typeof useOrderRecipient>

/** The form of name, phone and delivery of an order, from opening until it is saved or cancelled. */
export function useOrderRecipient(order: AdminOrder) {
  const name = `recipient ${order.id}`
  const kept = useKept(name)
  const [isEditing, setIsEditing] = useState(kept !== undefined)
  const form = useForm({
    base: kept?.base ?? order,
    valuesOf,
    values: kept?.values,
    errorsOf: (values) => recipientErrors(values, order),
    idOf: (field) => `order-${field}`,
    failed: CHANGE_FAILED,
  })
  useKeep(name, isEditing && form.isDirty ? { base: form.base, values: form.values } : undefined)
  const stop = () => {
    setIsEditing(false)
    form.restart()
  }
  const merge = useOrderMerge<Recipient>({
    order,
    form,
    bodyOf: ({ shipping_address, ...others }) => ({
      ...others,
      ...(others.delivery_type === 'address' && { shipping_address }),
    }),
    merge: (base, mine, theirs) => recipientMerge({ base: valuesOf(base), mine, theirs: valuesOf(theirs) }),
    onSaved: () => {
      stop()
      showToast('success', CHANGED)
    },
  })
  return {
    ...form,
    isEditing,
    /** Starts from the order as currently shown. */
    start: () => {
      form.restart(order)
      setIsEditing(true)
    },
    stop,
    merge,
    onSubmit: form.onSubmit((values) => merge.save(values, form.base)),
  }
}

function valuesOf({
  recipient_name,
  customer_phone,
  delivery_type,
  shipping_address,
}: AdminOrder): Recipient {
  const address = delivery_type === 'address' ? shipping_address : ''
  return { recipient_name, customer_phone, delivery_type, shipping_address: address }
}

/** The rules of the cart, shared with the server; an order without a phone may stay without one. */
function recipientErrors(values: Recipient, now: AdminOrder) {
  const isNowhere = values.delivery_type === 'address' && values.shipping_address.trim() === ''
  return {
    recipient_name: recipientNameError(values.recipient_name),
    customer_phone:
      values.customer_phone === now.customer_phone ? undefined : knownPhoneError(values.customer_phone),
    shipping_address: isNowhere ? ADDRESS_REQUIRED : undefined,
  }
}

/** Kind and address are one choice: an address without its kind would not be saved. */
interface Merged extends Pick<Recipient, 'recipient_name' | 'customer_phone'> {
  delivery: Pick<Recipient, 'delivery_type' | 'shipping_address'>
}

const LABEL: Record<keyof Merged, string> = {
  recipient_name: 'Recibe',
  customer_phone: 'Teléfono',
  delivery: 'Entrega',
}

/** Merges the edits of two people. */
export function recipientMerge({ base, mine, theirs }: Sides<Recipient>): ThreeWay<Recipient> {
  const found = mergeFields<Merged>(
    { base: joined(base), mine: joined(mine), theirs: joined(theirs) },
    { label: (field) => LABEL[field], show: shown, keyOf: (value) => JSON.stringify(value) },
  )
  return {
    merged: split(found.merged),
    conflicts: conflictsWithin(found.conflicts, (whole, to) => split(to(joined(whole)))),
    taken: found.taken,
  }
}

function joined({ delivery_type, shipping_address: typed, ...others }: Recipient): Merged {
  return {
    ...others,
    delivery: { delivery_type, shipping_address: delivery_type === 'address' ? typed : '' },
  }
}

function split({ delivery, ...others }: Merged): Recipient {
  return { ...others, ...delivery }
}

function shown(value: Merged[keyof Merged]): string {
  if (typeof value === 'string') return value || '(vacío)'
  const { delivery_type: kind, shipping_address: address } = value
  return kind === 'address' ? `${DELIVERY_LABEL[kind]}: ${address}` : DELIVERY_LABEL[kind]
}
