import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'

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
  filter: { position?: string | undefined; isActive?: boolean | undefined },
) {
  return db
    .selectFrom('banners')
    .select(COLUMNS)
    .$if(filter.position !== undefined, (query) => query.where('position', '=', filter.position ?? ''))
    .$if(filter.isActive !== undefined, (query) => query.where('is_active', '=', filter.isActive ?? true))
    .orderBy('slot')
    .execute()
}

/** Until the end of the transaction nobody else adds a banner: two at once would choose the same place. */
export async function lockPlaces(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('banners'))`.execute(tx)
}

export async function listPlaces(tx: Db): Promise<number[]> {
  const rows = await tx.selectFrom('banners').select('slot').execute()
  return rows.map(({ slot }) => slot)
}

export function insertBanner(tx: Db, values: Insertable<Tables['banners']>) {
  return tx.insertInto('banners').values(values).returning(COLUMNS).executeTakeFirstOrThrow()
}
