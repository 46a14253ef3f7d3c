import { useState } from 'react'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { knownPhoneError } from '../../../../contract/numbering-plan.ts'
import { ADDRESS_REQUIRED, recipientNameError } from '../../../../contract/orders/recipient.ts'
import { keptEdits } from '../../../forms/kept-edits.ts'
import { useForm } from '../../../forms/use-form.ts'
import { showToast } from '../../../ui/toast.tsx'
import { CHANGE_FAILED, CHANGED } from '../order-words.ts'
import { type Recipient, recipientMerge } from './recipient-merge.ts'
import { useOrderMerge } from '../use-order-change.ts'

const { useKept, useKeep } = keptEdits<{ base: AdminOrder; values: Recipient }>()

export type OrderRecipientForm = ReturnType<typeof useOrderRecipient>

/** The form of name, phone and delivery of an order, from opening until it is saved or cancelled. */
export function useOrderRecipient(order: AdminOrder) {
  const name = `recipient ${order.id}`
  const kept = useKept(name)
  const [isEditing, setIsEditing] = useState(kept !== undefined)
  const form = useForm({
    base: kept?.base ?? order,
    valuesOf: recipientOf,
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
    merge: (base, mine, theirs) =>
      recipientMerge({ base: recipientOf(base), mine, theirs: recipientOf(theirs) }),
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

function recipientOf({
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
