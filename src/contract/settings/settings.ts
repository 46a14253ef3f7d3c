import { z } from 'zod'
import * as calls from './calls.ts'
import { ACCESS_MODES } from '../accounts/access-rules.ts'
import { endpoint, reply } from '../endpoint.ts'
import { CUIT_INVALID, cuitDigits, cuitError, LEGAL_TEXTS } from './legal-settings.ts'
import { GuideSettings, GuideStep, OrderStep } from './guide.ts'
import { COLOUR_INVALID, COLOUR_PATTERN, iconError } from './look.ts'
import {
  addressError,
  ADDRESS_NAMES,
  BACKUP_HOURS,
  type CountRule,
  NEWEST_TROPHY,
  OLDEST_TROPHY,
  LOW_STOCK_AT,
  EXPIRY_DAYS,
  PENDING_ORDERS,
  PENDING_UNITS,
  PLACE_INVALID,
  SHOP_NAME,
  TROPHIES,
  TROPHY_CUP,
  TROPHY_PLACES,
  tooMany,
  WARRANTY_DAYS,
  WHATSAPP_INVALID,
  WHATSAPP_PATTERN,
  YEAR_INVALID,
} from './settings-rules.ts'
import { CARRIERS_LENGTH, carriersError } from '../orders/carriers.ts'
import { NAME_LENGTH } from '../limits.ts'
import { shopChatNumber } from '../numbering-plan.ts'
import { ownPicture, SITE_PICTURE } from '../own-picture.ts'
import { STAFF_2FA } from '../accounts/second-factor-rules.ts'
import { missing } from '../sentences.ts'
import { Flag, line, OptionalEmail, refusedBy, requiredLine, text } from '../text.ts'

/** The settings that every page may show. Empty texts are not shown. */
const ShownSettings = z.object({
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
  /** See `ACCESS_MODES`. */
  access_mode: z.enum(ACCESS_MODES),
  /** Customers may sign in by a mailed link. */
  sign_in_links: z.boolean(),
  /** Accounts may sign in by a passkey. */
  passkeys: z.boolean(),
  /** Customers may set restock notices. */
  restock_notices: z.boolean(),
  /** Pages show the germination tests of the lots on sale. */
  show_tests: z.boolean(),
  /** Days for claims after purchase; null for no limit. */
  warranty_days: z.int().nullable(),
  // Identity of the seller, required by law.
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
  /** Shown only with the address. */
  data_fiscal_image: z.string().nullable(),
  /** `look.ts`: colours as #RRGGBB, or empty for the drawn default. */
  accent_light: z.string(),
  ground_light: z.string(),
  accent_dark: z.string(),
  ground_dark: z.string(),
  heading_font: z.enum(['display', 'ui', 'serif']),
  /** Replaces the default logo; its id ends with its size (`-600x200`). */
  logo: z.string().nullable(),
  /** Replaces the landscape behind the age gate. */
  gate_picture: z.string().nullable(),
  /** The preview picture of links to the shop. Never null in public answers. */
  share_picture: z.string().nullable(),
  /** The promised answer time of claims, written after 'en': '48-72 horas hábiles'. Empty for no promise. */
  claim_reply: z.string(),
  /** The guarantee in a sentence, shown above the claim form. */
  guarantee_note: z.string(),
  order_steps: z.array(OrderStep),
})

export const PublicSettings = ShownSettings.extend({
  /** Without trophies their page is hidden. */
  has_trophies: z.boolean(),
  /** Shown instead of the list in a shop without products; else empty. */
  opening: z.string(),
  /** The first sentence of the published page about shipping and payment; else empty. */
  shipping: z.string(),
})
export type PublicSettings = z.output<typeof PublicSettings>

/** A cup that the shop has won. */
export const Trophy = z.object({
  place: z.int(),
  cup: z.string(),
  city: z.string(),
  year: z.int(),
  /** The name of the winning product. */
  variety: z.string(),
  picture: z.string().nullable(),
  /** The contest's logo. */
  logo: z.string().nullable(),
})
export type Trophy = z.output<typeof Trophy>

