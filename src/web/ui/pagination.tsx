import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { paginationPages } from './pagination-pages.ts'

interface PaginationProps {
  page: number
  pages: number
  href: (page: number) => string
  /** Name of the landmark, e.g. "Paginación". */
  label?: string
}

/** Links to the pages of a list. The page decides where to scroll: the links keep the position. */
export function Pagination({ page, pages, href, label = 'Paginación' }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav className="pagination" aria-label={label}>
      <ul>
        {page > 1 && (
          <li className="pagination-step">
            <Link to={href(page - 1)} rel="prev" preventScrollReset aria-label="Página anterior">
              <ChevronLeft aria-hidden="true" size={20} />
            </Link>
          </li>
        )}
        <PageNumbers {...{ page, pages, href }} preventScrollReset />
        {page < pages && (
          <li className="pagination-step">
            <Link to={href(page + 1)} rel="next" preventScrollReset aria-label="Página siguiente">
              <ChevronRight aria-hidden="true" size={20} />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

type NumbersProps = Omit<PaginationProps, 'label'> & { preventScrollReset?: boolean }

/** The first and last numbers and those around the current one, as items of a list. */
export function PageNumbers({ page, pages, href, preventScrollReset = false }: NumbersProps) {
  const all = paginationPages(page, pages)
  return all.map((one, i) =>
    one === 'gap' ? (
      <li key={`before ${all[i + 1]}`}>
        <span className="pagination-gap">
          <span aria-hidden="true">…</span>
        </span>
      </li>
    ) : (
      <li key={one}>
        <Link
          to={href(one)}
          preventScrollReset={preventScrollReset}
          aria-label={`Página ${one}`}
          aria-current={one === page ? 'page' : undefined}
        >
          {one}
        </Link>
      </li>
    ),
  )
}
