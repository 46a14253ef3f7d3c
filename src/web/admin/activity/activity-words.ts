import { ACCESS_MODE_LABEL } from '../../../contract/accounts/access-rules.ts'
import { STAFF_2FA_LABEL } from '../../../contract/accounts/second-factor-rules.ts'
import type { Activity, ActivityAction } from '../../../contract/activity.ts'
import { formatPesos } from '../../../contract/money.ts'
import {
  DELIVERY_STATE_NAMES,
  HANDED_HOW_LABEL,
  ORDER_CHANNEL_LABEL,
  PAYMENT_METHOD_LABEL,
} from '../../../contract/orders/order-desk.ts'
import { ORDER_STATUS_LABEL } from '../../../contract/orders/order-status.ts'
import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { REGRET_STATUS_LABEL } from '../../../contract/legal/regret-rules.ts'
import { DELIVERY_LABEL } from '../../../contract/orders/recipient.ts'
import { LOT_STATE_LABEL } from '../../../contract/catalog/lot-rules.ts'
import { CLAIM_STATUS_LABEL } from '../../../contract/warranty/warranty-status.ts'
import { formatMoment } from '../../shop/dates.ts'
import { lineInWords } from '../../shop/order-in-words.ts'
import { dayInNumbers, formatNumber } from '../../../contract/place.ts'
import { FIELD_NAMES } from './field-names.ts'

export const ACTION_LABEL: Record<ActivityAction, string> = {
  create: 'Creación',
  update: 'Actualización',
  delete: 'Eliminación',
  register: 'Registro',
  login: 'Inicio de sesión',
  order: 'Pedido',
  status_change: 'Cambio de estado',
}

/** The actor of an entry. The shop itself is 'Sistema', a sheet without an admin 'Planilla'. */
export function doneBy({ user, by_sheet }: Pick<Activity, 'user' | 'by_sheet'>): string {
  if (!by_sheet) return user
  return user === 'Sistema' ? 'Planilla' : `hecho por la planilla de ${user}`
}

export interface ReadChanges {
  status: { from: string; to: string } | undefined
  /** Values before and after of each field, ready to show. */
  fields: { name: string; before: string; after: string }[]
  /** Other facts, name and value. */
  facts: { name: string; value: string }[]
}

/** Logged changes are pairs of before and after by field, the two states of a status change, and plain facts. */
export function readChanges({
  changes,
  presentations = {},
}: Pick<Activity, 'changes' | 'presentations'>): ReadChanges {
  const { old_status: from, new_status: to, changed_by: _, ...rest } = changes
  const read: ReadChanges = {
    status: typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined,
    fields: [],
    facts: [],
  }
  for (const [key, value] of Object.entries(rest)) {
    // The description already says that a note was added or deleted.
    if (key === 'note_added' || key === 'note_id') continue
    const name = fieldName(key, presentations)
    if (isPair(value)) {
      const [before, after] = [shown(key, value.before), shown(key, value.after)]
      // Skips fields left empty at creation.
      if (before !== NOTHING || after !== NOTHING) read.fields.push({ name, before, after })
    } else read.facts.push({ name, value: shown(key, value) })
  }
  return read
}

function isPair(value: unknown): value is { before?: unknown; after?: unknown } {
  return typeof value === 'object' && value !== null && ('before' in value || 'after' in value)
}

const NOTHING = '—'
const MONEY = ['prices_sum', 'order_total', 'total', 'price', 'price_at_time', 'paid_total', 'amount']
/** Ids and years, which have no thousands separator. */
const NOT_AMOUNTS = /^(?:id|year|.+_id)$/
/** Calendar days. */
const DAYS = ['agreed_due', 'paid_on', 'harvested_on', 'expires_on', 'tested_on']

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A logged value in words. */
export function shown(field: string, value: unknown): string {
  const key = ofBlister(field)?.key ?? field
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'number')
    return MONEY.includes(key)
      ? formatPesos(value)
      : NOT_AMOUNTS.test(key)
        ? String(value)
        : formatNumber(value)
  if (typeof value === 'string' && DAYS.includes(key)) return dayInNumbers(value)
  if (typeof value === 'string' && INSTANT.test(value)) return formatMoment(value)
  if (typeof value === 'string') return VALUE_NAMES[key]?.[value] ?? value
  if (Array.isArray(value))
    return value.length === 0 ? NOTHING : value.map((one) => listed(key, one)).join(', ')
  return Object.entries(value)
    .map(([name, part]) => `${fieldName(name)}: ${shown(name, part)}`)
    .join(', ')
}

/** Lists of fields show field names, order lines the products, any other list its values. */
function listed(key: string, value: unknown): string {
  if (isLine(value)) return lineInWords({ ...value, blister_info: { seed_count: value.seed_count } })
  return key === 'fields' && typeof value === 'string' ? fieldName(value) : shown(key, value)
}

interface LoggedLine {
  quantity: number
  product_name: string
  product_type: string
  seed_count: number
}

function isLine(value: unknown): value is LoggedLine {
  return typeof value === 'object' && value !== null && 'product_name' in value && 'product_type' in value
}

/** Field names of the log in the words of the forms; unknown ones unchanged. */
export function fieldName(key: string, presentations: Record<string, string> = {}): string {
  const blister = ofBlister(key)
  if (blister) {
    const name = presentations[blister.id] ?? `Presentación #${blister.id}`
    return name === '' ? fieldName(blister.key) : `${name}, ${fieldName(blister.key).toLowerCase()}`
  }
  return FIELD_NAMES[key] ?? key.replaceAll('_', ' ')
}

/** The id of the presentation in a key of the log: `blisters.7.price`. */
function ofBlister(field: string): { id: string; key: string } | undefined {
  const [, id, key] = /^blisters\.(\d+)\.(\w+)$/.exec(field) ?? []
  return id === undefined || key === undefined ? undefined : { id, key }
}

const VALUE_NAMES: Record<string, Record<string, string>> = {
  status: {
    ...ORDER_STATUS_LABEL,
    ...CLAIM_STATUS_LABEL,
    ...REGRET_STATUS_LABEL,
    waiting: 'Pendiente',
    expired: 'Vencido',
  },
  purchase_type: { 'with-order': 'con pedido', 'without-order': 'sin pedido' },
  type: ADMIN_TYPE_LABEL,
  delivery_type: DELIVERY_LABEL,
  access_mode: ACCESS_MODE_LABEL,
  staff_2fa: STAFF_2FA_LABEL,
  method: PAYMENT_METHOD_LABEL,
  agreed_method: PAYMENT_METHOD_LABEL,
  delivery_state: DELIVERY_STATE_NAMES,
  handed_how: HANDED_HOW_LABEL,
  channel: ORDER_CHANNEL_LABEL,
  state: LOT_STATE_LABEL,
}
