import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AdminProductSearch } from '../../app/admin-paths.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { appliedFilters, FILTERS, isSameSearch, VIEWS } from './products-address.ts'
import { AppliedFilters } from '../kit/applied-filters.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { ViewLinks } from '../kit/view-links.tsx'
import { counted } from '../kit/counted.ts'

interface FiltersProps {
  search: AdminProductSearch
  onChange: (search: AdminProductSearch) => void
  /** Number of products, for the button that closes the sheet. */
  count: number | undefined
  /** Beside the views. */
  children?: ReactNode
}

/** Views, search, filters and active filters. Their state is in the address. */
export function ProductFilters({ search, onChange, count, children }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const applied = appliedFilters(search).length
  const clear = () => onChange({ search: search.search })
  return (
    <div className="admin-filters stack-3">
      <div className="admin-filters-top row-2">
        <Views search={search} />
        {children}
      </div>
      <div className="admin-filters-row wrap-2">
        <SearchField
          label="Buscar productos por nombre o marca"
          placeholder="Nombre o marca"
          value={search.search ?? ''}
          onSearch={(words) => onChange({ ...search, search: words })}
        />
        <IconButton
          icon={SlidersHorizontal}
          text={applied === 0 ? 'Filtros' : `Filtros (${applied})`}
          className="admin-filters-open"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        />
        <div className="admin-filters-selects">
          <Selects search={search} onChange={onChange} compact />
        </div>
      </div>
      <Applied search={search} onChange={onChange} onClear={clear} />
      <FilterSheet
        {...{ search, onChange, count, isOpen }}
        onClear={clear}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}

interface FilterSheetProps extends Omit<FiltersProps, 'children'> {
  isOpen: boolean
  onClear: () => void
  onClose: () => void
}

/** The filters on a phone. */
function FilterSheet({ search, onChange, count, isOpen, onClear, onClose }: FilterSheetProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title="Filtros" className="admin-sheet">
      <Selects search={search} onChange={onChange} />
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClear}>
          Limpiar
        </button>
        <button type="button" className="button primary" aria-live="polite" onClick={onClose}>
          {count === undefined ? 'Ver productos' : `Ver ${counted(count, 'producto', 'productos')}`}
        </button>
      </div>
    </Dialog>
  )
}

function Views({ search }: { search: AdminProductSearch }) {
  const admin = useAdminPath()
  const links = VIEWS.map((view) => ({
    name: view.name,
    to: admin.products(view.search),
    isShown: isSameSearch(search, view.search),
  }))
  return <ViewLinks label="Vistas de productos" links={links} />
}

type SelectsProps = Pick<FiltersProps, 'search' | 'onChange'> & { compact?: boolean }

/** `compact`: the label is the first option, because there is no space above. */
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

type AppliedProps = Pick<FiltersProps, 'search' | 'onChange'> & { onClear: () => void }

function Applied({ search, onChange, onClear }: AppliedProps) {
  return (
    <AppliedFilters
      applied={appliedFilters(search)}
      removeText="Quitar filtro:"
      onRemove={(name) => onChange({ ...search, [name]: undefined })}
    >
      <li>
        <button type="button" className="button quiet" onClick={onClear}>
          Limpiar filtros
        </button>
      </li>
    </AppliedFilters>
  )
}
