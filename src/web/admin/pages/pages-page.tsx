import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PAGE_NAME, PAGE_SLUGS } from '../../../contract/legal/page-rules.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { PartLinks } from '../shell/part-links.tsx'
import { PageEditor } from './page-editor.tsx'
import { askedPage, writtenPages } from './pages-query.ts'
import '../shell/shell.css'
import './pages-page.css'

/** Text pages: terms, privacy, deliveries, questions. */
export default function PagesPage() {
  const [params] = useSearchParams()
  const admin = useAdminPath()
  const asked = askedPage(params)
  const { data, error, isFetching, refetch } = useQuery(writtenPages())
  const page = data?.find(({ slug }) => slug === asked)
  return (
    <>
      <TabTitle>Páginas</TabTitle>
      <header className="admin-head">
        <h1 tabIndex={-1}>Páginas</h1>
      </header>
      <PartLinks
        label="Páginas de texto"
        parts={PAGE_SLUGS.map((slug) => ({
          name: PAGE_NAME[slug],
          to: admin.pages({ pagina: slug }),
          isCurrent: slug === asked,
        }))}
      />
      {page && <PageEditor key={asked} page={page} />}
      {!page && error && !isFetching && (
        <ErrorPanel title="Error al cargar las páginas" note={error.message} onRetry={() => void refetch()} />
      )}
      {!page && isFetching && (
        <div aria-busy="true">
          <LoadingNote />
          <Skeleton className="page-skeleton" />
        </div>
      )}
    </>
  )
}
