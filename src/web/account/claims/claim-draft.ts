import { tabAttempt, tabDraft } from '../../browser/drafts.ts'

/** The claim form, as typed. */
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
/** The addresses of the uploaded photos, slot by slot; null where there is none. */
export const claimPhotosDraft = tabDraft<(string | null)[]>('claimPhotos', 'owner')
export const claimAttempt = tabAttempt('claimAttempt', 'owner')

/** The claim is filed, or the person has signed out. */
export function forgetClaimDraft(): void {
  for (const draft of [claimDraft, claimPhotosDraft, claimAttempt]) draft.forget()
}
