import { History, PackagePlus } from 'lucide-react'
import { Link } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import { STOCK_HEADING, withheldText } from '../../../contract/catalog/stock-rules.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import type { StockRow } from '../../../contract/catalog/stock.ts'
import { LOW_STOCK } from '../../../contract/catalog/stock-rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Needs, useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import type { OpenRow } from './stock-page.tsx'
import { formatNumber } from '../../../contract/place.ts'
import '../kit/table.css'
import '../../ui/badge.css'

interface StockTableProps {
  rows: StockRow[]
  onOpen: (open: OpenRow) => void
}

export function StockTable({ rows, onOpen }: StockTableProps) {
  return (
    <div className="admin-table-frame admin-table-cards stock-rows">
      <table className="admin-table">
        <caption className="visually-hidden">Unidades de cada presentación</caption>
        <thead>
          <tr>
            <th scope="col">Producto</th>
            {(['available', 'reserved', 'on_hand', 'low_from'] as const).map((field) => (
              <th key={field} scope="col" className="admin-table-number">
                {STOCK_HEADING[field]}
              </th>
            ))}
            <Needs right="orders_read">
              <th scope="col" className="admin-table-number">
                {STOCK_HEADING.value}
              </th>
            </Needs>
            <th scope="col">Acciones</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.blister_id} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, onOpen }: { row: StockRow; onOpen: StockTableProps['onOpen'] }) {
  const admin = useAdminPath()
  const name = presentationTitle(row)
  const mayEdit = useMay()('everything')
  return (
    <tr data-row tabIndex={-1}>
      <th scope="row">
        {mayEdit ? <Link to={admin.editProduct(row.product_id)}>{name}</Link> : name}
        <span className="stock-facts">{factsOf(row)}</span>
      </th>
      <Units label="Disponible" tone={toneOf(row)}>
        {row.available}
      </Units>
      <Units label={STOCK_HEADING.reserved}>{row.reserved}</Units>
      <Units label={STOCK_HEADING.on_hand}>{row.on_hand}</Units>
      <LowMark row={row} onOpen={onOpen} />
      {row.value !== undefined && (
        <td className="admin-table-number" data-label={STOCK_HEADING.value}>
          {formatPesos(row.value)}
        </td>
      )}
      <td className="stock-actions">
        <AdjustButton row={row} onOpen={onOpen} />
        <IconButton
          icon={History}
          text="Movimientos"
          of={` de ${name}`}
          look="quiet"
          data-key="Enter"
          aria-haspopup="dialog"
          onClick={() => onOpen({ kind: 'ledger', row })}
        />
      </td>
    </tr>
  )
}

/** '8 retenidas' in lots on hold, '3 sin lote' for products with lots, and the number of waiting customers. */
function factsOf({ brand, shown, withheld, unlotted, on_hand, waiting }: StockRow): string {
  const isLotted = unlotted < on_hand
  return [
    brand,
    !shown && 'Oculto',
    withheld > 0 && withheldText(withheld),
    isLotted && `${formatNumber(unlotted)} sin lote`,
    waiting > 0 && waitingText(waiting),
  ]
    .filter(Boolean)
    .join(' · ')
}

function waitingText(count: number): string {
  return `${count === 1 ? '1 persona espera' : `${formatNumber(count)} personas esperan`} que vuelva`
}

function AdjustButton({ row, onOpen }: { row: StockRow; onOpen: StockTableProps['onOpen'] }) {
  return (
    <Needs right="stock_write">
      <IconButton
        icon={PackagePlus}
        text="Ajustar"
        of={` el stock de ${presentationTitle(row)}`}
        data-key="e"
        aria-haspopup="dialog"
        onClick={() => onOpen({ kind: 'adjust', row })}
      />
    </Needs>
  )
}

/** Grey numbers are the setting's. */
function LowMark({ row, onOpen }: { row: StockRow; onOpen: StockTableProps['onOpen'] }) {
  const isOwn = row.low_at !== null
  const units = formatNumber(row.low_from)
  return (
    <td
      className="admin-table-number stock-low"
      data-label={STOCK_HEADING.low_from}
      data-own={isOwn || undefined}
    >
      {useMay()('stock_write') ? (
        <button
          type="button"
          className="button quiet"
          data-key="v"
          aria-haspopup="dialog"
          title="Cambiar el aviso (v)"
          onClick={() => onOpen({ kind: 'low', row })}
        >
          {units}
          <span className="visually-hidden">{`, cambiar el aviso de ${presentationTitle(row)}`}</span>
        </button>
      ) : (
        units
      )}
    </td>
  )
}

interface UnitsProps {
  label: string
  tone?: 'err' | 'warn' | undefined
  children: number
}

function Units({ label, tone, children }: UnitsProps) {
  return (
    <td className="admin-table-number" data-label={label} data-tone={tone}>
      <span>{formatNumber(children)}</span>
      {tone && (
        <span className="visually-hidden">
          {tone === 'err' ? ', sin stock' : `, ${LOW_STOCK.toLowerCase()}`}
        </span>
      )}
    </td>
  )
}

function toneOf({ available, low_from }: StockRow): 'err' | 'warn' | undefined {
  if (available === 0) return 'err'
  return available <= low_from ? 'warn' : undefined
}
