import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paginationPages } from '../../ui/pagination-pages.ts'
import './users-page.css'

interface UserPaginationProps {
  page: number
  pages: number
  href: (page: number) => string
  /** '13-24 de 40 usuarios' */
  text: string
}

/** First, previous, numbers, next, last. Links without a target keep their place. */
export function UserPagination({ page, pages, href, text }: UserPaginationProps) {
  if (pages <= 1) return null
  return (
    <div className="user-pages stack-2">
      <p>{text}</p>
      <nav className="pagination" aria-label="Paginación de usuarios">
        <ul>
          <Step to={page > 1 ? href(1) : undefined} label="Primera página" Icon={ChevronsLeft} />
          <Step to={page > 1 ? href(page - 1) : undefined} label="Página anterior" Icon={ChevronLeft} />
          {paginationPages(page, pages).map((one, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- two gaps differ only by their place
            <li key={one === 'gap' ? `gap-${i}` : one}>
              {one === 'gap' ? (
                <span className="pagination-gap">
                  <span aria-hidden="true">…</span>
                </span>
              ) : (
                <Link
                  to={href(one)}
                  aria-label={`Página ${one}`}
                  aria-current={one === page ? 'page' : undefined}
                >
                  {one}
                </Link>
              )}
            </li>
          ))}
          <Step to={page < pages ? href(page + 1) : undefined} label="Página siguiente" Icon={ChevronRight} />
          <Step to={page < pages ? href(pages) : undefined} label="Última página" Icon={ChevronsRight} />
        </ul>
      </nav>
    </div>
  )
}

function Step({ to, label, Icon }: { to: string | undefined; label: string; Icon: LucideIcon }) {
  return (
    <li className="user-pages-step">
      {to === undefined ? (
        <span className="user-pages-end" aria-hidden="true">
          <Icon size={20} />
        </span>
      ) : (
        <Link to={to} aria-label={label} title={label}>
          <Icon aria-hidden="true" size={20} />
        </Link>
      )}
    </li>
  )
}
