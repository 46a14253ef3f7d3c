import { z } from 'zod'
import { Settings, SettingsChange } from '../../contract/settings.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import type { Db } from '../db/connect.ts'
import { hearHere, PUBLIC_CHANGE, publicChanged } from '../db/public-change.ts'
import { inTransaction } from '../db/retry.ts'
import { invalid } from '../errors.ts'
import { PublicMemory } from '../public-memory.ts'
import type { Shop } from '../shop.ts'

export type { Settings } from '../../contract/settings.ts'

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
  // No claim of years or registration: only the owner can make it.
  about:
    'Un criadero argentino de semillas de cannabis: variedades seleccionadas planta por planta, con garantía de germinación.',
  registration_text: '',
  gate_decline_url: 'https://www.google.com/',
  address_delivery: false,
  warranty_days: 30,
  max_pending_orders: 30,
  orders_email: 'pedidos@surbrote.example',
}

/** What was saved, and the default of everything else. */
export async function getSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const saved = SettingsChange.safeParse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  return saved.success ? { ...DEFAULTS, ...given(saved.data) } : { ...DEFAULTS, ...eachValid(rows) }
}

/** By shop, while it hears when one changes. */
const remembered = new WeakMap<Shop, PublicMemory<Settings>>()

/**
 * From now on `getRememberedSettings` reads only after a change. Here one counts from its commit on, in another process
 * from the notification on, and after a lost connection they are read anew. Resolves to a function that ends it.
 */
export async function rememberSettings(shop: Shop): Promise<() => void> {
  const memory = new PublicMemory<Settings>({ max: 1 })
  const hear = (change?: string) => {
    // What orders say all the time: they change no settings.
    if (change !== 'stock') memory.drop()
  }
  const stopHearing = hearHere(shop.db, hear)
  const stopListening = await shop.database.listen(PUBLIC_CHANGE, hear)
  remembered.set(shop, memory)
  return () => {
    remembered.delete(shop)
    stopHearing()
    stopListening()
  }
}

/** The settings as this process knows them, for who would ask for them again and again. Never inside a transaction. */
export function getRememberedSettings(shop: Shop): Promise<Settings> {
  const read = () => getSettings(shop.db)
  return remembered.get(shop)?.get('settings', read) ?? read()
}

/** Changes some settings and keeps the rest. Throws `VALIDATION` with a text for each wrong one. */
export async function saveSettings(
  shop: Shop,
  changes: SettingsChange,
  userId: number | null,
): Promise<Settings> {
  const at = shop.now()
  const checked = check(changes)
  return inTransaction(shop.db, async (tx) => {
    const before = await getSettings(tx)
    const differing = changesBetween(before, checked)
    if (Object.keys(differing).length === 0) return before
    // Always in the same order, so that two who save at once cannot deadlock.
    for (const [key, value] of Object.entries(checked).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
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
      changes: differing,
    })
    await publicChanged(tx)
    return { ...before, ...checked }
  })
}

function check(changes: SettingsChange): Partial<Settings> {
  const parsed = SettingsChange.safeParse(changes)
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
    ...rows.map(({ key, value }) => given(SettingsChange.safeParse({ [key]: value }).data ?? {})),
  ) as Partial<Settings> // safe: each part was parsed
}
