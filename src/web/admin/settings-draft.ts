import type { AllSettings } from '../../contract/settings.ts'

/** Every setting as the form holds it: numbers as they are typed. */
export type SettingsDraft = {
  [Key in keyof AllSettings]: AllSettings[Key] extends boolean ? boolean : string
}
export type SettingName = keyof AllSettings
/** What is wrong with each, if anything. */
export type SettingErrors = Partial<Record<SettingName, string>>

export function draftOfSettings(settings: AllSettings): SettingsDraft {
  return {
    ...settings,
    warranty_days: String(settings.warranty_days),
    max_pending_orders: String(settings.max_pending_orders),
  }
}

/** What differs from what was loaded, as the server takes it: what somebody else changed meanwhile stays theirs. */
export function changedSettings(before: AllSettings, draft: SettingsDraft): Partial<AllSettings> {
  const now = settingsOf(draft)
  const names = Object.keys(draft)
    .filter(isSettingOf(before))
    .filter((name) => now[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, now[name]]))
}

function isSettingOf(settings: AllSettings) {
  return (name: string): name is SettingName => name in settings
}

function settingsOf(draft: SettingsDraft): AllSettings {
  const trimmed = Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as SettingsDraft // safe: the same names with values of the same kinds
  return {
    ...trimmed,
    contact_email: trimmed.contact_email.toLowerCase(),
    orders_email: trimmed.orders_email.toLowerCase(),
    whatsapp: trimmed.whatsapp.replace(/[\s+().-]/g, ''),
    warranty_days: Number(trimmed.warranty_days),
    max_pending_orders: Number(trimmed.max_pending_orders),
  }
}

/** The rules of the contract that a browser can tell, in its words. The server has the last. */
export function settingErrors(draft: SettingsDraft): SettingErrors {
  const now = settingsOf(draft)
  const found: Record<string, string | undefined> = {
    shop_name: now.shop_name === '' ? 'El nombre de la tienda es requerido' : undefined,
    contact_email: emailError(now.contact_email),
    orders_email: emailError(now.orders_email),
    whatsapp: /^(\d{10,15})?$/.test(now.whatsapp)
      ? undefined
      : 'El WhatsApp son solo dígitos, con código de país',
    instagram_url: addressError(now.instagram_url, 'La dirección de Instagram'),
    facebook_url: addressError(now.facebook_url, 'La dirección de Facebook'),
    youtube_url: addressError(now.youtube_url, 'La dirección de YouTube'),
    developer_url: addressError(now.developer_url, 'La dirección del crédito'),
    gate_decline_url:
      now.gate_decline_url === ''
        ? 'La dirección de salida es requerida'
        : addressError(now.gate_decline_url, 'La dirección de salida'),
    warranty_days: numberError(draft.warranty_days, {
      max: 365,
      whole: 'La garantía se cuenta en días enteros',
      least: 'La garantía debe ser de al menos 1 día',
      most: 'La garantía no puede superar 365 días',
    }),
    max_pending_orders: numberError(draft.max_pending_orders, {
      max: 1000,
      whole: 'Los pedidos pendientes deben ser un número entero',
      least: 'Los pedidos pendientes deben ser al menos 1',
      most: 'Los pedidos pendientes no pueden superar 1000',
    }),
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined))
}

function emailError(email: string): string | undefined {
  if (email === '') return 'El email es requerido'
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? undefined : 'Ingrese un email válido'
}

function addressError(address: string, name: string): string | undefined {
  const isRight = address === '' || (/^https:\/\/[^\\\s]+$/i.test(address) && URL.canParse(address))
  return isRight ? undefined : `${name} debe empezar con https://`
}

interface NumberRule {
  max: number
  whole: string
  least: string
  most: string
}

function numberError(typed: string, rule: NumberRule): string | undefined {
  if (!/^-?\d+$/.test(typed.trim())) return rule.whole
  if (Number(typed) < 1) return rule.least
  return Number(typed) > rule.max ? rule.most : undefined
}
