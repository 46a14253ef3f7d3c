import { queryOptions, useQuery } from '@tanstack/react-query'
import { pagePath, type PageSlug } from '../../../contract/legal/page-rules.ts'
import { PageHead } from '../../app/page-head.tsx'
import { call } from '../../data/api.ts'
import { formatDay } from '../../shop/dates.ts'
import { TextBlocks } from '../../shop/text/text-blocks.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import './law.css'

export const textPage = (slug: PageSlug) =>
  queryOptions({
    queryKey: ['anonymous', 'page', slug],
    queryFn: ({ signal }) => call('getPage', { params: { slug }, signal }),
  })

/** A text of the owner. */
export function TextPage({ slug }: { slug: PageSlug }) {
  const { data: page, isError } = useQuery(textPage(slug))
  const title = page?.title ?? ''
  return (
    <div className="page law-page">
      <PageHead title={title} description={page ? firstWords(page.blocks) : ''} path={pagePath(slug)} />
      <h1 tabIndex={-1}>{isError ? 'Esta página no está publicada' : title}</h1>
      {page ? (
        <>
          <TextBlocks blocks={page.blocks} />
          <p className="law-note">{`Última actualización: ${formatDay(page.updated_at)}`}</p>
        </>
      ) : (
        !isError && <LoadingBlocks className="law-loading" blocks={['law-skeleton']} />
      )}
    </div>
  )
}

const SHOWN_WORDS = 150

function firstWords(blocks: { lines: { text: string }[][] }[]): string {
  const text = blocks.flatMap(({ lines }) => lines.flat().map((run) => run.text)).join(' ')
  return text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_WORDS)
}
