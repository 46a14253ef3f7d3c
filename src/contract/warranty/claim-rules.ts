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

interface Replacing {
  /** Units bought; null when the shop does not know. */
  bought: number | null
  related: { id: number; replacements: { id: number; units: number; is_cancelled: boolean }[] }[]
  /** Units to be sent now. */
  asked: number
}

/**
 * The question before more units are replaced than were bought, or a second time where that is not known:
 * 'Se compró 1 unidad y ya se repuso 1: reclamo #4 (Pedido #15). ¿Reponer 1 más igual?'
 */
export function beyondBought({ bought, related, asked }: Replacing): string | undefined {
  const sent = related.flatMap(({ id, replacements }) =>
    replacements.filter(({ is_cancelled }) => !is_cancelled).map((order) => ({ ...order, claim: id })),
  )
  const replaced = sent.reduce((sum, { units }) => sum + units, 0)
  if (bought === null ? replaced === 0 : replaced + asked <= bought) return undefined
  const before = sent.map(({ claim, id }) => `reclamo #${claim} (Pedido #${id})`).join(', ')
  const facts = [
    bought !== null && (bought === 1 ? 'se compró 1 unidad' : `se compraron ${bought} unidades`),
    replaced > 0 && `ya se ${replaced === 1 ? 'repuso 1' : `repusieron ${replaced}`}: ${before}`,
  ].filter((fact) => fact !== false)
  const sentence = facts.join(' y ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ¿Reponer ${asked}${replaced > 0 ? ' más' : ''} igual?`
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
