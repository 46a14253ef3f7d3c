import { missing } from '../sentences.ts'
import { fitLines } from './fit-lines.ts'

/** Message templates for chats and mails that an admin sends; the shop does not send them. */
export const TEMPLATE_KEYS = [
  'nuevo',
  'reposicion',
  'cobro',
  'pago_recibido',
  'preparado',
  'despachado',
  'completado',
  'cancelado',
  'por_vencer',
  'reclamo',
] as const
export type TemplateKey = (typeof TEMPLATE_KEYS)[number]

export const TEMPLATE_LABEL: Record<TemplateKey, string> = {
  nuevo: 'Pedido nuevo',
  reposicion: 'Reposición',
  cobro: 'Cobro',
  pago_recibido: 'Pago recibido',
  preparado: 'Preparado',
  despachado: 'Despachado',
  completado: 'Completado',
  cancelado: 'Cancelado',
  por_vencer: 'Por vencer',
  reclamo: 'Reclamo',
}

export const TEMPLATE_FIELDS = [
  'nombre',
  'pedido',
  'productos',
  'total',
  'saldo',
  'seguimiento',
  'vence',
  'tienda',
] as const
export type TemplateField = (typeof TEMPLATE_FIELDS)[number]

/** Values of a template's fields; a line with an empty field is left out. `productos` has a line for each product. */
export type MessageFacts = Record<Exclude<TemplateField, 'productos'>, string> & { productos: string[] }

/** 'Ana' of 'Ana Pérez' and of 'Pérez, Ana'. */
export function givenName(name: string): string {
  return /^[^,]+, *(\p{L}+)(?: \p{L}+)*$/u.exec(name)?.[1] ?? /^[^ ,]+/.exec(name)?.[0] ?? ''
}

const ORDER_HEAD =
  'Hola, {nombre}. Mensaje de {tienda} por el Pedido #{pedido}:\n{productos}\nTotal: {total}\n'

/** Used until the owner saves another text. */
export const DEFAULT_TEMPLATE: Record<TemplateKey, string> = {
  nuevo: `${ORDER_HEAD}Es para coordinar el pago y la entrega.`,
  reposicion:
    'Hola, {nombre}. Mensaje de {tienda} por tu reposición, el Pedido #{pedido}:\n{productos}\nNo tenés que pagar nada. ¿Cuándo coordinamos la entrega?',
  cobro: 'Hola, {nombre}. Por el Pedido #{pedido} el saldo es {saldo}. ¿Cómo preferís pagarlo?',
  pago_recibido: '¡Recibimos el pago del Pedido #{pedido}! Saldo: {saldo}.',
  preparado: `${ORDER_HEAD}Ya está preparado. ¿Cuándo lo coordinamos?`,
  // Two lines, so that only the second one is left out without a tracking number.
  despachado: 'El Pedido #{pedido} está en camino.\nSeguimiento: {seguimiento}.',
  completado: `${ORDER_HEAD}¡Gracias por la compra!`,
  cancelado: `${ORDER_HEAD}El pedido está cancelado. Ante cualquier duda, respondé este mensaje.`,
  por_vencer:
    'Hola, {nombre}. La reserva del Pedido #{pedido} vence el {vence}. ¿Seguimos adelante? Respondé este mensaje.',
  reclamo: 'Hola, {nombre}. Mensaje de {tienda} por tu reclamo por {productos}:',
}

export const TEMPLATE_BODY = 'El mensaje'
export const TEMPLATE_LENGTH = 1000
export const TEMPLATE_STALE = 'Otra persona guardó este mensaje. Actualizá la página y repetí el cambio.'

const FIELD = /\{([^{}\n]*)\}/g

/** The error of a text, undefined if valid. Does not check its length. */
export function templateError(body: string): string | undefined {
  if (body.trim() === '') return missing(TEMPLATE_BODY)
  const unknown = [...body.matchAll(FIELD)].find(([, name = '']) => !isField(name))
  return unknown && `${unknown[0]} no es un dato del pedido`
}

function isField(name: string): name is TemplateField {
  return TEMPLATE_FIELDS.some((field) => field === name)
}

/** The message: a line with an empty field is left out, and products that do not fit become 'y 12 más'. */
export function fillTemplate(body: string, { productos, ...facts }: MessageFacts): string {
  return fitLines(productos, (shown) => fill(body, { ...facts, productos: shown.join('\n') }))
}

function fill(body: string, facts: Record<TemplateField, string>): string {
  const namesIn = (line: string) => [...line.matchAll(FIELD)].map(([, name = '']) => name).filter(isField)
  return body
    .split('\n')
    .filter((line) => namesIn(line).every((name) => facts[name] !== ''))
    .map((line) => line.replaceAll(FIELD, (typed, name: string) => (isField(name) ? facts[name] : typed)))
    .join('\n')
    .trim()
}