/**
 * Whether customers are mailed when the shop changes, completes or cancels an order, records a payment or hands it
 * over.
 */
export const OrderMails = z.object({
  mail_changed: z.boolean(),
  mail_completed: z.boolean(),
  mail_cancelled: z.boolean(),
  mail_paid: z.boolean(),
  mail_handed: z.boolean(),
})
export type OrderMails = z.output<typeof OrderMails>

/** With the settings that only admins get. */
export const AllSettings = ShownSettings.extend({
  /** Raised by each save; a save with an older version is refused as `STALE`. */
  version: z.int(),
  trophies: z.array(Trophy),
  /** Square icon for tabs and home screens; null falls back to the logo. */
  icon: z.string().nullable(),
  guide_intro: z.string(),
  guide_steps: z.array(GuideStep),
  /** What the guarantee covers. */
  guarantee_points: z.array(z.string()),
  /** The most pending orders of one customer. */
  max_pending_orders: z.int(),
  /** The most units of one presentation in the pending orders that a customer placed; 0 for no limit. */
  max_pending_units: z.int(),
  /** The default low mark: a presentation with at most this many units is low. */
  low_stock_at: z.int(),
  /** Days that a new order reserves its stock without payment, agreement or packing; 0 for no end. */
  pending_expiry_days: z.int(),
  /** The newest backup may be this old; 0 when none is expected. */
  backup_hours: z.int(),
  /** Tracking pages of carriers, one a line (`carriers.ts`). */
  carriers: z.string(),
  /** Hides the steps of a new shop (`first-hour.ts`). */
  first_hour_over: z.boolean(),
  /** `required`: staff without a second factor cannot use the panel. */
  staff_2fa: z.enum(STAFF_2FA),
  /** Receives a mail for each new order; falls back to `contact_email`. */
  orders_email: z.string(),
  ...OrderMails.shape,
})
export type AllSettings = z.output<typeof AllSettings>

/** The same for every audience. */
export const getSettings = endpoint(calls.getSettings, {
  summary: 'The public settings',
  access: 'anyone',
  reply: reply(PublicSettings),
})

/** In the owner's order. */
export const listTrophies = endpoint(calls.listTrophies, {
  summary: 'The trophies of the shop',
  access: 'anyone',
  reply: reply(z.array(Trophy)),
})

// ---- Saving ----------------------------------------------------------------------------------------------------

const https = (setting: keyof typeof ADDRESS_NAMES) =>
  line(300, ADDRESS_NAMES[setting]).superRefine(
    refusedBy((address: string) => addressError(setting, address)),
  )

const legal = (setting: keyof typeof LEGAL_TEXTS) => line(LEGAL_TEXTS[setting].max, LEGAL_TEXTS[setting].name)

const Colour = z.string(COLOUR_INVALID).regex(COLOUR_PATTERN, COLOUR_INVALID)

const TrophyInput = z.object({
  place: z.int(PLACE_INVALID).min(1, PLACE_INVALID).max(TROPHY_PLACES, PLACE_INVALID),
  cup: requiredLine(80, TROPHY_CUP),
  city: line(60, 'La ciudad'),
  year: z.int(YEAR_INVALID).min(OLDEST_TROPHY, YEAR_INVALID).max(NEWEST_TROPHY, YEAR_INVALID),
  variety: line(NAME_LENGTH, 'La variedad'),
  picture: z.union([ownPicture('product'), SITE_PICTURE]),
  logo: z.union([ownPicture('brand'), SITE_PICTURE]),
}) satisfies z.ZodType<Trophy>

const count = ({ min = 1, max, notWhole, tooSmall, tooLarge }: CountRule) =>
  z.int(notWhole).min(min, tooSmall).max(max, tooLarge)

