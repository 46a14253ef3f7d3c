import type { Db } from '../db/connect.ts'
import type { UploadPreset } from '../db/tables.ts'
import { invalid } from '../errors.ts'
import type { Shop } from '../shop.ts'

const LOST =
  'Esta imagen ya no está: pasaron más de dos semanas entre la subida y el guardado. Subila de nuevo.'

/** The ids that uploads get. */
const OUR_ID = /^[\w-]{22}$/

/** What is saved: addresses of pictures by the field that errors name. */
interface Saved {
  preset: UploadPreset
  fields: Record<string, string | null | (string | null)[]>
  at: Date
  /** What was saved before, which is not checked. */
  before?: (string | null)[] | undefined
}

/** `/media/product/xyz/640.webp` → `xyz`; undefined for an address of another preset. */
export function pictureId(preset: UploadPreset, address: string): string | undefined {
  const [, folder, ofPreset, id, ...rest] = address.split('/')
  return folder === 'media' && ofPreset === preset && rest.length === 1 ? id : undefined
}

/**
 * Marks uploads as used; unused ones are removed after a day or, of admins, two weeks. Returns the ids that were unused until now, for callers that
 * may use a file only once. With `by`, uploads of other accounts are not touched; uploads of visitors may be used by anybody
 * who has their address (docs/decisions/0008-photos-of-visitors.md).
 */
export async function markPicturesUsed(
  tx: Db,
  {
    preset,
    addresses,
    at,
    by,
  }: { preset: UploadPreset; addresses: (string | null)[]; at: Date; by?: number | null },
): Promise<string[]> {
  const ids = addresses.flatMap((address) => (address === null ? [] : (pictureId(preset, address) ?? [])))
  if (ids.length === 0) return []
  const claimed = await tx
    .updateTable('uploads')
    .set({ claimed_at: at, released_at: null })
    .where('id', 'in', ids)
    .where('preset', '=', preset)
    .where('claimed_at', 'is', null)
    .$if(by !== undefined, (query) =>
      query.where((row) => row.or([row('user_id', 'is', null), row('user_id', '=', by ?? null)])),
    )
    .returning('id')
    .execute()
  return claimed.map(({ id }) => id)
}

/**
 * Marks the uploads of saved fields as used. Throws `VALIDATION` for new ones that were removed because nothing used them
 * in time (`clean-files.ts`).
 */
export async function keepPictures(tx: Db, { preset, fields, at, before = [] }: Saved): Promise<void> {
  const all = Object.entries(fields).flatMap(([field, addresses]) =>
    [addresses].flat().map((address) => ({ field, address })),
  )
  // First, which keeps them from removal.
  await markPicturesUsed(tx, { preset, addresses: all.map(({ address }) => address), at })
  const added = all.flatMap(({ field, address }) => {
    const id = address === null || before.includes(address) ? undefined : pictureId(preset, address)
    return id !== undefined && OUR_ID.test(id) ? [{ field, id }] : []
  })
  if (added.length === 0) return
  const ids = added.map(({ id }) => id)
  const rows = await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('preset', '=', preset)
    .execute()
  const lost = added.filter(({ id }) => !rows.some((row) => row.id === id))
  if (lost.length > 0) throw invalid(Object.fromEntries(lost.map(({ field }) => [field, [LOST]])))
}

/**
 * Marks uploads as no longer used. They are removed a day later, as if they had been uploaded now, so that old pages that
 * are still open can show them until then.
 */
export async function releasePictures(
  tx: Db,
  { preset, ids, at }: { preset: UploadPreset; ids: string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('uploads')
    .set({ claimed_at: null, created_at: at, released_at: at })
    .where('id', 'in', ids)
    .where('preset', '=', preset)
    .execute()
}

/** The ids of the pictures in `before` that are not in `after`, in any width. */
export function pictureIdsLeft(
  preset: UploadPreset,
  before: (string | null)[],
  after: (string | null)[] = [],
): string[] {
  const idsOf = (addresses: (string | null)[]) =>
    addresses.flatMap((address) => (address === null ? [] : (pictureId(preset, address) ?? [])))
  const still = new Set(idsOf(after))
  return [...new Set(idsOf(before))].filter((id) => !still.has(id))
}

/**
 * Reclaims pictures released before `before` that are in use: something may have begun to show one during its release.
 * `unusedOf` returns which of the given pictures nothing shows. Call it before unused pictures are removed, a day after
 * their release.
 */
export async function reclaimShown(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  {
    preset,
    before,
    unusedOf,
  }: { preset: UploadPreset; before: Date; unusedOf: (db: Db, ids: string[]) => Promise<string[]> },
): Promise<void> {
  const released = await listReleased(db, preset, before)
  const unused = new Set(await unusedOf(db, released))
  await reclaim(
    db,
    released.filter((id) => !unused.has(id)),
    now(),
  )
}

async function listReleased(db: Db, preset: UploadPreset, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('preset', '=', preset)
    .where('claimed_at', 'is', null)
    .where('released_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks released pictures as used again. */
export async function reclaim(db: Db, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('uploads')
    .set({ claimed_at: at, released_at: null })
    .where('id', 'in', ids)
    .where('claimed_at', 'is', null)
    .execute()
}
