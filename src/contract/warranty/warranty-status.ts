/** The states of a warranty claim. */
export const CLAIM_STATUSES = ['pending', 'reviewing', 'approved', 'rejected', 'resolved'] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

export const CLAIM_STATUS_LABEL: Record<ClaimStatus, string> = {
  pending: 'Pendiente',
  reviewing: 'En Revisión',
  approved: 'Aprobada',
  rejected: 'Rechazada',
  resolved: 'Resuelta',
}

/** The explanation of a state for the customer. */
export const CLAIM_STATUS_TEXT: Record<ClaimStatus, string> = {
  pending: 'Recibimos tu solicitud y está pendiente de revisión.',
  reviewing: 'Estamos revisando tu solicitud y las fotos.',
  approved: 'Tu solicitud fue aprobada. Te contactaremos pronto.',
  rejected: 'Tu solicitud no cumple con los requisitos de la garantía.',
  resolved: 'Tu solicitud fue resuelta satisfactoriamente.',
}

export const CLAIMS_FORBIDDEN = 'No tienes permisos para ver las solicitudes de garantía'

/** Whether claims in this state have a resolution. */
export function showsResolution(status: ClaimStatus): boolean {
  return status === 'approved' || status === 'resolved'
}

/** Link text in the mail and after filing. */
export const SEE_MY_CLAIM = 'Ver mi reclamo'
