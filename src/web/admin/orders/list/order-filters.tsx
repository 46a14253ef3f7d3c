import { SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ORDER_STATUSES, type OrderStatus } from '../../../../contract/orders/order-status.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/form/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { AppliedFilters } from '../../kit/applied-filters.tsx'
import { counted } from '../../kit/counted.ts'
import { DayField } from '../../kit/day-field.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { appliedMarks, DAY_FILTERS, MARK_FILTERS, type MarkName, type OrderFilter } from './orders-address.ts'
import '../../kit/controls.css'
import './orders-page.css'

interface OrderFiltersProps {
  filter: OrderFilter
  /** Number of orders, for the button that closes the sheet. */
  count: number | undefined
  onChange: (change: Partial<Pick<OrderFilter, 'search' | 'marks'>>) => void
}

/** The search, and filters in a sheet, whose state is in the address. */
export function OrderFilters({ filter, count, onChange }: OrderFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const applied = appliedMarks(filter.marks)
  const set = (name: MarkName, value: string | undefined) =>
    onChange({ marks: withoutEmpty({ ...filter.marks, [name]: value }) })
  const close = () => setIsOpen(false)
  return (
    <div className="order-filters stack-2">
      <div className="order-filters-row row-2">
        <SearchField
          label="Buscar pedidos por número, nombre, teléfono, email o producto"
          placeholder="Número, nombre, teléfono, email, producto"
          value={filter.search}
          onSearch={(search) => onChange({ search })}
        />
        <IconButton
          icon={SlidersHorizontal}
          text={applied.length === 0 ? 'Filtros' : `Filtros (${applied.length})`}
          aria-haspopup="dialog"
          data-key="f"
          title="Filtros (f)"
          onClick={() => setIsOpen(true)}
        />
      </div>
      <AppliedFilters
        applied={applied}
        removeText="Quitar filtro:"
        onRemove={(name) => set(name, undefined)}
      />
      <Dialog open={isOpen} onClose={close} title="Filtros" className="admin-sheet">
        <MarkFields filter={filter} set={set} />
        <SheetActions count={count} onClear={() => onChange({ marks: {} })} onClose={close} />
      </Dialog>
    </div>
  )
}

interface SheetActionsProps {
  count: number | undefined
  onClear: () => void
  onClose: () => void
}

function SheetActions({ count, onClear, onClose }: SheetActionsProps) {
  return (
    <div className="dialog-actions">
      <button type="button" className="button secondary" onClick={onClear}>
        Limpiar
      </button>
      <button type="button" className="button primary" aria-live="polite" onClick={onClose}>
        {count === undefined ? 'Ver pedidos' : `Ver ${counted(count, 'pedido', 'pedidos')}`}
      </button>
    </div>
  )
}

interface MarkFieldsProps {
  filter: OrderFilter
  set: (name: MarkName, value: string) => void
}

function MarkFields({ filter: { marks }, set }: MarkFieldsProps) {
  return (
    <div className="order-filters-fields stack-3">
      {MARK_FILTERS.map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          value={marks[name] ?? ''}
          onChange={(event) => set(name, event.target.value)}
        >
          <option value="">Todo</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
      {DAY_FILTERS.map(({ name, label }) => (
        <DayField key={name} label={label} value={marks[name] ?? ''} onDay={(day) => set(name, day)} />
      ))}
    </div>
  )
}

function withoutEmpty(marks: OrderFilter['marks']): OrderFilter['marks'] {
  return Object.fromEntries(Object.entries(marks).filter(([, value]) => value))
}

const NAMES: Record<OrderStatus, string> = {
  pending: 'Pendientes',
  completed: 'Completados',
  cancelled: 'Cancelados',
}

interface OrderTabsProps {
  /** Undefined for a list of several states. */
  chosen: OrderStatus | undefined
  counts: Record<OrderStatus, number> | undefined
  /** Id of the panel of the tabs. */
  panelId: string
  onChoose: (status: OrderStatus) => void
}

/** Arrows, Home and End move between tabs and select them. */
export function OrderTabs({ chosen, counts, panelId, onChoose }: OrderTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const at = ORDER_STATUSES.indexOf(chosen ?? 'pending')
    const to = { ArrowRight: at + 1, ArrowLeft: at + 2, Home: 0, End: ORDER_STATUSES.length - 1 }[event.key]
    const status = to === undefined ? undefined : ORDER_STATUSES[to % ORDER_STATUSES.length]
    if (!status) return
    event.preventDefault()
    onChoose(status)
    list.current?.querySelector<HTMLElement>(`[data-status="${status}"]`)?.focus()
  }
  return (
    <div className="admin-tabs" role="tablist" aria-label="Estado de los pedidos" ref={list}>
      {ORDER_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          role="tab"
          id={`${panelId}-${status}`}
          data-status={status}
          aria-selected={status === chosen}
          aria-controls={panelId}
          tabIndex={status === (chosen ?? 'pending') ? 0 : -1}
          onKeyDown={press}
          onClick={() => onChoose(status)}
        >
          <span>{NAMES[status]}</span>
          {counts && <span className="visually-hidden">, </span>}
          <span className="admin-tab-count">{counts?.[status]}</span>
        </button>
      ))}
    </div>
  )
}
