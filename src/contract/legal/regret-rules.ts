import { emailError } from '../email.ts'
import { nameError, requiredError } from '../sentences.ts'

/** Rules of the regret button: withdrawal from a purchase within ten days (law 24.240, art. 34). */
export const REGRET_STATUSES = ['received', 'accepted', 'not_applicable', 'done'] as const
export type RegretStatus = (typeof REGRET_STATUSES)[number]

export const REGRET_STATUS_LABEL: Record<RegretStatus, string> = {
  received: 'Recibida',
  accepted: 'Aceptada',
  not_applicable: 'No corresponde',
  done: 'Terminada',
}

/** The explanation of a state in the mail. */
export const REGRET_STATUS_TEXT: Record<RegretStatus, string> = {
  received: 'Recibimos tu solicitud y la estamos revisando.',
  accepted: 'Aceptamos tu solicitud: la compra queda sin efecto.',
  not_applicable: 'Revisamos tu solicitud y no corresponde el arrepentimiento.',
  done: 'Tu solicitud está terminada.',
}

/** The shop answers within this time. */
export const REGRET_ANSWER_HOURS = 24
/** Later requests are marked, never refused. */
export const REGRET_DAYS = 10

export const ORDER_NUMBER = 'El número de pedido'
export const ORDER_NUMBER_LENGTH = 40
export const REGRET_REASON_LENGTH = 500
export const REGRET_ANSWER_LENGTH = 2000

export interface TypedRegret {
  name: string
  email: string
  order_number: string
}

export function regretErrors({ name, email, order_number }: TypedRegret): {
  [Field in keyof TypedRegret]: string | undefined
} {
  return {
    name: nameError(name),
    email: emailError(email),
    order_number: requiredError(order_number, ORDER_NUMBER),
  }
}

/** The confirmation of a filed request. */
export function regretFiled(code: string): string {
  return `Registramos la solicitud. Código: ${code}. La respuesta llega antes de ${REGRET_ANSWER_HOURS} horas.`
}
