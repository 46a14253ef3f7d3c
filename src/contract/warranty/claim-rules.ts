import { missing } from '../sentences.ts'

/** Rules of a warranty claim, for its forms and the server. */
export const FIELDS_REQUIRED = 'Por favor completa todos los campos requeridos'
export const ORDER_REQUIRED = 'Por favor selecciona una orden'
export const PRODUCT_REQUIRED = 'Por favor selecciona un producto'
export const PHOTO_REQUIRED = 'Debes subir al menos una foto'
export const NOT_APPROVED = 'Se repone lo que tiene el reclamo aprobado'
export const CLAIMANT_GONE = 'Quien hizo el reclamo se dio de baja: no hay a quién reponerle'

export function alreadyReplaced(orderId: number): string {
  return `El reclamo ya tiene su reposición: Pedido #${orderId}`
}

/** Refusal to reopen a cancelled replacement. */
export const REPLACED_AGAIN = 'El reclamo de este pedido ya tiene otra reposición'

export function replacementTitle(claimId: number): string {
  return `Reposición del reclamo #${claimId}`
}

/** The default resolution that the claimant reads. */
export function replacedBy(orderId: number): string {
  return `Te reponemos los productos: es el Pedido #${orderId}.`
}

/** Whether a resolution is `replacedBy` of any order, which may be deleted. */
export function isReplacedBy(resolution: string): boolean {
  return resolution.replace(/\d+/, '0') === replacedBy(0)
}

export const ORDER_CANCELLED = 'El pedido está cancelado'

/** A calendar day of Buenos Aires, `2026-11-20`; such days compare as text. Empty: not given. */
type Day = string

export function purchaseDayError(purchase: Day, today: Day): string | undefined {
  return dayError(purchase, today, 'La fecha de compra')
}

/** Seeds germinate after they were bought. */
export function germinationDayError(germination: Day, purchase: Day, today: Day): string | undefined {
  const error = dayError(germination, today, 'La fecha de germinación')
  if (error) return error
  return germination < purchase ? 'La fecha de germinación no puede ser anterior a la compra' : undefined
}

function dayError(day: Day, today: Day, name: string): string | undefined {
  if (day === '') return missing(name)
  return day > today ? `${name} no puede ser futura` : undefined
}
