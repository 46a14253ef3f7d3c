import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RecipientDraft, recipientDraft } from '../../session/order-draft.ts'
import { profile, shopSettings } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { type Recipient, type RecipientErrors, recipientErrors } from './order-request.ts'

const EMPTY: Recipient = {
  name: '',
  phone: '',
  delivery: '',
  street: '',
  number: '',
  zip: '',
  city: '',
  details: '',
}

/**
 * The recipient form: what was typed in this tab, else what the account knows. A field is checked when it is left after
 * it was edited, and its error goes with the keystroke that repairs it.
 */
export function useRecipient(session: Session) {
  const [typed, setTyped] = useState<RecipientDraft>(() => recipientDraft.read(session.userId) ?? {})
  const [checked, setChecked] = useState<ReadonlySet<keyof Recipient>>(new Set())
  const [fromShop, setFromShop] = useState<RecipientErrors>({})
  const { data: account, isError: accountFailed } = useQuery(profile(session))
  const addressDelivery = useQuery(shopSettings()).data?.address_delivery === true

  const recipient: Recipient = {
    ...EMPTY,
    name: account ? `${account.first_name} ${account.last_name}`.trim() : '',
    phone: account?.phone ?? '',
    ...typed,
  }
  if (recipient.delivery === 'address' && !addressDelivery) recipient.delivery = ''

  const change = (changed: RecipientDraft) => {
    const next = { ...typed, ...changed }
    setTyped(next)
    recipientDraft.keep(session.userId, next)
    setFromShop((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changed))),
    )
  }
  const all = recipientErrors(recipient)
  const shown = Object.fromEntries(
    Object.entries(all).filter(([field]) => checked.has(field as keyof Recipient)),
  )
  return {
    recipient,
    addressDelivery,
    accountFailed,
    change,
    left: (field: keyof Recipient) => {
      if (field in typed) setChecked((before) => new Set([...before, field]))
    },
    /** Shows every error and answers them. */
    checkAll: (): RecipientErrors => {
      setChecked(new Set(Object.keys(EMPTY) as (keyof Recipient)[]))
      return all
    },
    refuse: setFromShop,
    errors: { ...fromShop, ...shown } as RecipientErrors,
  }
}

export type RecipientForm = ReturnType<typeof useRecipient>
