import { z } from 'zod'
import { NEW_SHOP_NAME } from '../../contract/settings-rules.ts'
import { PublicSettings, Settings, SettingsChange } from '../../contract/settings.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import type { Db } from '../db/connect.ts'
import { onPublicChange, publicChanged } from '../cache/public-change.ts'
import { inTransaction } from '../db/transaction.ts'
import { invalid } from '../errors.ts'
import { PublicMemory } from '../cache/public-memory.ts'
import type { Shop } from '../shop.ts'

export type { Settings } from '../../contract/settings.ts'

/** The settings of a new shop. They claim nothing that only its owner can know. */
const DEFAULTS: Settings = {
  shop_name: NEW_SHOP_NAME,
  tagline: '',
  contact_email: '',
  whatsapp: '',
  instagram_url: '',
  facebook_url: '',
  youtube_url: '',
  developer_credit: '',
  developer_url: '',
  about: '',
  registration_text: '',
  gate_decline_url: 'https://www.google.com/',
  address_delivery: false,
  warranty_days: 30,
  legal_name: '',
  cuit: '',
  legal_address: '',
  service_hours: '',
  rncyfs_number: '',
  ariccame_number: '',
  aaip_number: '',
  consumer_url: '',
  data_fiscal_url: '',
  max_pending_orders: 30,
  orders_email: '',
}

/** The saved settings, with defaults for the others. */
export async function getSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const saved = SettingsChange.safeParse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  return saved.success ? { ...DEFAULTS, ...given(saved.data) } : { ...DEFAULTS, ...eachValid(rows) }
}

/** The settings of each shop that listens for their changes. */
const remembered = new WeakMap<Shop, PublicMemory<Settings>>()

/**
 * Starts remembering: `getRememberedSettings` then reads the table only after a change, in this process from the commit on,
 * in others from the notification on. Resolves to a function that stops it.
 */
export async function rememberSettings(shop: Shop): Promise<() => void> {
  const memory = new PublicMemory<Settings>({ max: 1 })
  const stopListening = await onPublicChange(shop.database, (change) => {
    // Orders change no settings, and are frequent.
    if (change !== 'stock') memory.drop()
  })
  remembered.set(shop, memory)
  return () => {
    remembered.delete(shop)
    stopListening()
  }
}

/** The settings as this process remembers them, for frequent reads. Not inside a transaction. */
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
  return inTransaction(shop.database, async (tx) => {
    const before = await getSettings(tx)
    const differing = changesBetween(before, checked)
    if (Object.keys(differing).length === 0) return before
    // Sorted, so that two saves at once cannot deadlock.
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
    const isPublic = Object.keys(differing).some((key) => key in PublicSettings.shape)
    await publicChanged(tx, isPublic ? 'any' : 'private')
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

/** A row that an older version wrote differently must not hide the others. */
function eachValid(rows: { key: string; value: unknown }[]): Partial<Settings> {
  return Object.assign(
    {},
    ...rows.map(({ key, value }) => given(SettingsChange.safeParse({ [key]: value }).data ?? {})),
  ) as Partial<Settings> // safe: each part was parsed
}
