/** The states of a warranty claim, in the words of the shop and of the customer. */
export const CLAIM_STATUSES = ['pending', 'reviewing', 'approved', 'rejected', 'resolved'] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

export const CLAIM_STATUS_LABEL: Record<ClaimStatus, string> = {
  pending: 'Pendiente',
  reviewing: 'En Revisión',
  approved: 'Aprobada',
  rejected: 'Rechazada',
  resolved: 'Resuelta',
}

/** What the customer reads under the state of a claim. */
export const CLAIM_STATUS_TEXT: Record<ClaimStatus, string> = {
  pending: 'Recibimos tu solicitud y está pendiente de revisión.',
  reviewing: 'Estamos revisando tu solicitud y las fotos.',
  approved: 'Tu solicitud fue aprobada. Te contactaremos pronto.',
  rejected: 'Tu solicitud no cumple con los requisitos de la garantía.',
  resolved: 'Tu solicitud fue resuelta satisfactoriamente.',
}

/** The resolution is shown and asked for only in these states. */
export function showsResolution(status: ClaimStatus): boolean {
  return status === 'approved' || status === 'resolved'
}
