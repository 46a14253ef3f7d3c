import { z } from 'zod'
import { endpoint, reply } from './endpoint.ts'

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

export const getSettings = endpoint('GET', '/settings/', {
  summary: 'What the footer, the gate and the forms need to know of the shop',
  access: 'anyone',
  reply: reply(PublicSettings),
})
