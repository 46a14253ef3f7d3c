import { queryOptions } from '@tanstack/react-query'
import { PAGE_SLUGS, type PageSlug } from '../../../contract/legal/page-rules.ts'
import type { WrittenPage } from '../../../contract/legal/pages.ts'
import { listPageVersions, listWrittenPages } from '../../../contract/legal/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

const pagesKey = () => adminKey('admin-pages')

/** Never refetched automatically: a concurrent save must not change the fields while editing. */
export const writtenPages = () =>
  queryOptions({
    queryKey: [...pagesKey(), 'list'],
    queryFn: async ({ signal }) => (await call(listWrittenPages, { signal })).results,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The page to edit. */
export function askedPage(params: URLSearchParams): PageSlug {
  return PAGE_SLUGS.find((slug) => slug === params.get('pagina')) ?? 'terminos'
}

export const pageVersions = (slug: PageSlug, version: number) =>
  queryOptions({
    queryKey: [...pagesKey(), 'versions', slug, version],
    queryFn: async ({ signal }) => (await call(listPageVersions, { params: { slug }, signal })).results,
    enabled: version > 0,
  })

export async function readWrittenPage(slug: PageSlug): Promise<WrittenPage> {
  const { results } = await call(listWrittenPages)
  const page = results.find((one) => one.slug === slug)
  if (!page) throw new Error(`No page ${slug}`)
  return page
}
