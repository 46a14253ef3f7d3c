import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { formatPesos } from '../../../contract/money.ts'
import type { PriceHistoryRow } from '../../../contract/catalog/price-runs.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { HistoryTable } from '../kit/history-table.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { priceHistory } from '../prices/prices-query.ts'
import { formatNumber } from '../../../contract/place.ts'

/** Opens the prices that a presentation had. */
export function PriceHistoryButton({ blister, name }: { blister: number; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setIsOpen(true)}>
        <History aria-hidden="true" size={18} />
        Historial de precios
        <span className="visually-hidden">{` de ${name}`}</span>
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={`Precios: ${name}`}>
        {isOpen && <Prices blister={blister} />}
        <div className="dialog-actions">
          <button type="button" className="button secondary" onClick={() => setIsOpen(false)}>
            Cerrar
          </button>
        </div>
      </Dialog>
    </>
  )
}

function Prices({ blister }: { blister: number }) {
  const query = useInfiniteQuery(priceHistory(blister))
  return (
    <HistoryTable
      query={query}
      columns={['Desde', 'Precio', 'Quién']}
      numbers="Precio"
      errorText="Error al cargar los precios"
      renderRow={(row) => <PriceRow key={row.id} row={row} />}
    />
  )
}

function PriceRow({ row }: { row: PriceHistoryRow }) {
  const { new_price: price, new_discount: discount } = row
  return (
    <tr>
      <td>{formatMoment(row.at)}</td>
      <td className="admin-table-number">
        {price === 0 ? 'Sin precio' : formatPesos(price)}
        {discount > 0 && `, −${formatNumber(discount)}\u00A0%`}
      </td>
      <td>{row.kind === 'sheet' ? `Planilla (${row.user})` : row.user}</td>
    </tr>
  )
}
