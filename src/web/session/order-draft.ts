import { tabAttempt, tabDraft } from '../browser/drafts.ts'

/** The recipient form of the cart, as typed. */
export interface RecipientDraft {
  name?: string
  phone?: string
  delivery?: 'coordinate' | 'address'
  street?: string
  number?: string
  zip?: string
  city?: string
  details?: string
}

export const recipientDraft = tabDraft<RecipientDraft>('recipientDraft', 'userId')
export const orderAttempt = tabAttempt('orderAttempt', 'userId', 'any request')

/** Call it after placing an order and after a sign-out. */
export function forgetOrderDraft(): void {
  recipientDraft.forget()
  orderAttempt.forget()
}
