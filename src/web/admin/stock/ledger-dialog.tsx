import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import type { StockMovement, StockRow } from '../../../contract/catalog/stock.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { HistoryTable } from '../kit/history-table.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { movements } from './stock-query.ts'
import { formatNumber } from '../../../contract/place.ts'

/** The stock movements of a presentation. */
export function LedgerDialog({ row, onClose }: { row: StockRow; onClose: () => void }) {
  const query = useInfiniteQuery(movements(row.blister_id))
  return (
    <Dialog open onClose={onClose} title={`Movimientos: ${presentationTitle(row)}`}>
      <HistoryTable
        query={query}
        columns={['Cuándo', 'Motivo', 'Cambio']}
        numbers="Cambio"
        errorText="Error al cargar los movimientos"
        renderRow={(movement) => <Movement key={movement.id} movement={movement} />}
      />
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClose}>
          Cerrar
        </button>
      </div>
    </Dialog>
  )
}

function Movement({ movement }: { movement: StockMovement }) {
  const mayOpen = useMay()('orders_read')
  const admin = useAdminPath()
  const {
    at,
    change,
    balance,
    reason_display: reason,
    order_id: order,
    count_id: count,
    note,
    lot,
    user,
  } = movement
  return (
    <tr>
      <td>
        {formatMoment(at)}
        <span className="stock-facts">{user}</span>
      </td>
      <td>
        <span>{count === null ? reason : `${reason} #${count}`}</span>
        {order !== null && (
          <> {mayOpen ? <Link to={admin.order(order)}>{`#${order}`}</Link> : <span>{`#${order}`}</span>}</>
        )}
        {lot !== null && <span className="stock-facts">{`Lote ${lot}`}</span>}
        {note && <span className="stock-facts">{note}</span>}
      </td>
      <td className="admin-table-number">
        <strong>{signed(change)}</strong>
        <span className="stock-facts">{`${balance === 1 ? 'queda' : 'quedan'} ${formatNumber(balance)}`}</span>
      </td>
    </tr>
  )
}

/** '+5' or '−5'. */
function signed(change: number): string {
  return `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`
}
