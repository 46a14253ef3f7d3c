import { z } from 'zod'
import { PublicSettings } from '../../contract/settings.ts'
import { Email, line, text } from '../../contract/text.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import type { Db } from '../db/connect.ts'
import { publicChanged } from '../db/public-change.ts'
import { inTransaction } from '../db/retry.ts'
import { invalid } from '../errors.ts'
import type { Shop } from '../shop.ts'

const https = (name: string) =>
  line(300, name).refine((address) => address === '' || isHttps(address), `${name} debe empezar con https://`)

/** All that a shop can set about itself: what everybody may know, and what only the shop does. */
const Settings = PublicSettings.extend({
  shop_name: line(60, 'El nombre de la tienda').min(1, 'El nombre de la tienda es requerido'),
  tagline: line(120, 'El lema'),
  contact_email: Email,
  whatsapp: z.string().regex(/^(\d{10,15})?$/, 'El WhatsApp son solo dígitos, con código de país'),
  instagram_url: https('La dirección de Instagram'),
  facebook_url: https('La dirección de Facebook'),
  youtube_url: https('La dirección de YouTube'),
  developer_credit: line(120, 'El crédito'),
  developer_url: https('La dirección del crédito'),
  about: text(2000, 'El texto sobre la tienda'),
  registration_text: text(500, 'El texto de la inscripción'),
  gate_decline_url: https('La dirección de salida').min(1, 'La dirección de salida es requerida'),
  warranty_days: z
    .int('Deben ser días enteros')
    .min(1, 'Debe ser al menos 1 día')
    .max(365, 'No puede superar 365 días'),
  /** How many orders of one customer may wait at the same time. */
  max_pending_orders: z
    .int('Debe ser un número entero')
    .min(1, 'Debe ser al menos 1')
    .max(1000, 'No puede superar 1000'),
  /** Where the shop reads its new orders. */
  orders_email: Email,
})
export type Settings = z.output<typeof Settings>

/** What a new shop says of itself until its owner writes something better. */
const DEFAULTS: Settings = {
  shop_name: 'Surbrote',
  tagline: 'genéticas del sur',
  contact_email: 'hola@surbrote.example',
  whatsapp: '',
  instagram_url: '',
  facebook_url: '',
  youtube_url: '',
  developer_credit: 'Desarrollado por Surbrote',
  developer_url: '',
  about:
    'Hace más de diez años que seleccionamos variedades de cannabis, planta por planta y cosecha tras cosecha. ' +
    'Somos un criadero argentino inscripto en el Instituto Nacional de Semillas (INASE): cada semilla que ' +
    'entregamos sale de madres que conocemos, está probada por nosotros y tiene garantía de germinación.',
  registration_text: 'Criadero inscripto en el Instituto Nacional de Semillas (INASE).',
  gate_decline_url: 'https://www.google.com/',
  address_delivery: false,
  warranty_days: 30,
  max_pending_orders: 30,
  orders_email: 'pedidos@surbrote.example',
}

/** What was saved, and the default of everything else. */
export async function getSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const saved = Settings.partial().safeParse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  return saved.success ? { ...DEFAULTS, ...given(saved.data) } : { ...DEFAULTS, ...eachValid(rows) }
}

/** Changes some settings and keeps the rest. Throws `VALIDATION` with a text for each wrong one. */
export async function saveSettings(
  shop: Shop,
  changes: Partial<Settings>,
  userId: number | null,
): Promise<Settings> {
  const at = shop.now()
  const checked = given(check(changes))
  return inTransaction(shop.db, async (tx) => {
    const before = await getSettings(tx)
    for (const [key, value] of Object.entries(checked)) {
      const json = JSON.stringify(value)
      await tx
        .insertInto('settings')
        .values({ key, value: json, updated_at: at })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json, updated_at: at }))
        .execute()
    }
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'settings',
      entityId: null,
      description: 'Configuración de la tienda actualizada',
      userId,
      changes: changesBetween(before, checked),
    })
    await publicChanged(tx)
    return { ...before, ...checked }
  })
}

function check(changes: Partial<Settings>): Partial<Settings> {
  const parsed = Settings.partial().safeParse(changes)
  if (parsed.success) return given(parsed.data)
  const errors = z.flattenError(parsed.error).fieldErrors
  throw invalid(Object.fromEntries(Object.entries(errors).map(([key, texts]) => [key, texts ?? []])))
}

function given(settings: { [Key in keyof Settings]?: Settings[Key] | undefined }): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** One row that an older version wrote differently must not hide the others. */
function eachValid(rows: { key: string; value: unknown }[]): Partial<Settings> {
  return Object.assign(
    {},
    ...rows.map(({ key, value }) => given(Settings.partial().safeParse({ [key]: value }).data ?? {})),
  ) as Partial<Settings> // safe: each part was parsed
}

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}
