import type { Db } from '../db/connect.ts'
import type { UploadPreset } from '../db/tables.ts'

/** `/media/product/xyz/640.webp` → `xyz`; undefined for addresses that are not of this preset. */
export function pictureId(preset: UploadPreset, address: string): string | undefined {
  const [, folder, ofPreset, id, ...rest] = address.split('/')
  return folder === 'media' && ofPreset === preset && rest.length === 1 ? id : undefined
}

/**
 * Marks uploads as used: what nothing claims within a day is removed. Returns the ids that were free until now, so
 * that who may use a file only once can compare.
 */
export async function claimPictures(
  tx: Db,
  { preset, addresses, at }: { preset: UploadPreset; addresses: (string | null)[]; at: Date },
): Promise<string[]> {
  const ids = addresses.flatMap((address) => (address === null ? [] : (pictureId(preset, address) ?? [])))
  if (ids.length === 0) return []
  const claimed = await tx
    .updateTable('uploads')
    .set({ claimed_at: at })
    .where('id', 'in', ids)
    .where('preset', '=', preset)
    .where('claimed_at', 'is', null)
    .returning('id')
    .execute()
  return claimed.map(({ id }) => id)
}
