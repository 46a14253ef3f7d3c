import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables, UploadPreset } from '../db/tables.ts'

/** The owner of an upload: an account or a visitor. */
export type Owner = { user: { id: number } } | { ownerHash: Buffer }

type Row = ExpressionBuilder<Tables, 'uploads'>

/** Bytes of never used uploads, of claim photos or of pictures of the shop: by this owner, and in total. */
export function unusedBytes(db: Db, isClaims: boolean, owner: Owner): Promise<{ own: number; all: number }> {
  return db
    .selectFrom('uploads')
    .select((row) => [
      row.fn.coalesce(row.fn.sum<number>('bytes').filterWhere(isOf(row, owner)), row.lit(0)).as('own'),
      row.fn.coalesce(row.fn.sum<number>('bytes'), row.lit(0)).as('all'),
    ])
    .where((row) => neverUsed(row, isClaims))
    .executeTakeFirstOrThrow()
}

function neverUsed(row: Row, isClaims: boolean) {
  return row.and([
    row('claimed_at', 'is', null),
    row('released_at', 'is', null),
    row('preset', isClaims ? '=' : '!=', 'warranty'),
  ])
}

function isOf(row: Row, owner: Owner) {
  return 'user' in owner ? row('user_id', '=', owner.user.id) : row('owner_hash', '=', owner.ownerHash)
}

export interface UploadKey {
  id: string
  preset: UploadPreset
}

/** Deletes unused rows and returns them. */
export function deleteUnused(db: Db, ids: string[]): Promise<UploadKey[]> {
  return deleteRows(db, (row) => row('id', 'in', ids))
}

/** The same for claim photos that were in use before. */
export function deleteReleasedPhotos(db: Db): Promise<UploadKey[]> {
  return deleteRows(db, (row) =>
    row.and([row('preset', '=', 'warranty'), row('released_at', 'is not', null)]),
  )
}

interface Unused {
  /** Claim photos, and released pictures. */
  before: Date
  /** Never used pictures of the shop: an admin's form can stay open for days. */
  neverUsedBefore: Date
  most: number
}

/** The same for the oldest uploads unused for this long. */
export function deleteOldUnused(db: Db, { most, ...which }: Unused): Promise<UploadKey[]> {
  return deleteRows(db, (row) => isUnused(row, which), most)
}

/** The same for the oldest never used uploads, of one owner or all. */
export function deleteOldestUnused(
  db: Db,
  { isClaims, owner, before, most }: { isClaims: boolean; owner?: Owner; before: Date; most: number },
): Promise<UploadKey[]> {
  const which = (row: Row) =>
    row.and([
      neverUsed(row, isClaims),
      row('created_at', '<', before),
      ...(owner === undefined ? [] : [isOf(row, owner)]),
    ])
  return deleteRows(db, which, most)
}

/** Oldest first. Skips rows that a claim is taking or another instance is deleting at this moment. */
function deleteRows(db: Db, which: (row: Row) => Expression<SqlBool>, most?: number): Promise<UploadKey[]> {
  return db
    .deleteFrom('uploads')
    .where('id', 'in', (row) =>
      row
        .selectFrom('uploads')
        .select('id')
        .where('claimed_at', 'is', null)
        .where(which)
        .$if(most !== undefined, (query) => query.orderBy('created_at').limit(most ?? 0))
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'preset'])
    .execute()
}

function isUnused(row: Row, { before, neverUsedBefore }: Omit<Unused, 'most'>) {
  const isShort = row.or([row('preset', '=', 'warranty'), row('released_at', 'is not', null)])
  return row.or([row('created_at', '<', neverUsedBefore), row.and([row('created_at', '<', before), isShort])])
}

/** The uploads that exist of these ids. */
export function selectUploads(db: Db, ids: string[]): Promise<{ id: string; created_at: Date }[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('uploads').select(['id', 'created_at']).where('id', 'in', ids).execute()
}
