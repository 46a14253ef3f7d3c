import { z } from 'zod'
import { endpoint, reply } from './endpoint.ts'
import { Email, line, text } from './text.ts'

/** What footer, gate and forms need to know of the shop. Empty texts are not shown. */
export const PublicSettings = z.object({
  shop_name: z.string(),
  tagline: z.string(),
  contact_email: z.string(),
  /** Digits with country code, for chat links. Empty: no link is shown. */
  whatsapp: z.string(),
  instagram_url: z.string(),
  facebook_url: z.string(),
  youtube_url: z.string(),
  developer_credit: z.string(),
  developer_url: z.string(),
  about: z.string(),
  /** How the breeder states its registration; the shop adds no claim of its own. */
  registration_text: z.string(),
  gate_decline_url: z.string(),
  address_delivery: z.boolean(),
  warranty_days: z.int(),
})
export type PublicSettings = z.output<typeof PublicSettings>

/** With what only the shop itself has to know. */
export const AllSettings = PublicSettings.extend({
  /** How many orders of one customer may wait at the same time. */
  max_pending_orders: z.int(),
  /** Where the shop reads its new orders. */
  orders_email: z.string(),
})
export type AllSettings = z.output<typeof AllSettings>

export const getSettings = endpoint('GET', '/settings/', {
  summary: 'What the footer, the gate and the forms need to know of the shop',
  access: 'anyone',
  reply: reply(PublicSettings),
})

// ---- Saving ----------------------------------------------------------------------------------------------------

const https = (name: string) =>
  line(300, name).refine((address) => address === '' || isHttps(address), `${name} debe empezar con https://`)

function isHttps(address: string): boolean {
  return /^https:\/\/[^\\\s]+$/i.test(address) && URL.canParse(address)
}

/** Every setting as it may be: `AllSettings` with its rules. */
export const Settings = z.object({
  shop_name: line(60, 'El nombre de la tienda').min(1, 'El nombre de la tienda es requerido'),
  tagline: line(120, 'El lema'),
  contact_email: Email,
  whatsapp: z
    .string('El WhatsApp son solo dígitos, con código de país')
    .regex(/^(\d{10,15})?$/, 'El WhatsApp son solo dígitos, con código de país'),
  instagram_url: https('La dirección de Instagram'),
  facebook_url: https('La dirección de Facebook'),
  youtube_url: https('La dirección de YouTube'),
  developer_credit: line(120, 'El crédito'),
  developer_url: https('La dirección del crédito'),
  about: text(2000, 'El texto sobre la tienda'),
  registration_text: text(500, 'El texto de la inscripción'),
  gate_decline_url: https('La dirección de salida').min(1, 'La dirección de salida es requerida'),
  address_delivery: z.boolean('Debe ser verdadero o falso'),
  warranty_days: z
    .int('La garantía se cuenta en días enteros')
    .min(1, 'La garantía debe ser de al menos 1 día')
    .max(365, 'La garantía no puede superar 365 días'),
  max_pending_orders: z
    .int('Los pedidos pendientes deben ser un número entero')
    .min(1, 'Los pedidos pendientes deben ser al menos 1')
    .max(1000, 'Los pedidos pendientes no pueden superar 1000'),
  orders_email: Email,
}) satisfies z.ZodType<AllSettings>
export type Settings = z.output<typeof Settings>

/** What is not sent stays as it is. */
export const SettingsChange = Settings.partial()
export type SettingsChange = z.output<typeof SettingsChange>

export const getAllSettings = endpoint('GET', '/settings/all/', {
  summary: 'Every setting of the shop, also those that nobody else sees',
  access: 'admin',
  reply: reply(AllSettings),
})

export const saveSettings = endpoint('PUT', '/settings/', {
  summary: 'Change settings; what is not sent stays as it is',
  access: 'admin',
  body: SettingsChange,
  reply: reply(AllSettings),
})
