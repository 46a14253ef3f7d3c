import type { BodyOf } from '../../contract/endpoint.ts'
import { pagePath, PAGE_SLUGS, type PageSlug } from '../../contract/legal/page-rules.ts'
import { parsePageText } from '../../contract/legal/page-text.ts'
import type {
  PageVersion,
  savePage as savePageCall,
  ShownPage,
  WrittenPage,
} from '../../contract/legal/pages.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import { publicChanged } from '../cache/public-change.ts'
import type { ContentPageRow } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { Shop } from '../shop.ts'
import { DRAFTS } from './drafts.ts'
import * as queries from './page-queries.ts'

/** The published pages, in the order of the footer. */
export async function listPages({ db }: Pick<Shop, 'db'>): Promise<{ slug: PageSlug; title: string }[]> {
  const rows = await queries.listPageRows(db)
  return PAGE_SLUGS.flatMap((slug) => {
    const page = rows.find((row) => row.slug === slug && row.is_published)
    return page ? [{ slug, title: page.title }] : []
  })
}

/** Paths of the published pages, for search engines. */
export async function listPagePaths(shop: Pick<Shop, 'db'>): Promise<string[]> {
  return (await listPages(shop)).map(({ slug }) => pagePath(slug))
}

export async function getPage(shop: Shop, slug: PageSlug): Promise<ShownPage> {
  const page = await queries.findPageRow(shop.db, slug)
  if (!page?.is_published) throw notFound('Esa página todavía no está publicada')
  const { title, body, updated_at } = page
  return { slug, title, blocks: parsePageText(body), updated_at: updated_at.toISOString() }
}

export async function listWrittenPages(shop: Shop): Promise<WrittenPage[]> {
  const rows = await queries.listPageRows(shop.db)
  return PAGE_SLUGS.map((slug) =>
    written(
      slug,
      rows.find((row) => row.slug === slug),
    ),
  )
}

export async function listPageVersions(shop: Shop, slug: PageSlug): Promise<PageVersion[]> {
  const rows = await queries.listVersions(shop.db, slug)
  return rows.map(({ saved_at, ...row }) => ({ ...row, saved_at: saved_at.toISOString() }))
}

/** Saves the next version, unless nothing differs. Throws `STALE` when somebody else saved after `version`. */
export async function savePage(
  shop: Shop,
  admin: SessionUser,
  slug: PageSlug,
  { version, ...fields }: BodyOf<typeof savePageCall>,
): Promise<WrittenPage> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const before = await queries.findPageRow(tx, slug)
    if (before && Object.keys(changesBetween({ ...before }, fields)).length === 0)
      return written(slug, before)
    const change = { ...fields, updated_at: at }
    const saved =
      version === 0
        ? await queries.insertPage(tx, { slug, ...change })
        : await queries.updatePage(tx, { slug, version }, change)
    if (!saved)
      throw new DomainError('STALE', 'Otra persona guardó esta página. Leela de nuevo y repetí el cambio.')
    await queries.insertVersion(tx, saved, admin.id)
    await recordActivity(tx, {
      at,
      action: before ? 'update' : 'create',
      entity: 'page',
      entityId: saved.id,
      description: `Página ${saved.title} guardada, versión ${saved.version}`,
      userId: admin.id,
      // The texts are in `content_versions`.
      changes: changesBetween(before ? { title: before.title, is_published: before.is_published } : {}, {
        title: saved.title,
        is_published: saved.is_published,
      }),
    })
    if (saved.is_published || before?.is_published) await publicChanged(tx)
    return written(slug, saved)
  })
}

function written(slug: PageSlug, row: ContentPageRow | undefined): WrittenPage {
  if (!row)
    return { slug, ...DRAFTS[slug], is_published: false, is_draft: true, version: 0, updated_at: null }
  const { title, body, is_published, version, updated_at } = row
  return { slug, title, body, is_published, is_draft: false, version, updated_at: updated_at.toISOString() }
}
