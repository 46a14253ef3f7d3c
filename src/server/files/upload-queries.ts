import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables, UploadPreset } from '../db/tables.ts'

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

interface Unused {
  /** Photos of claims, and pictures that were released. */
  before: Date
  /** Pictures of the shop that were never used: an admin's form can stay open for days. */
  neverUsedBefore: Date
  most: number
}

/**
 * Deletes the rows of uploads that nothing uses, in batches, and returns them. Skips rows that a claim is taking or another
 * instance is deleting at this moment.
 */
export function deleteUnused(
  db: Db,
  which: { ids: string[] } | Unused,
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
            .where((row) => ('before' in which ? isUnused(row, which) : row.lit(false)))
            .orderBy('created_at')
            .limit('before' in which ? which.most : 0),
        )
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'preset'])
    .execute()
}

function isUnused(row: ExpressionBuilder<Tables, 'uploads'>, { before, neverUsedBefore }: Unused) {
  const isShort = row.or([row('preset', '=', 'warranty'), row('released_at', 'is not', null)])
  return row.or([row('created_at', '<', neverUsedBefore), row.and([row('created_at', '<', before), isShort])])
}

/** The uploads that exist of these ids. */
export function selectUploads(db: Db, ids: string[]): Promise<{ id: string; created_at: Date }[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('uploads').select(['id', 'created_at']).where('id', 'in', ids).execute()
}
