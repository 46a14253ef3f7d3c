import { X } from 'lucide-react'
import { formatCalendarDay } from '../../shop/dates.ts'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { type ActivityFilter, readActivityFilter } from './activity-address.ts'
import { ACTION_LABEL } from './activity-words.ts'
import { SearchField } from '../lists/search-field.tsx'
import '../../forms/chips.css'
import '../lists/list-filters.css'
import './activity-filters.css'

interface ActivityFiltersProps {
  filter: ActivityFilter
  onChange: (filter: ActivityFilter) => void
}

/** All of it stands in the address. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  /** By way of the address, so that only what it can say is kept. */
  const set = (name: keyof ActivityFilter, value: string) =>
    onChange(readActivityFilter(new URLSearchParams({ ...filter, [name]: value })))
  const applied = [
    { name: 'action', label: filter.action && `Acción: ${ACTION_LABEL[filter.action]}` },
    { name: 'date_from', label: filter.date_from && `Desde: ${formatCalendarDay(filter.date_from)}` },
  ] as const
  return (
    <div className="admin-filters">
      <div className="admin-filters-row activity-filters">
        <SearchField
          label="Buscar actividades por descripción o usuario"
          placeholder="Descripción o usuario"
          value={filter.search ?? ''}
          onSearch={(words) => set('search', words)}
        />
        <SelectField
          label="Acción"
          value={filter.action ?? ''}
          onChange={(event) => set('action', event.target.value)}
        >
          <option value="">Todas</option>
          {Object.entries(ACTION_LABEL).map(([action, label]) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </SelectField>
        <Field
          label="Desde"
          type="date"
          value={filter.date_from ?? ''}
          onChange={(event) => set('date_from', event.target.value)}
        />
      </div>
      {applied.some(({ label }) => label) && (
        <ul className="admin-chips" aria-label="Filtros aplicados">
          {applied.map(
            ({ name, label }) =>
              label && (
                <li key={name}>
                  <button
                    type="button"
                    className="admin-chip"
                    aria-label={`Quitar ${label}`}
                    onClick={() => set(name, '')}
                  >
                    {label}
                    <X aria-hidden="true" size={16} />
                  </button>
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  )
}
