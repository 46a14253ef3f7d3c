import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AdminProductSearch } from '../../app/admin-paths.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { appliedFilters, FILTERS, isSameSearch, VIEWS } from './products-address.ts'
import { ChoiceField } from '../kit/choice-field.tsx'
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
  const admin = useAdminPath()
  const applied = appliedFilters(search)
  const clear = () => onChange({ search: search.search })
  return (
    <div className="admin-filters stack-3">
      <div className="admin-filters-top row-2">
        <ViewLinks
          label="Vistas de productos"
          links={VIEWS.map((view) => ({
            name: view.name,
            to: admin.products(view.search),
            isShown: isSameSearch(search, view.search),
          }))}
        />
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
          text={applied.length === 0 ? 'Filtros' : `Filtros (${applied.length})`}
          className="admin-filters-open"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        />
        <div className="admin-filters-selects">
          <Selects search={search} onChange={onChange} compact />
        </div>
      </div>
      <AppliedFilters
        applied={applied}
        removeText="Quitar filtro:"
        onRemove={(name) => onChange({ ...search, [name]: undefined })}
      >
        <li>
          <button type="button" className="button quiet" onClick={clear}>
            Limpiar filtros
          </button>
        </li>
      </AppliedFilters>
      {/* On a phone. */}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Filtros" className="admin-sheet">
        <Selects search={search} onChange={onChange} />
        <div className="dialog-actions">
          <button type="button" className="button secondary" onClick={clear}>
            Limpiar
          </button>
          <button
            type="button"
            className="button primary"
            aria-live="polite"
            onClick={() => setIsOpen(false)}
          >
            {count === undefined ? 'Ver productos' : `Ver ${counted(count, 'producto', 'productos')}`}
          </button>
        </div>
      </Dialog>
    </div>
  )
}

/** `compact`: the label is the first option, because there is no space above. */
function Selects({
  search,
  onChange,
  compact = false,
}: Pick<FiltersProps, 'search' | 'onChange'> & { compact?: boolean }) {
  return FILTERS.map(({ name, label, options }) => (
    <ChoiceField
      key={name}
      label={compact ? <span className="visually-hidden">{label}</span> : label}
      value={search[name] ?? ''}
      onChange={(event) => onChange({ ...search, [name]: event.target.value })}
      names={options.map((option) => [option.value, option.label])}
    >
      <option value="">{compact ? label : 'Todo'}</option>
    </ChoiceField>
  ))
}
