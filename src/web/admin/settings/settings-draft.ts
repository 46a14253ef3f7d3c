import { carriersError } from '../../../contract/orders/carriers.ts'
import {
  WHATSAPP_PATTERN,
  WHATSAPP_INVALID,
  addressError,
  countError,
  WARRANTY_DAYS,
  EXPIRY_DAYS,
  PENDING_ORDERS,
  PENDING_UNITS,
  LOW_STOCK_AT,
  BACKUP_HOURS,
} from '../../../contract/settings/settings-rules.ts'
import type { AccessMode } from '../../../contract/accounts/access-rules.ts'
import type { Staff2fa } from '../../../contract/accounts/second-factor-rules.ts'
import { cuitDigits, cuitError, formatCuit } from '../../../contract/settings/legal-settings.ts'
import { emailError } from '../../../contract/email.ts'
import { shopChatNumber } from '../../../contract/numbering-plan.ts'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { fieldName, shown } from '../activity/activity-words.ts'
import { type IdentityName, withoutIdentity } from '../identity/identity-draft.ts'
import type { FieldErrors } from '../../forms/form-state.ts'
import { mergeFields, type Sides } from '../../forms/three-way.ts'

/** Without the settings of the screen Identidad. */
type FormSettings = Omit<AllSettings, 'version' | IdentityName>
/** The form values of its settings: numbers as typed text, a picture by its address. */
export type SettingsDraft = {
  [Key in keyof FormSettings]: Key extends 'data_fiscal_image'
    ? string | null
    : FormSettings[Key] extends boolean | AccessMode | Staff2fa
      ? FormSettings[Key]
      : string
}
export type SettingName = keyof FormSettings

export function draftOfSettings(settings: AllSettings): SettingsDraft {
  const { version: _, ...rest } = settings
  const own = withoutIdentity(rest)
  return {
    ...own,
    cuit: formatCuit(settings.cuit),
    warranty_days: settings.warranty_days === null ? '' : String(settings.warranty_days),
    max_pending_orders: String(settings.max_pending_orders),
    max_pending_units: String(settings.max_pending_units),
    low_stock_at: String(settings.low_stock_at),
    pending_expiry_days: String(settings.pending_expiry_days),
    backup_hours: String(settings.backup_hours),
  }
}

/** The differences from `before`, as the request body. */
export function changedSettings(before: AllSettings, draft: SettingsDraft): Partial<AllSettings> {
  const now = settingsOf(draft)
  const names = Object.keys(draft)
    .filter(isSettingOf(before))
    .filter((name) => now[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, now[name]]))
}

function isSettingOf(settings: FormSettings) {
  return (name: string): name is SettingName => name in settings
}

function settingsOf(draft: SettingsDraft): FormSettings {
  const trimmed = Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as SettingsDraft // safe: the same names with values of the same kinds
  return {
    ...trimmed,
    contact_email: trimmed.contact_email.toLowerCase(),
    orders_email: trimmed.orders_email.toLowerCase(),
    // Words without a digit are refused, not taken for an empty field.
    whatsapp: shopChatNumber(trimmed.whatsapp) || trimmed.whatsapp,
    cuit: cuitDigits(trimmed.cuit),
    warranty_days: trimmed.warranty_days === '' ? null : Number(trimmed.warranty_days),
    max_pending_orders: Number(trimmed.max_pending_orders),
    max_pending_units: Number(trimmed.max_pending_units),
    low_stock_at: Number(trimmed.low_stock_at),
    pending_expiry_days: Number(trimmed.pending_expiry_days),
    backup_hours: Number(trimmed.backup_hours),
  }
}

/** Merges by setting, in the words of the log. */
export function mergeSettings(sides: Sides<SettingsDraft>) {
  return mergeFields(sides, { label: (name) => fieldName(name), show: (value, name) => shown(name, value) })
}

/** The errors of each setting, by the rules of the contract. */
export function settingErrors(draft: SettingsDraft): FieldErrors {
  const now = settingsOf(draft)
  return {
    contact_email: now.contact_email === '' ? undefined : emailError(now.contact_email),
    orders_email: now.orders_email === '' ? undefined : emailError(now.orders_email),
    whatsapp: WHATSAPP_PATTERN.test(now.whatsapp) ? undefined : WHATSAPP_INVALID,
    instagram_url: addressError('instagram_url', now.instagram_url),
    facebook_url: addressError('facebook_url', now.facebook_url),
    youtube_url: addressError('youtube_url', now.youtube_url),
    developer_url: addressError('developer_url', now.developer_url),
    gate_decline_url: addressError('gate_decline_url', now.gate_decline_url),
    cuit: cuitError(now.cuit),
    consumer_url: addressError('consumer_url', now.consumer_url),
    data_fiscal_url: addressError('data_fiscal_url', now.data_fiscal_url),
    warranty_days:
      draft.warranty_days.trim() === '' ? undefined : countError(draft.warranty_days, WARRANTY_DAYS),
    max_pending_orders: countError(draft.max_pending_orders, PENDING_ORDERS),
    max_pending_units: countError(draft.max_pending_units, PENDING_UNITS),
    low_stock_at: countError(draft.low_stock_at, LOW_STOCK_AT),
    pending_expiry_days: countError(draft.pending_expiry_days, EXPIRY_DAYS),
    carriers: carriersError(now.carriers),
    backup_hours: countError(draft.backup_hours, BACKUP_HOURS),
  }
}
