import { useState } from 'react'
import type { Order } from '../../contract/orders.ts'
import { phoneError, recipientNameError } from '../../contract/recipient.ts'
import { Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { showToast } from '../ui/toast.tsx'
import { CHANGE_FAILED, CHANGED } from './order-words.ts'
import { useOrderMerge } from './use-order-merge.ts'

export const RECIPIENT_FIELDS = ['recipient_name', 'customer_phone', 'shipping_address'] as const
export type RecipientField = (typeof RECIPIENT_FIELDS)[number]
type Recipient = Record<RecipientField, string>

const LABEL: Record<RecipientField, string> = {
  recipient_name: 'Recibe',
  customer_phone: 'Teléfono',
  shipping_address: 'Dirección',
}

export type OrderRecipientForm = ReturnType<typeof useOrderRecipient>

/** Who receives an order and where, as it is being edited; `values` is undefined while nobody edits it. */
export function useOrderRecipient(session: Session | null, order: Order) {
  const [draft, setDraft] = useState<{ base: Order; values: Recipient }>()
  const [submits, setSubmits] = useState(0)
  const stop = () => {
    setDraft(undefined)
    setSubmits(0)
    change.reset()
  }
  const change = useOrderMerge<RecipientField, string>({
    session,
    order,
    none: '',
    valuesOf: recipientOf,
    bodyOf: (values, { theirs }) => changeOf(values, theirs),
    label: (field) => LABEL[field],
    show: (text) => text || '(vacío)',
    failed: CHANGE_FAILED,
    onSaved: () => {
      stop()
      showToast('success', CHANGED)
    },
  })
  const own = draft ? ownErrors(draft.values, order) : {}
  const before = draft && recipientOf(draft.base)
  return {
    ...change,
    values: draft?.values,
    isDirty: draft !== undefined && RECIPIENT_FIELDS.some((field) => draft.values[field] !== before?.[field]),
    submits,
    errors: submits > 0 ? { ...fieldErrorsOf(change.error), ...own } : {},
    /** What is wrong with no field in particular. */
    refusal: Object.keys(fieldErrorsOf(change.error)).length === 0 ? change.error : null,
    start: () => setDraft({ base: order, values: recipientOf(order) }),
    stop,
    set: (field: RecipientField, value: string) =>
      setDraft((now) => now && { ...now, values: { ...now.values, [field]: value } }),
    submit: () => {
      setSubmits(submits + 1)
      if (draft && Object.keys(own).length === 0) change.save(draft.values, draft.base)
    },
    saveMerged: (chosen: ReadonlySet<string>) => {
      const merged = change.saveMerged(chosen)
      if (merged)
        setDraft({ base: merged.theirs, values: { ...recipientOf(merged.theirs), ...merged.values } })
    },
  }
}

function recipientOf({ recipient_name, customer_phone, shipping_address }: Order): Recipient {
  return { recipient_name, customer_phone, shipping_address }
}

function changeOf({ shipping_address, ...others }: Partial<Recipient>, { delivery_type }: Order) {
  return {
    ...others,
    ...(delivery_type === 'address' && shipping_address !== undefined && { shipping_address }),
  }
}

/** By the rules of the cart, which the server asks too. */
function ownErrors(values: Recipient, order: Order): Partial<Recipient> {
  const name = recipientNameError(values.recipient_name)
  const phone = phoneError(values.customer_phone)
  const isNowhere = order.delivery_type === 'address' && values.shipping_address.trim() === ''
  return {
    ...(name && { recipient_name: name }),
    ...(phone && { customer_phone: phone }),
    ...(isNowhere && { shipping_address: 'La dirección es requerida' }),
  }
}

function fieldErrorsOf(refusal: Error | null): Partial<Recipient> {
  const said = refusal instanceof Refusal ? (refusal.body.errors ?? {}) : {}
  return Object.fromEntries(
    RECIPIENT_FIELDS.flatMap((field) => (said[field]?.[0] ? [[field, said[field][0]]] : [])),
  )
}
