import { CARRIERS } from '../../contract/orders/carriers.ts'
import { z } from 'zod'
import { type Look, lookErrors } from '../../contract/settings/look.ts'
import type * as guide from '../../contract/settings/guide.ts'
import { firstSentence } from '../../contract/first-sentence.ts'
import { parsePageText } from '../../contract/legal/page-text.ts'
import { FACTOR_FIRST } from '../../contract/accounts/second-factor-rules.ts'
import { NEW_SHOP_NAME, SETTINGS_STALE } from '../../contract/settings/settings-rules.ts'
import type * as contract from '../../contract/settings/settings.ts'
import { PublicSettings, Settings, SettingsChange } from '../../contract/settings/settings.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import type { Db } from '../db/connect.ts'
import type { UploadPreset } from '../db/tables.ts'
import { keepPictures, pictureIdsLeft, releasePictures } from '../files/mark-used.ts'
import { onPublicChange, publicChanged } from '../cache/public-change.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, invalid } from '../errors.ts'
import { PublicMemory } from '../cache/public-memory.ts'
import { type InputOf, NOBODY, type OwnInputOf } from '../http/input.ts'
import type { Shop } from '../shop.ts'
import { GUARANTEE_NOTE, GUARANTEE_POINTS, GUIDE_INTRO, GUIDE_STEPS, ORDER_STEPS } from './guide-defaults.ts'

export type { Settings } from '../../contract/settings/settings.ts'
export { LAST_BACKUP, noteBackup, takeDay } from './last-times.ts'
export { isShownInSettings } from './shown-pictures.ts'

/** Defaults of a new shop, without claims that only its owner can make. */
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
  access_mode: 'request',
  sign_in_links: false,
  passkeys: false,
  restock_notices: true,
  show_tests: true,
  warranty_days: null,
  legal_name: '',
  cuit: '',
  legal_address: '',
  service_hours: '',
  rncyfs_number: '',
  ariccame_number: '',
  aaip_number: '',
  consumer_url: '',
  data_fiscal_url: '',
  data_fiscal_image: null,
  accent_light: '',
  ground_light: '',
  accent_dark: '',
  ground_dark: '',
  heading_font: 'display',
  logo: null,
  icon: null,
  gate_picture: null,
  share_picture: null,
  claim_reply: '',
  trophies: [],
  guide_intro: GUIDE_INTRO,
  guide_steps: GUIDE_STEPS,
  guarantee_note: GUARANTEE_NOTE,
  guarantee_points: GUARANTEE_POINTS,
  order_steps: ORDER_STEPS,
  max_pending_orders: 30,
  max_pending_units: 10,
  low_stock_at: 3,
  pending_expiry_days: 7,
  backup_hours: 26,
  carriers: CARRIERS,
  first_hour_over: false,
  staff_2fa: 'optional',
  orders_email: '',
  mail_changed: true,
  mail_completed: true,
  mail_cancelled: true,
  mail_paid: true,
  mail_handed: true,
}

/** Saved settings, with defaults for the others. */
export async function getSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const saved = SettingsChange.safeParse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  return saved.success ? { ...DEFAULTS, ...given(saved.data) } : { ...DEFAULTS, ...eachValid(rows) }
}

/** The address for notifications of the shop; empty if none is set. */
export function shopAddress({ orders_email, contact_email }: Settings): string {
  return orders_email || contact_email
}

/** With the version of the last save. */
export async function getAllSettings({ shop: { db } }: InputOf<typeof contract.getAllSettings>) {
  const row = await db.selectFrom('settings').select('value').where('key', '=', VERSION).executeTakeFirst()
  return { ...(await getSettings(db)), version: Number(row?.value ?? 0) }
}

export async function getPublicSettings({ shop: { db } }: InputOf<typeof contract.getSettings>) {
  const settings = await getSettings(db)
  const listed = await db
    .selectFrom('products')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('available', '=', true)
    .limit(1)
    .executeTakeFirst()
  const opening = listed === undefined ? OPENING_SOON : ''
  return {
    ...settings,
    share_picture: settings.share_picture ?? '/og.jpg',
    has_trophies: settings.trophies.length > 0,
    opening,
    shipping: await getShipping(db),
  }
}

export async function listTrophies({ shop }: InputOf<typeof contract.listTrophies>) {
  return (await getSettings(shop.db)).trophies
}

export async function getGuide({ shop }: InputOf<typeof guide.getGuide>) {
  const { guide_intro, guide_steps, guarantee_points } = await getSettings(shop.db)
  return { intro: guide_intro, steps: guide_steps, points: guarantee_points }
}

/** See `PublicSettings.shipping`: of the first paragraph, as a heading says nothing. */
async function getShipping(db: Db): Promise<string> {
  const page = await db
    .selectFrom('content_pages')
    .select('body')
    .where('slug', '=', 'envios')
    .where('is_published', '=', true)
    .executeTakeFirst()
  const first = parsePageText(page?.body ?? '').find(({ kind }) => kind === 'paragraph')
  return firstSentence((first?.lines ?? []).flatMap((runs) => runs.map(({ text }) => text)).join(''))[0]
}

const OPENING_SOON = 'Abrimos pronto: estamos preparando el catálogo.'

