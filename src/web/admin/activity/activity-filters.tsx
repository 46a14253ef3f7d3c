import { formatCalendarDay } from '../../shop/dates.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { AppliedFilters } from '../kit/applied-filters.tsx'
import { DayField } from '../kit/day-field.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { type ActivityFilter, activityAddress, NO_FILTER } from './activity-query.ts'
import { ACTION_LABEL } from './activity-words.ts'
import './activity-page.css'

interface ActivityFiltersProps {
  filter: ActivityFilter
  onChange: (change: Partial<ActivityFilter>) => void
}

export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const { search, action, date_from } = filter
  /** Through the address, so that only valid values are kept. */
  const set = (name: 'action' | 'date_from', value: string) =>
    onChange({ [name]: activityAddress.read(new URLSearchParams({ [name]: value }))[name] })
  const applied = [
    ...(action ? [{ name: 'action' as const, label: `Acción: ${ACTION_LABEL[action]}` }] : []),
    ...(date_from ? [{ name: 'date_from' as const, label: `Desde: ${formatCalendarDay(date_from)}` }] : []),
  ]
  return (
    <div className="admin-filters stack-3">
      <div className="admin-filters-row activity-filters wrap-2">
        <SearchField
          label="Buscar actividades por descripción o usuario"
          placeholder="Descripción o usuario"
          value={search}
          onSearch={(words) => onChange({ search: words })}
        />
        <SelectField
          label="Acción"
          value={action ?? ''}
          onChange={(event) => set('action', event.target.value)}
        >
          <option value="">Todas</option>
          {Object.entries(ACTION_LABEL).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <DayField label="Desde" value={date_from} onDay={(day) => set('date_from', day)} />
      </div>
      <AppliedFilters
        applied={applied}
        removeText="Quitar"
        onRemove={(name) => onChange({ [name]: NO_FILTER[name] })}
      />
    </div>
  )
}
