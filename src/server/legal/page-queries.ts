import type { PageSlug } from '../../contract/legal/page-rules.ts'
import type { Db } from '../db/connect.ts'
import type { ContentPageRow } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

const VERSIONS_SHOWN = 50

export function listPageRows(db: Db): Promise<ContentPageRow[]> {
  return db.selectFrom('content_pages').selectAll().execute()
}

export function findPageRow(db: Db, slug: PageSlug): Promise<ContentPageRow | undefined> {
  return db.selectFrom('content_pages').selectAll().where('slug', '=', slug).executeTakeFirst()
}

interface PageFields {
  title: string
  body: string
  is_published: boolean
  accepted_at: Date | null
}

/** Inserts version 1 of a page; undefined if it exists already. */
export function insertPage(tx: Tx, page: PageFields & { slug: PageSlug; updated_at: Date }) {
  return tx
    .insertInto('content_pages')
    .values(page)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Inserts the next version; undefined if `version` is outdated. */
export function updatePage(
  tx: Tx,
  { slug, version }: { slug: PageSlug; version: number },
  fields: PageFields & { updated_at: Date },
) {
  return tx
    .updateTable('content_pages')
    .set((row) => ({ ...fields, version: row('version', '+', 1) }))
    .where('slug', '=', slug)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

export async function insertVersion(
  tx: Tx,
  { id, version, title, body, is_published, updated_at }: ContentPageRow,
  savedBy: number,
): Promise<void> {
  await tx
    .insertInto('content_versions')
    .values({ page_id: id, version, title, body, is_published, saved_by: savedBy, saved_at: updated_at })
    .execute()
}

export function listVersions(db: Db, slug: PageSlug) {
  return db
    .selectFrom('content_versions')
    .innerJoin('content_pages', 'content_pages.id', 'content_versions.page_id')
    .where('content_pages.slug', '=', slug)
    .selectAll('content_versions')
    .orderBy('content_versions.version', 'desc')
    .limit(VERSIONS_SHOWN)
    .execute()
}
