import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { profile, shopSettings } from '../../data/queries.ts'
import { wasDoneBefore } from '../../data/send-once.ts'
import { editsOf } from '../../forms/form-state.ts'
import { useForm } from '../../forms/use-form.ts'
import { type RecipientDraft, recipientDraft } from '../../session/order-draft.ts'
import type { Session } from '../../session/session.ts'
import { type Recipient, RECIPIENT_IDS, recipientErrors } from './recipient.ts'
import { NotPlaced } from './use-place-order.ts'

const NO_ADDRESS = { street: '', number: '', zip: '', city: '', details: '' }

/** The account's data for the recipient. */
interface Known {
  name: string
  phone: string
}

/** The recipient form: values typed in this tab, else those of the account. */
export function useRecipient(session: Session) {
  const { known, isKnown, hasFailed } = useKnown(session)
  const { data: settings, isPending } = useQuery(shopSettings())
  const addressDelivery = settings?.address_delivery === true
  /** Where a shop delivers in one way, it is chosen; who had chosen the other one decides again. */
  const deliverable = (typed: Recipient): Recipient => {
    if (addressDelivery || typed.delivery === 'coordinate') return typed
    return { ...typed, delivery: settings && typed.delivery === '' ? 'coordinate' : '' }
  }
  const form = useForm({
    base: known,
    valuesOf: recipientOf,
    values: { ...recipientOf(known), ...recipientDraft.read(session.userId) },
    errorsOf: (typed) => recipientErrors(deliverable(typed)),
    idOf: (field) => RECIPIENT_IDS[field as keyof Recipient], // safe: the fields of the form
    failed: (_text, error) =>
      error instanceof NotPlaced && !wasDoneBefore(error) ? error.message : undefined,
  })
  const { base, values, isDirty } = form
  // The account may load after the form is filled.
  if (base !== known) form.follow(known)
  useEffect(() => {
    if (isDirty || recipientDraft.read(session.userId))
      recipientDraft.keep(session.userId, typedIn(values, base))
  }, [session.userId, isDirty, values, base])
  return {
    ...form,
    recipient: deliverable(values),
    addressDelivery,
    /** Whether account and settings have arrived, or will not. */
    isKnown: isKnown && !isPending,
    accountFailed: hasFailed,
    choose: (delivery: 'coordinate' | 'address') =>
      form.change(delivery === 'address' ? { delivery } : { delivery, ...NO_ADDRESS }),
  }
}

export type RecipientForm = ReturnType<typeof useRecipient>

/** The same object until the account changes. */
function useKnown(session: Session): { known: Known; isKnown: boolean; hasFailed: boolean } {
  const { data: account, isError, isPending } = useQuery(profile(session))
  const name = account ? `${account.first_name} ${account.last_name}`.trim() : ''
  const phone = account?.phone ?? ''
  return { known: useMemo(() => ({ name, phone }), [name, phone]), isKnown: !isPending, hasFailed: isError }
}

function recipientOf({ name, phone }: Known): Recipient {
  return { name, phone, delivery: '', ...NO_ADDRESS }
}

/** Values that the account does not have. */
function typedIn(values: Recipient, known: Known): RecipientDraft {
  // safe: without an edit `delivery` is ''
  return editsOf(values, recipientOf(known)) as RecipientDraft
}
