import { missing } from '../sentences.ts'

/** Rules of the settings, for their form and their schema. */
export const SHOP_NAME = 'El nombre de la tienda'
export const SETTINGS_STALE = 'Otra persona guardó los ajustes mientras se editaban. Cargalos de nuevo.'
/** The name until the owner sets one. */
export const NEW_SHOP_NAME = 'Tienda de semillas'

/** Settings with an https address, and their names in sentences. */
export const ADDRESS_NAMES = {
  instagram_url: 'La dirección de Instagram',
  facebook_url: 'La dirección de Facebook',
  youtube_url: 'La dirección de YouTube',
  developer_url: 'La dirección del crédito',
  gate_decline_url: 'La dirección de salida',
  consumer_url: 'La dirección de Defensa del Consumidor',
  data_fiscal_url: 'La dirección de Data Fiscal',
} as const

/** Addresses may be empty, except the exit of the age gate. */
export function addressError(setting: keyof typeof ADDRESS_NAMES, address: string): string | undefined {
  const name = ADDRESS_NAMES[setting]
  if (address === '') return setting === 'gate_decline_url' ? missing(name) : undefined
  return isHttps(address) ? undefined : `${name} debe empezar con https://`
}

function isHttps(address: string): boolean {
  return /^https:\/\/[^\\\s]+$/i.test(address) && URL.canParse(address)
}

/** Digits with country code, or empty. */
export const WHATSAPP_PATTERN = /^(\d{10,15})?$/
export const WHATSAPP_INVALID = 'El WhatsApp son solo dígitos, con código de país'

/** A whole number from `min` (1 without one) to `max`, and the error for any other. */
export interface CountRule {
  min?: number
  max: number
  notWhole: string
  tooSmall: string
  tooLarge: string
}

export function countError(typed: string, rule: CountRule): string | undefined {
  if (!/^-?\d+$/.test(typed.trim())) return rule.notWhole
  if (Number(typed) < (rule.min ?? 1)) return rule.tooSmall
  return Number(typed) > rule.max ? rule.tooLarge : undefined
}

export const WARRANTY_DAYS: CountRule = {
  max: 365,
  notWhole: 'La garantía se cuenta en días enteros',
  tooSmall: 'La garantía debe ser de al menos 1 día',
  tooLarge: 'La garantía no puede superar 365 días',
}

export const PENDING_ORDERS: CountRule = {
  max: 1000,
  notWhole: 'Los pedidos pendientes deben ser un número entero',
  tooSmall: 'Los pedidos pendientes deben ser al menos 1',
  tooLarge: 'Los pedidos pendientes no pueden superar 1.000',
}

/** 0 means that units are not limited. */
export const PENDING_UNITS: CountRule = {
  min: 0,
  max: 1000,
  notWhole: 'Las unidades pendientes deben ser un número entero',
  tooSmall: 'Las unidades pendientes no pueden ser menos de 0',
  tooLarge: 'Las unidades pendientes no pueden superar 1.000',
}

export const LOW_STOCK_AT: CountRule = {
  min: 0,
  max: 1000,
  notWhole: 'El aviso de stock debe ser un número entero',
  tooSmall: 'El aviso de stock no puede ser negativo',
  tooLarge: 'El aviso de stock no puede superar 1.000',
}

/** 0 means that reservations do not end. */
export const EXPIRY_DAYS: CountRule = {
  min: 0,
  max: 60,
  notWhole: 'Los días de una reserva deben ser un número entero',
  tooSmall: 'Los días de una reserva no pueden ser menos de 0',
  tooLarge: 'Los días de una reserva no pueden superar 60',
}

/** 0 means that no backup is expected. */
export const BACKUP_HOURS: CountRule = {
  min: 0,
  max: 720,
  notWhole: 'Las horas sin copia deben ser un número entero',
  tooSmall: 'Las horas sin copia no pueden ser menos de 0',
  tooLarge: 'Las horas sin copia no pueden superar 720',
}

export const TROPHIES = 24
export const TROPHY_PLACES = 10
export const TROPHY_CUP = 'La copa'
export const PLACE_INVALID = `El puesto es un número del 1 al ${TROPHY_PLACES}`
export const OLDEST_TROPHY = 1980
export const NEWEST_TROPHY = 2100
export const YEAR_INVALID = `El año es un número del ${OLDEST_TROPHY} al ${NEWEST_TROPHY}`

export const STEP_TITLE = 'El título del paso'
export const STEP_TEXT = 'El texto del paso'
export const STEP_TEXT_LENGTH = 300
/** More do not fit in a row on a phone. */
export const GUIDE_STEPS = 6
export const ORDER_STEPS = 6
export const POINTS = 10
export const CHECKS = 6
export const FACT_LENGTH = 30
export const INTRO_LENGTH = 120
/** Longest checklist item, guarantee point or reminder. */
export const BULLET_LENGTH = 200

export const BULLET = 'La línea'
export const CHECKS_NAME = 'líneas para marcar'
export const POINTS_NAME = 'puntos de la garantía'
/** Titles and items must be unique within their list. */
export const REPEATED = 'Hay dos iguales: cada título y cada línea va una sola vez'

export function isRepeating(texts: string[]): boolean {
  return new Set(texts).size < texts.length
}

export function tooMany(what: string, most: number): string {
  return `No puede haber más de ${most} ${what}`
}

/** For lists that must not be empty. `name` is a plural: 'pasos'. */
export function noneOf(name: string): string {
  return `Faltan ${name}: hace falta al menos uno`
}

/** The suffix of a sentence that promises an answer: ' en 48-72 horas hábiles', or nothing. */
export function within(time: string | undefined): string {
  return time ? ` en ${time}` : ''
}
