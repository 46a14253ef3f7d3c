import type { Right } from '../accounts/roles.ts'
import { LOW_STOCK } from '../catalog/stock-rules.ts'
import { NEXT_ACTIONS } from './order-desk.ts'

/** Work queues of the shop. The first ones hold orders by their next step. */
export const TODO_KEYS = [
  ...NEXT_ACTIONS,
  'orders_large',
  'lots_held',
  'claims_late',
  'claims_new',
  'regrets_new',
  'access_waiting',
  'mail_late',
  'mail_failed',
  'prices_failed',
  'stock_low',
] as const
export type TodoKey = (typeof TODO_KEYS)[number]

/** Roles with one of these rights get the queue. */
export const TODO_NEEDS: Record<TodoKey, readonly Right[]> = {
  refund: ['orders_write'],
  collect: ['orders_write'],
  finish: ['orders_write'],
  hand: ['orders_write'],
  prepare: ['orders_write', 'packing'],
  expiring: ['orders_write'],
  agree: ['orders_write'],
  contact: ['orders_write'],
  orders_large: ['orders_write'],
  lots_held: ['orders_write', 'packing'],
  claims_late: ['claims_write'],
  claims_new: ['claims_write'],
  regrets_new: ['claims_write'],
  access_waiting: ['access'],
  mail_late: ['orders_write'],
  mail_failed: ['orders_write'],
  prices_failed: ['everything'],
  stock_low: ['stock_read'],
}

/** The title of a queue. */
export const TODO_LABEL: Record<TodoKey, string> = {
  refund: 'Devolver',
  collect: 'Cobrar',
  finish: 'Completar',
  hand: 'Entregar o despachar',
  prepare: 'Preparar',
  expiring: 'Por vencer',
  agree: 'Acordar el pago',
  contact: 'Coordinar',
  orders_large: 'Pedidos grandes',
  lots_held: 'Con un lote retenido',
  claims_late: 'Reclamos atrasados',
  claims_new: 'Reclamos nuevos',
  regrets_new: 'Arrepentimientos sin responder',
  access_waiting: 'Solicitudes de acceso',
  mail_late: 'Emails demorados',
  mail_failed: 'Emails sin salir',
  prices_failed: 'Precios sin aplicar',
  stock_low: LOW_STOCK,
}

/** A queue in a sentence, after its count: '3 cobrar · 2 preparar'. */
export const TODO_WORD: Record<TodoKey, readonly [one: string, many?: string]> = {
  refund: ['devolver'],
  collect: ['cobrar'],
  finish: ['completar'],
  hand: ['entregar'],
  prepare: ['preparar'],
  expiring: ['por vencer'],
  agree: ['acordar'],
  contact: ['coordinar'],
  orders_large: ['grande', 'grandes'],
  lots_held: ['con un lote retenido'],
  claims_late: ['reclamo atrasado', 'reclamos atrasados'],
  claims_new: ['reclamo nuevo', 'reclamos nuevos'],
  regrets_new: ['arrepentimiento', 'arrepentimientos'],
  access_waiting: ['solicitud de acceso', 'solicitudes de acceso'],
  mail_late: ['email demorado', 'emails demorados'],
  mail_failed: ['email sin salir', 'emails sin salir'],
  prices_failed: ['precio sin aplicar', 'precios sin aplicar'],
  stock_low: ['con poco stock'],
}

/**
 * An order is large when its customer's orders without payment or agreement hold this many units of a presentation, and
 * more than a tenth of all there are.
 */
export const LARGE_UNITS = 5
export const LARGE_PARTS = 10

/** Items of a queue shown without opening the whole list. */
export const TODO_SHOWN = 5
