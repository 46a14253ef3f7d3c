import { queryOptions, useQuery } from '@tanstack/react-query'
import { PAGE_NAME, pagePath, type PageSlug } from '../../../contract/legal/page-rules.ts'
import { getPage } from '../../../contract/legal/calls.ts'
import { PageHead, UnlistedHead } from '../../app/page-head.tsx'
import { call, Refusal } from '../../data/api.ts'
import { formatDay } from '../../shop/dates.ts'
import { TextBlocks } from '../../shop/text/text-blocks.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import './law.css'

export const textPage = (slug: PageSlug) =>
  queryOptions({
    queryKey: ['anonymous', 'page', slug],
    queryFn: ({ signal }) => call(getPage, { params: { slug }, signal }),
  })

/** A text page of the owner. */
export function TextPage({ slug }: { slug: PageSlug }) {
  const { data: page, error, isFetching, refetch } = useQuery(textPage(slug))
  if (!page && error && !isFetching)
    return <NoText slug={slug} error={error} onRetry={() => void refetch()} />
  const title = page?.title ?? PAGE_NAME[slug]
  return (
    <div className="page law-page stack-4">
      <PageHead title={title} description={page ? firstWords(page.blocks) : ''} path={pagePath(slug)} />
      <h1 tabIndex={-1}>{title}</h1>
      {page ? (
        <>
          <TextBlocks blocks={page.blocks} />
          <p className="note">{`Última actualización: ${formatDay(page.updated_at)}`}</p>
        </>
      ) : (
        <LoadingBlocks className="law-loading" blocks={['law-skeleton']} />
      )}
    </div>
  )
}

/** Only a 404 means that the page does not exist. */
function NoText({ slug, error, onRetry }: { slug: PageSlug; error: Error; onRetry: () => void }) {
  const isUnpublished = error instanceof Refusal && error.status === 404
  const title = isUnpublished ? 'Esta página no está publicada' : PAGE_NAME[slug]
  return (
    <div className="page law-page stack-4">
      <UnlistedHead title={title} />
      <h1 tabIndex={-1}>{title}</h1>
      {!isUnpublished && (
        <ErrorPanel title="Error al cargar la página" note={error.message} onRetry={onRetry} />
      )}
    </div>
  )
}

const SHOWN_WORDS = 150

function firstWords(blocks: { lines: { text: string }[][] }[]): string {
  const text = blocks.flatMap(({ lines }) => lines.flat().map((run) => run.text)).join(' ')
  return text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_WORDS)
}
