import { z } from 'zod'
import { endpoint, reply } from './endpoint.ts'
import { CUIT_INVALID, cuitDigits, cuitError, LEGAL_TEXTS } from './legal-settings.ts'
import {
  addressError,
  ADDRESS_NAMES,
  type CountRule,
  PENDING_ORDERS,
  SHOP_NAME,
  WARRANTY_DAYS,
  WHATSAPP_INVALID,
  WHATSAPP_PATTERN,
} from './settings-rules.ts'
import { missing } from './sentences.ts'
import { Flag, line, OptionalEmail, refusedBy, requiredLine, text } from './text.ts'

/** The settings that every page may show. Empty texts are not shown. */
export const PublicSettings = z.object({
  shop_name: z.string(),
  tagline: z.string(),
  contact_email: z.string(),
  /** Digits with country code, for chat links. */
  whatsapp: z.string(),
  instagram_url: z.string(),
  facebook_url: z.string(),
  youtube_url: z.string(),
  developer_credit: z.string(),
  developer_url: z.string(),
  about: z.string(),
  /** The breeder's own statement of its registration. */
  registration_text: z.string(),
  gate_decline_url: z.string(),
  address_delivery: z.boolean(),
  warranty_days: z.int(),
  // Who sells, as the law wants it shown.
  legal_name: z.string(),
  /** Eleven digits. */
  cuit: z.string(),
  legal_address: z.string(),
  service_hours: z.string(),
  rncyfs_number: z.string(),
  ariccame_number: z.string(),
  aaip_number: z.string(),
  consumer_url: z.string(),
  data_fiscal_url: z.string(),
})
export type PublicSettings = z.output<typeof PublicSettings>

/** With the settings that only admins get. */
export const AllSettings = PublicSettings.extend({
  /** The most pending orders of one customer. */
  max_pending_orders: z.int(),
  /** Receives a mail for each new order; `contact_email` does when it is empty. */
  orders_email: z.string(),
})
export type AllSettings = z.output<typeof AllSettings>

/** The same for every audience. */
export const getSettings = endpoint('GET', '/settings/', {
  summary: 'What the footer, the gate and the forms need to know of the shop',
  access: 'anyone',
  reply: reply(PublicSettings),
})

// ---- Saving ----------------------------------------------------------------------------------------------------

const https = (setting: keyof typeof ADDRESS_NAMES) =>
  line(300, ADDRESS_NAMES[setting]).superRefine(
    refusedBy((address: string) => addressError(setting, address)),
  )

const legal = (setting: keyof typeof LEGAL_TEXTS) => line(LEGAL_TEXTS[setting].max, LEGAL_TEXTS[setting].name)

const count = ({ max, notWhole, tooSmall, tooLarge }: CountRule) =>
  z.int(notWhole).min(1, tooSmall).max(max, tooLarge)

/** `AllSettings` with its rules; those shared with the form are in `settings-rules.ts`. */
export const Settings = z.object({
  shop_name: requiredLine(60, SHOP_NAME),
  tagline: line(120, 'El lema'),
  contact_email: OptionalEmail,
  whatsapp: z.string(WHATSAPP_INVALID).regex(WHATSAPP_PATTERN, WHATSAPP_INVALID),
  instagram_url: https('instagram_url'),
  facebook_url: https('facebook_url'),
  youtube_url: https('youtube_url'),
  developer_credit: line(120, 'El crédito'),
  developer_url: https('developer_url'),
  about: text(2000, 'El texto sobre la tienda'),
  registration_text: text(500, 'El texto de la inscripción'),
  gate_decline_url: https('gate_decline_url').min(1, missing(ADDRESS_NAMES.gate_decline_url)),
  address_delivery: Flag,
  warranty_days: count(WARRANTY_DAYS),
  legal_name: legal('legal_name'),
  cuit: z.string(CUIT_INVALID).max(20, CUIT_INVALID).superRefine(refusedBy(cuitError)).transform(cuitDigits),
  legal_address: legal('legal_address'),
  service_hours: legal('service_hours'),
  rncyfs_number: legal('rncyfs_number'),
  ariccame_number: legal('ariccame_number'),
  aaip_number: legal('aaip_number'),
  consumer_url: https('consumer_url'),
  data_fiscal_url: https('data_fiscal_url'),
  max_pending_orders: count(PENDING_ORDERS),
  orders_email: OptionalEmail,
}) satisfies z.ZodType<AllSettings>
export type Settings = z.output<typeof Settings>

/** Missing settings stay unchanged. */
export const SettingsChange = Settings.partial()
export type SettingsChange = z.output<typeof SettingsChange>

/** `PublicSettings` and those that only admins get. */
export const getAllSettings = endpoint('GET', '/settings/all/', {
  summary: 'Every setting of the shop, also those that nobody else sees',
  access: 'admin',
  reply: reply(AllSettings),
})

/** Answers all settings after the change. */
export const saveSettings = endpoint('PUT', '/settings/', {
  summary: 'Change settings; what is not sent stays as it is',
  access: 'admin',
  body: SettingsChange,
  reply: reply(AllSettings),
})
