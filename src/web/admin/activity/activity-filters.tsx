import { formatCalendarDay } from '../../shop/dates.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { type ActivityFilter, readActivityFilter } from './activity-address.ts'
import { ACTION_LABEL } from './activity-words.ts'
import { AppliedFilters } from '../kit/applied-filters.tsx'
import { DayField } from '../kit/day-field.tsx'
import { SearchField } from '../kit/search-field.tsx'
import './activity-filters.css'

interface ActivityFiltersProps {
  filter: ActivityFilter
  onChange: (filter: ActivityFilter) => void
}

/** The filters, whose state is in the address. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  /** Through the address, so that only valid values are kept. */
  const set = (name: keyof ActivityFilter, value: string) =>
    onChange(readActivityFilter(new URLSearchParams({ ...filter, [name]: value })))
  return (
    <div className="admin-filters">
      <div className="admin-filters-row activity-filters">
        <SearchField
          label="Buscar actividades por descripción o usuario"
          placeholder="Descripción o usuario"
          value={filter.search ?? ''}
          onSearch={(words) => set('search', words)}
        />
        <ActionField action={filter.action} onChange={(action) => set('action', action)} />
        <DayField label="Desde" value={filter.date_from ?? ''} onDay={(day) => set('date_from', day)} />
      </div>
      <AppliedFilters
        applied={appliedFilters(filter)}
        removeText="Quitar"
        onRemove={(name) => set(name, '')}
      />
    </div>
  )
}

interface ActionFieldProps {
  action: string | undefined
  onChange: (action: string) => void
}

function ActionField({ action = '', onChange }: ActionFieldProps) {
  return (
    <SelectField label="Acción" value={action} onChange={(event) => onChange(event.target.value)}>
      <option value="">Todas</option>
      {Object.entries(ACTION_LABEL).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

function appliedFilters({ action, date_from }: ActivityFilter) {
  return [
    ...(action ? [{ name: 'action' as const, label: `Acción: ${ACTION_LABEL[action]}` }] : []),
    ...(date_from ? [{ name: 'date_from' as const, label: `Desde: ${formatCalendarDay(date_from)}` }] : []),
  ]
}
