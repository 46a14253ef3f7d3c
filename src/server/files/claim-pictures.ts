import type { Db } from '../db/connect.ts'
import type { UploadPreset } from '../db/tables.ts'

/** `/media/product/xyz/640.webp` → `xyz`; undefined for addresses that are not of this preset. */
export function pictureId(preset: UploadPreset, address: string): string | undefined {
  const [, folder, ofPreset, id, ...rest] = address.split('/')
  return folder === 'media' && ofPreset === preset && rest.length === 1 ? id : undefined
}

/**
 * Marks uploads as used: what nothing claims within a day is removed. Returns the ids that were free until now, so
 * that who may use a file only once can compare. With `by`, files that somebody else's account uploaded are not
 * touched; those that a visitor uploaded are for whoever holds their address (docs/decisions/0008-photos-of-visitors.md).
 */
export async function claimPictures(
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
 * Marks uploads as used by nothing, for the room that has just stopped showing them: they are removed a day later, as
 * if they had been uploaded now, so that whoever still has the old page open sees them until then.
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

/** The ids of the pictures that `before` shows and `after` does not, whatever the width. */
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

/** Pictures that were let go of before `before` and are still there. */
export async function listReleased(db: Db, preset: UploadPreset, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('preset', '=', preset)
    .where('claimed_at', 'is', null)
    .where('released_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks pictures as used again that were let go of in the moment in which something else began to show them. */
export async function reclaim(db: Db, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('uploads')
    .set({ claimed_at: at, released_at: null })
    .where('id', 'in', ids)
    .where('claimed_at', 'is', null)
    .execute()
}
