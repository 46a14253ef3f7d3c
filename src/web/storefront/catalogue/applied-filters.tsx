import { X } from 'lucide-react'
import { Link } from 'react-router'
import { addressOf, type AppliedFilter, type CatalogueAddress, withoutFilters } from './catalogue-search.ts'
import './product-list-screen.css'

interface AppliedFiltersProps {
  asked: CatalogueAddress
  filters: AppliedFilter[]
}

/** Active filters, each with a link that removes it; also those without their own button. */
export function AppliedFilters({ asked, filters }: AppliedFiltersProps) {
  if (filters.length === 0) return null
  return (
    <div className="applied-filters">
      <ul aria-label="Filtros aplicados">
        {filters.map(({ label, without }) => (
          <li key={label}>
            <Link
              className="applied-filter"
              to={addressOf(without)}
              preventScrollReset
              aria-label={`Quitar filtro: ${label}`}
            >
              {label}
              <X aria-hidden="true" size={16} />
            </Link>
          </li>
        ))}
      </ul>
      {filters.length > 1 && (
        <Link className="tap strong" to={addressOf(withoutFilters(asked))} preventScrollReset>
          Limpiar filtros
        </Link>
      )}
    </div>
  )
}
