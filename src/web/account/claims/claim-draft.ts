import { tabAttempt, tabDraft } from '../../browser/drafts.ts'

/** The values of the claim form, as typed. */
export interface ClaimDraft {
  type?: 'with-order' | 'without-order' | undefined
  orderId?: number | undefined
  productId?: number | undefined
  name?: string | undefined
  email?: string | undefined
  purchaseDate?: string | undefined
  productName?: string | undefined
  germinationDate?: string | undefined
  description?: string | undefined
}

export const claimDraft = tabDraft<ClaimDraft>('claimDraft', 'owner')
/** The addresses of the uploaded photos by slot; null for an empty slot. */
export const claimPhotosDraft = tabDraft<(string | null)[]>('claimPhotos', 'owner')
export const claimAttempt = tabAttempt('claimAttempt', 'owner', 'any request')

/** Call it after the claim is filed and after a sign-out. */
export function forgetClaimDraft(): void {
  for (const draft of [claimDraft, claimPhotosDraft, claimAttempt]) draft.forget()
}