/** `AllSettings` with its rules; those shared with the form are in `settings-rules.ts`. */
export const Settings = z.object({
  shop_name: requiredLine(60, SHOP_NAME),
  tagline: line(120, 'El lema'),
  contact_email: OptionalEmail,
  whatsapp: z.string(WHATSAPP_INVALID).regex(WHATSAPP_PATTERN, WHATSAPP_INVALID).transform(shopChatNumber),
  instagram_url: https('instagram_url'),
  facebook_url: https('facebook_url'),
  youtube_url: https('youtube_url'),
  developer_credit: line(120, 'El crédito'),
  developer_url: https('developer_url'),
  about: text(2000, 'El texto sobre la tienda'),
  registration_text: text(500, 'El texto de la inscripción'),
  gate_decline_url: https('gate_decline_url').min(1, missing(ADDRESS_NAMES.gate_decline_url)),
  address_delivery: Flag,
  access_mode: z.enum(ACCESS_MODES, 'El acceso no es válido'),
  sign_in_links: Flag,
  passkeys: Flag,
  restock_notices: Flag,
  show_tests: Flag,
  warranty_days: count(WARRANTY_DAYS).nullable(),
  legal_name: legal('legal_name'),
  cuit: z.string(CUIT_INVALID).max(20, CUIT_INVALID).superRefine(refusedBy(cuitError)).transform(cuitDigits),
  legal_address: legal('legal_address'),
  service_hours: legal('service_hours'),
  rncyfs_number: legal('rncyfs_number'),
  ariccame_number: legal('ariccame_number'),
  aaip_number: legal('aaip_number'),
  consumer_url: https('consumer_url'),
  data_fiscal_url: https('data_fiscal_url'),
  data_fiscal_image: ownPicture('brand'),
  claim_reply: line(60, 'El plazo de respuesta'),
  accent_light: Colour,
  ground_light: Colour,
  accent_dark: Colour,
  ground_dark: Colour,
  heading_font: z.enum(['display', 'ui', 'serif'], 'La letra de los títulos no es válida'),
  logo: ownPicture('logo'),
  icon: ownPicture('logo').superRefine(refusedBy(iconError)),
  gate_picture: ownPicture('banner'),
  share_picture: z.union([ownPicture('banner'), SITE_PICTURE]),
  trophies: z.array(TrophyInput).max(TROPHIES, tooMany('trofeos', TROPHIES)),
  ...GuideSettings,
  max_pending_orders: count(PENDING_ORDERS),
  max_pending_units: count(PENDING_UNITS),
  low_stock_at: count(LOW_STOCK_AT),
  pending_expiry_days: count(EXPIRY_DAYS),
  backup_hours: count(BACKUP_HOURS),
  carriers: text(CARRIERS_LENGTH, 'Los transportes').superRefine(refusedBy(carriersError)),
  first_hour_over: Flag,
  staff_2fa: z.enum(STAFF_2FA, 'La verificación del equipo no es válida'),
  orders_email: OptionalEmail,
  mail_changed: Flag,
  mail_completed: Flag,
  mail_cancelled: Flag,
  mail_paid: Flag,
  mail_handed: Flag,
}) satisfies z.ZodType<Omit<AllSettings, 'version'>>
export type Settings = z.output<typeof Settings>

/** Missing settings stay unchanged. */
export const SettingsChange = Settings.partial()
export type SettingsChange = z.output<typeof SettingsChange>

/** Without `version` the save is not checked for earlier ones. */
const SettingsSave = SettingsChange.extend({ version: z.int().min(0).optional() })

/** `PublicSettings` and those that only admins get. */
export const getAllSettings = endpoint(calls.getAllSettings, {
  summary: 'All settings',
  access: 'admin',
  reply: reply(AllSettings),
})

/** Answers all settings after the change. STALE when another save followed the read `version`. */
export const saveSettings = endpoint(calls.saveSettings, {
  summary: 'Change settings; missing ones stay unchanged',
  access: 'admin',
  body: SettingsSave,
  reply: reply(AllSettings),
})
