import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AdminProductSearch } from '../../app/paths.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { appliedFilters, FILTERS, isSameSearch, VIEWS } from './products-address.ts'
import { SearchField } from '../lists/search-field.tsx'
import '../../forms/chips.css'
import '../lists/list-filters.css'

interface FiltersProps {
  search: AdminProductSearch
  onChange: (search: AdminProductSearch) => void
  /** For the button that closes the sheet. */
  count: number | undefined
  /** At the end of the row. */
  children?: ReactNode
}

/** Views, search, filters and what is set of them. All of it stands in the address. */
export function ProductFilters({ search, onChange, count, children }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const applied = appliedFilters(search)
  return (
    <div className="admin-filters">
      <Views search={search} />
      <div className="admin-filters-row">
        <SearchField
          label="Buscar productos por nombre o marca"
          placeholder="Nombre o marca"
          value={search.search ?? ''}
          onSearch={(words) => onChange({ ...search, search: words })}
        />
        <button
          type="button"
          className="button secondary admin-filters-open"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <SlidersHorizontal aria-hidden="true" size={20} />
          {applied.length === 0 ? 'Filtros' : `Filtros (${applied.length})`}
        </button>
        <div className="admin-filters-selects">
          <Selects search={search} onChange={onChange} compact />
        </div>
        {children}
      </div>
      <Applied search={search} onChange={onChange} />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Filtros" className="admin-sheet">
        <Selects search={search} onChange={onChange} />
        <div className="dialog-actions">
          <button
            type="button"
            className="button secondary"
            onClick={() => onChange({ search: search.search })}
          >
            Limpiar
          </button>
          <button
            type="button"
            className="button primary"
            aria-live="polite"
            onClick={() => setIsOpen(false)}
          >
            {count === undefined ? 'Ver productos' : `Ver ${count} ${count === 1 ? 'producto' : 'productos'}`}
          </button>
        </div>
      </Dialog>
    </div>
  )
}

function Views({ search }: { search: AdminProductSearch }) {
  const admin = useAdminPath()
  return (
    <nav className="admin-views" aria-label="Vistas de productos">
      <ul>
        {VIEWS.map((view) => (
          <li key={view.name}>
            <Link
              to={admin.products(view.search)}
              preventScrollReset
              aria-current={isSameSearch(search, view.search) ? 'true' : undefined}
            >
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type SelectsProps = Pick<FiltersProps, 'search' | 'onChange'> & { compact?: boolean }

/** `compact`: the label is the first option, as there is no room above. */
function Selects({ search, onChange, compact = false }: SelectsProps) {
  return FILTERS.map(({ name, label, options }) => (
    <SelectField
      key={name}
      label={compact ? <span className="visually-hidden">{label}</span> : label}
      value={search[name] ?? ''}
      onChange={(event) => onChange({ ...search, [name]: event.target.value })}
    >
      <option value="">{compact ? label : 'Todo'}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  ))
}

function Applied({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const applied = appliedFilters(search)
  if (applied.length === 0) return null
  return (
    <ul className="admin-chips" aria-label="Filtros aplicados">
      {applied.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className="admin-chip"
            aria-label={`Quitar filtro: ${label}`}
            onClick={() => onChange({ ...search, [name]: undefined })}
          >
            {label}
            <X aria-hidden="true" size={16} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="button quiet" onClick={() => onChange({ search: search.search })}>
          Limpiar filtros
        </button>
      </li>
    </ul>
  )
}
