import { SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ORDER_STATUSES, type OrderStatus } from '../../../../contract/orders/order-status.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { AppliedFilters } from '../../kit/applied-filters.tsx'
import { counted } from '../../kit/counted.ts'
import { DayField } from '../../kit/day-field.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import {
  appliedMarks,
  DAYS,
  isAcrossStates,
  MARKS,
  NO_MARKS,
  type OrderFilter,
  orderQuery,
} from './orders-list.ts'
import type { OrderSheet } from '../../../../contract/orders/order-list.ts'
import { CheckField } from '../../shell/check-field.tsx'
import { DownloadButton } from '../../shell/download-button.tsx'
import { Segmented } from '../../shell/segmented.tsx'
import '../../kit/controls.css'
import './orders-page.css'

interface OrderFiltersProps {
  filter: OrderFilter
  /** Number of orders, for the button that closes the sheet. */
  count: number | undefined
  onChange: (change: Partial<Record<keyof typeof NO_MARKS | 'search', string>>) => void
}

/** The search, and filters in a sheet, whose state is in the address. */
export function OrderFilters({ filter, count, onChange }: OrderFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const applied = appliedMarks(filter)
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
        onRemove={(name) => onChange({ [name]: '' })}
      />
      <Dialog open={isOpen} onClose={close} title="Filtros" className="admin-sheet">
        <div className="order-filters-fields stack-3">
          {MARKS.map(({ name, label, names }) => (
            <ChoiceField
              key={name}
              label={label}
              names={names}
              value={filter[name]}
              onChange={({ target }) => onChange({ [name]: target.value })}
            >
              <option value="">Todo</option>
            </ChoiceField>
          ))}
          {DAYS.map(({ name, label }) => (
            <DayField
              key={name}
              label={label}
              value={filter[name]}
              onDay={(day) => onChange({ [name]: day })}
            />
          ))}
        </div>
        <div className="dialog-actions">
          <button type="button" className="button secondary" onClick={() => onChange(NO_MARKS)}>
            Limpiar
          </button>
          <button type="button" className="button primary" aria-live="polite" onClick={close}>
            {count === undefined ? 'Ver pedidos' : `Ver ${counted(count, 'pedido', 'pedidos')}`}
          </button>
        </div>
      </Dialog>
    </div>
  )
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

const SHEETS = [
  { value: 'orders', label: 'Pedidos', file: 'pedidos.csv' },
  { value: 'lines', label: 'Productos', file: 'productos-pedidos.csv' },
  { value: 'payments', label: 'Pagos', file: 'pagos.csv' },
] as const satisfies { value: OrderSheet; label: string; file: string }[]

/** Downloads what the list shows, one row for each order, line or payment. */
export function OrderSheetDialog({ filter, onClose }: { filter: OrderFilter; onClose: () => void }) {
  const [rows, setRows] = useState<OrderSheet>('orders')
  const [isWhole, setIsWhole] = useState(false)
  const isOfOneState = filter.orderId === undefined && !isAcrossStates(filter)
  return (
    <Dialog open onClose={onClose} title="Descargar pedidos">
      <p>Lo que muestra la lista, con sus filtros y todas sus páginas, para abrir en Excel.</p>
      <Segmented legend="Una fila por" name="rows" choices={SHEETS} value={rows} onChange={setRows} />
      {isOfOneState && (
        <CheckField
          id="order-sheet-whole"
          label="En todos los estados"
          hint="Pendientes, completados y cancelados, también los archivados"
          checked={isWhole}
          onChange={setIsWhole}
        />
      )}
      {rows === 'payments' && (
        <p className="note">
          «Desde» y «Hasta» son del pedido. Lo cobrado por día, por la fecha del pago, está en Reportes.
        </p>
      )}
      <div className="dialog-actions">
        <DownloadButton
          path="/orders/csv/"
          query={{ ...orderQuery(filter), ...(isWhole && { status: undefined, archived: undefined }), rows }}
          name={SHEETS.find(({ value }) => value === rows)?.file ?? 'pedidos.csv'}
        >
          Descargar
        </DownloadButton>
      </div>
    </Dialog>
  )
}