/** Cached settings of each shop that listens for changes. */
const remembered = new WeakMap<Shop, PublicMemory<Settings & PublicSettings>>()

/**
 * Starts caching: `getRememberedSettings` then reads the table only after a change, in this process from the commit,
 * in others from the notification. Resolves to a function that stops it.
 */
export async function rememberSettings(shop: Shop): Promise<() => void> {
  const memory = new PublicMemory<Settings & PublicSettings>({ max: 1 })
  const stopListening = await onPublicChange(shop.database, (change) => {
    // Ignores stock changes, which are frequent and change no settings.
    if (change !== 'stock') memory.drop()
  })
  remembered.set(shop, memory)
  return () => {
    remembered.delete(shop)
    stopListening()
  }
}

/** The cached settings, for frequent reads. Not inside a transaction. */
export function getRememberedSettings(shop: Shop): Promise<Settings & PublicSettings> {
  const read = () => getPublicSettings({ shop })
  return remembered.get(shop)?.get('settings', read) ?? read()
}

/**
 * Changes some settings and keeps the rest. Throws `VALIDATION` with a text for each invalid one, and `STALE` when
 * they were saved since `version`.
 */
export async function saveSettings({
  shop,
  user: { id: userId } = NOBODY,
  body: { version, ...changes },
}: OwnInputOf<typeof contract.saveSettings>) {
  const at = shop.now()
  const checked = check(changes)
  return inTransaction(shop.database, async (tx) => {
    const current = await lockVersion(tx, at)
    const before = await getSettings(tx)
    const differing = changesBetween({ ...before }, checked)
    if (Object.keys(differing).length === 0) return { ...before, version: current }
    if (version !== undefined && version !== current) throw new DomainError('STALE', SETTINGS_STALE)
    checkLook({ ...before, ...checked })
    if (differing['staff_2fa'] && checked.staff_2fa === 'required') await refuseWithoutFactor(tx, userId)
    const saved = { ...checked, [VERSION]: current + 1 }
    for (const [key, value] of Object.entries(saved)) {
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
    await keepAndRelease(tx, { before, after: { ...before, ...checked }, at })
    const isPublic = Object.keys(differing).some((key) => key in PublicSettings.shape || key in SHOWN_APART)
    await publicChanged(tx, isPublic ? 'any' : 'private')
    return { ...before, ...checked, version: current + 1 }
  })
}

/** Admins who require it without having one would lock themselves out. */
async function refuseWithoutFactor(tx: Tx, userId: number | null): Promise<void> {
  if (userId === null) return
  const own = tx.selectFrom('totp').select('user_id').where('user_id', '=', userId)
  const row = await own.where('confirmed_at', 'is not', null).executeTakeFirst()
  if (!row) throw invalid({ staff_2fa: [FACTOR_FIRST] })
}

const VERSION = 'version'

/** Public, but answered by separate calls. */
const SHOWN_APART = {
  trophies: true,
  icon: true,
  guide_intro: true,
  guide_steps: true,
  guarantee_points: true,
}

/** One save at a time. */
async function lockVersion(tx: Db, at: Date): Promise<number> {
  await tx
    .insertInto('settings')
    .values({ key: VERSION, value: '0', updated_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', VERSION)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Number(row.value)
}

/** Colours are checked together, for their contrast. */
function checkLook(look: Look): void {
  const errors = Object.entries(lookErrors(look))
  if (errors.length > 0) throw invalid(Object.fromEntries(errors.map(([name, text]) => [name, [text]])))
}

/** Pictures in settings, by upload purpose. */
const PICTURES: { preset: UploadPreset; of: (settings: Settings) => Record<string, Pictures> }[] = [
  {
    preset: 'product',
    of: ({ trophies, guide_steps }) => ({
      trophies: trophies.map(({ picture }) => picture),
      guide_steps: guide_steps.map(({ picture }) => picture),
    }),
  },
  {
    preset: 'banner',
    of: ({ share_picture, gate_picture }) => ({
      share_picture: [share_picture],
      gate_picture: [gate_picture],
    }),
  },
  { preset: 'logo', of: ({ logo, icon }) => ({ logo: [logo], icon: [icon] }) },
  {
    preset: 'brand',
    of: ({ trophies, data_fiscal_image }) => ({
      trophies: trophies.map(({ logo }) => logo),
      data_fiscal_image: [data_fiscal_image],
    }),
  },
]
type Pictures = (string | null)[]

async function keepAndRelease(
  tx: Tx,
  { before, after, at }: { before: Settings; after: Settings; at: Date },
): Promise<void> {
  for (const { preset, of } of PICTURES) {
    const [had, has] = [Object.values(of(before)).flat(), Object.values(of(after)).flat()]
    await keepPictures(tx, { preset, fields: of(after), at, before: had })
    await releasePictures(tx, { preset, ids: pictureIdsLeft(preset, had, has), at })
  }
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

/** A row in an older format must not hide the others. */
function eachValid(rows: { key: string; value: unknown }[]): Partial<Settings> {
  return Object.assign(
    {},
    ...rows.map(({ key, value }) => given(SettingsChange.safeParse({ [key]: value }).data ?? {})),
  ) as Partial<Settings> // safe: each part was parsed
}
