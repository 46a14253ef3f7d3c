import { pageErrors, pagePath, PAGE_SLUGS, type PageSlug } from '../../contract/legal/page-rules.ts'
import { parsePageText } from '../../contract/legal/page-text.ts'
import type * as pages from '../../contract/legal/pages.ts'
import type { WrittenPage } from '../../contract/legal/pages.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import { publicChanged } from '../cache/public-change.ts'
import type { ContentPageRow } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import type { Shop } from '../shop.ts'
import { DRAFTS } from './drafts.ts'
import * as queries from './page-queries.ts'

/** The published pages, in the order of the footer. */
export async function listPages({ shop }: InputOf<typeof pages.listPages>) {
  return { results: await listPublished(shop) }
}

async function listPublished({ db }: Pick<Shop, 'db'>): Promise<{ slug: PageSlug; title: string }[]> {
  const rows = await queries.listPageRows(db)
  return PAGE_SLUGS.flatMap((slug) => {
    const page = rows.find((row) => row.slug === slug && row.is_published)
    return page ? [{ slug, title: page.title }] : []
  })
}

/** Paths of the published pages, for search engines. */
export async function listPagePaths(shop: Pick<Shop, 'db'>): Promise<string[]> {
  return (await listPublished(shop)).map(({ slug }) => pagePath(slug))
}

export async function getPage({ shop, params: { slug } }: InputOf<typeof pages.getPage>) {
  const page = await queries.findPageRow(shop.db, slug)
  if (!page?.is_published) throw notFound('Esa página todavía no está publicada')
  const { title, body, updated_at } = page
  return { slug, title, blocks: parsePageText(body), updated_at: updated_at.toISOString() }
}

export async function listWrittenPages({ shop }: InputOf<typeof pages.listWrittenPages>) {
  const rows = await queries.listPageRows(shop.db)
  const rowOf = (slug: PageSlug) => rows.find((row) => row.slug === slug)
  return { results: PAGE_SLUGS.map((slug) => written(slug, rowOf(slug))) }
}

export async function listPageVersions({ shop, params: { slug } }: InputOf<typeof pages.listPageVersions>) {
  const rows = await queries.listVersions(shop.db, slug)
  return { results: rows.map(({ saved_at, ...row }) => ({ ...row, saved_at: saved_at.toISOString() })) }
}

/** Saves the next version, unless nothing differs. Throws `STALE` when it was saved since `version`. */
export async function savePage({
  shop,
  user: admin,
  params: { slug },
  body: { version, is_accepted, ...fields },
}: InputOf<typeof pages.savePage>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const before = await queries.findPageRow(tx, slug)
    if ((before?.version ?? 0) !== version) throw stale()
    const accepted = before?.accepted_at ?? null
    const isAccepted = is_accepted ?? accepted !== null
    refuseUnready(slug, { ...fields, is_accepted: isAccepted })
    const isSame = before && Object.keys(changesBetween({ ...before }, fields)).length === 0
    if (isSame && isAccepted === (accepted !== null)) return written(slug, before)
    const change = { ...fields, updated_at: at, accepted_at: isAccepted ? (accepted ?? at) : null }
    const saved =
      version === 0
        ? await queries.insertPage(tx, { slug, ...change })
        : await queries.updatePage(tx, { slug, version }, change)
    if (!saved) throw stale()
    await queries.insertVersion(tx, saved, admin.id)
    await recordActivity(tx, {
      at,
      action: before ? 'update' : 'create',
      entity: 'page',
      entityId: saved.id,
      description: `Página ${saved.title} guardada, versión ${saved.version}`,
      userId: admin.id,
      // The texts are in `content_versions`.
      changes: changesBetween(before ? logged(before) : {}, logged(saved)),
    })
    if (saved.is_published || before?.is_published) await publicChanged(tx)
    return written(slug, saved)
  })
}

function logged({ title, is_published, accepted_at }: ContentPageRow) {
  return { title, is_published, is_accepted: accepted_at !== null }
}

function stale(): DomainError {
  return new DomainError('STALE', 'Otra persona guardó esta página. Leela de nuevo y repetí el cambio.')
}

function refuseUnready(slug: PageSlug, typed: Parameters<typeof pageErrors>[0]): void {
  const errors = Object.entries(pageErrors(typed, gapsOf(slug)))
  const wrong = errors.flatMap(([name, text]) => (text ? [[name, [text]]] : []))
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong) as Record<string, string[]>)
}

function gapsOf(slug: PageSlug): string[] {
  return [...new Set(DRAFTS[slug].body.match(/«[^»]*»/g))]
}

function written(slug: PageSlug, row: ContentPageRow | undefined): WrittenPage {
  const gaps = gapsOf(slug)
  if (!row)
    return { slug, ...DRAFTS[slug], gaps, is_published: false, is_draft: true, version: 0, updated_at: null }
  const { title, body, is_published, accepted_at, version, updated_at } = row
  return {
    slug,
    title,
    body,
    gaps,
    is_published,
    is_draft: accepted_at === null,
    version,
    updated_at: updated_at.toISOString(),
  }
}
