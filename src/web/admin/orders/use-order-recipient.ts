import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { ADDRESS_REQUIRED, phoneError, recipientNameError } from '../../../contract/recipient.ts'
import { mergeFields } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { showToast } from '../../ui/toast.tsx'
import { CHANGE_FAILED, CHANGED } from './order-words.ts'
import { useOrderMerge } from './use-order-merge.ts'

type Recipient = Record<'recipient_name' | 'customer_phone' | 'shipping_address', string>

const FIELD: Record<keyof Recipient, string> = {
  recipient_name: 'Recibe',
  customer_phone: 'Teléfono',
  shipping_address: 'Dirección',
}

export type OrderRecipientForm = ReturnType<typeof useOrderRecipient>

/** The form of name, phone and address of an order, from opening until it is saved or cancelled. */
export function useOrderRecipient(order: Order) {
  const [isEditing, setIsEditing] = useState(false)
  const form = useForm({
    base: order,
    valuesOf: recipientOf,
    errorsOf: (values: Recipient) => recipientErrors(values, order),
    idOf: (field) => `order-${field}`,
    failed: CHANGE_FAILED,
  })
  const stop = () => {
    setIsEditing(false)
    form.restart()
  }
  const merge = useOrderMerge<Recipient>({
    order,
    form,
    bodyOf: ({ shipping_address, ...others }, { delivery_type }) => ({
      ...others,
      ...(delivery_type === 'address' && { shipping_address }),
    }),
    merge: (base, mine, theirs) =>
      mergeFields(
        { base: recipientOf(base), mine, theirs: recipientOf(theirs) },
        { label: (field) => FIELD[field], show: (text) => text || '(vacío)' },
      ),
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

function recipientOf({ recipient_name, customer_phone, shipping_address }: Order): Recipient {
  return { recipient_name, customer_phone, shipping_address }
}

/** The rules of the cart, shared with the server. */
function recipientErrors(values: Recipient, { delivery_type }: Order) {
  const isNowhere = delivery_type === 'address' && values.shipping_address.trim() === ''
  return {
    recipient_name: recipientNameError(values.recipient_name),
    customer_phone: phoneError(values.customer_phone),
    shipping_address: isNowhere ? ADDRESS_REQUIRED : undefined,
  }
}
