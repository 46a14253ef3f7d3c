import type { Db } from '../db/connect.ts'
import type { UploadPreset } from '../db/tables.ts'

/** Bytes of uploads that were never used: photos of claims, or the pictures of the shop. */
export async function unusedBytes(db: Db, isClaims: boolean): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('bytes'), row.lit(0)).as('bytes'))
    .where('claimed_at', 'is', null)
    .where('released_at', 'is', null)
    .where('preset', isClaims ? '=' : '!=', 'warranty')
    .executeTakeFirstOrThrow()
  return bytes
}

/**
 * Deletes the rows of uploads that nothing uses, in batches, and returns them. Skips rows that a claim is taking or another
 * instance is deleting at this moment.
 */
export function deleteUnused(
  db: Db,
  which: { ids: string[] } | { before: Date; most: number },
): Promise<{ id: string; preset: UploadPreset }[]> {
  return db
    .deleteFrom('uploads')
    .where('id', 'in', (row) =>
      row
        .selectFrom('uploads')
        .select('id')
        .where('claimed_at', 'is', null)
        .$if('ids' in which, (query) => query.where('id', 'in', 'ids' in which ? which.ids : []))
        .$if('before' in which, (query) =>
          query
            .where('created_at', '<', 'before' in which ? which.before : new Date(0))
            .orderBy('created_at')
            .limit('before' in which ? which.most : 0),
        )
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'preset'])
    .execute()
}

/** The uploads that exist of these ids. */
export function selectUploads(db: Db, ids: string[]): Promise<{ id: string; created_at: Date }[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('uploads').select(['id', 'created_at']).where('id', 'in', ids).execute()
}
