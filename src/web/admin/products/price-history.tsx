import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { PriceHistoryRow } from '../../../contract/catalog/price-runs.ts'
import { formatPesos } from '../../../contract/money.ts'
import { formatNumber } from '../../../contract/place.ts'
import { formatMoment } from '../../shop/dates.ts'
import type { PlainColumn } from '../kit/data-table.tsx'
import { HistoryDialog } from '../kit/history-table.tsx'
import { priceHistory } from '../prices/prices-query.ts'

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
      {isOpen && <Prices blister={blister} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Prices({ blister, name, onClose }: { blister: number; name: string; onClose: () => void }) {
  return (
    <HistoryDialog
      title={`Precios: ${name}`}
      query={useInfiniteQuery(priceHistory(blister))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      errorText="Error al cargar los precios"
      onClose={onClose}
    />
  )
}

const COLUMNS: PlainColumn<PriceHistoryRow>[] = [
  { name: 'Desde', render: ({ at }) => formatMoment(at) },
  {
    name: 'Precio',
    kind: 'number',
    render: ({ new_price: price, new_discount: discount }) => (
      <>
        {price === 0 ? 'Sin precio' : formatPesos(price)}
        {discount > 0 && `, −${formatNumber(discount)}\u00A0%`}
      </>
    ),
  },
  { name: 'Quién', render: ({ kind, user }) => (kind === 'sheet' ? `Planilla (${user})` : user) },
]
