import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'
import type { Tables } from '../db/tables.ts'
import { isShownInSettings } from '../settings/settings.ts'

const COLUMNS = [
  'id',
  'title',
  'image_url',
  'mobile_image_url',
  'url_to',
  'position',
  'is_active',
  'slot as order',
  'start_date',
  'end_date',
] as const

export function listBanners(
  db: Db,
  filter: { position?: string | undefined; isActive?: boolean | undefined } = {},
) {
  return db
    .selectFrom('banners')
    .select(COLUMNS)
    .$if(filter.position !== undefined, (query) => query.where('position', '=', filter.position ?? ''))
    .$if(filter.isActive !== undefined, (query) => query.where('is_active', '=', filter.isActive ?? true))
    .orderBy('slot')
    .execute()
}

/** Locks all banners against other changes until the transaction ends. */
export async function lockPlaces(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('banners'))`.execute(tx)
}

export function insertBanner(tx: Tx, values: Insertable<Tables['banners']>) {
  return tx.insertInto('banners').values(values).returning(COLUMNS).executeTakeFirstOrThrow()
}

export function updateBanner(tx: Tx, id: number, values: Updateable<Tables['banners']>) {
  return tx
    .updateTable('banners')
    .set(values)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** One statement: places must be unique at its end only. */
export async function exchangePlaces(
  tx: Tx,
  first: { id: number; order: number },
  second: { id: number; order: number },
): Promise<void> {
  await tx
    .updateTable('banners')
    .set({
      slot: sql<number>`case id when ${first.id} then ${second.order}::int else ${first.order}::int end`,
    })
    .where('id', 'in', [first.id, second.id])
    .execute()
}

export async function deleteBanner(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('banners').where('id', '=', id).execute()
}

/** Which of these pictures no banner or setting uses. */
export async function unusedPictures(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select gone.id from unnest(${ids}::text[]) as gone (id)
    where not exists (
      select from banners where gone.id in (split_part(image_url, '/', 4), split_part(mobile_image_url, '/', 4))
    ) and not ${isShownInSettings('banner')}`.execute(db)
  return rows.map(({ id }) => id)
}
