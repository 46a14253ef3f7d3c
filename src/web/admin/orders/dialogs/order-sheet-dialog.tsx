import { useState } from 'react'
import type { OrderSheet } from '../../../../contract/orders/order-list.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { DownloadButton } from '../../shell/download-button.tsx'
import { Segmented } from '../../shell/segmented.tsx'
import { type OrderFilter, orderQuery } from '../list/orders-address.ts'

const SHEETS = [
  { value: 'orders', label: 'Pedidos', file: 'pedidos.csv' },
  { value: 'lines', label: 'Productos', file: 'productos-pedidos.csv' },
  { value: 'payments', label: 'Pagos', file: 'pagos.csv' },
] as const satisfies { value: OrderSheet; label: string; file: string }[]

/** Downloads what the list shows, one row for each order, line or payment. */
export function OrderSheetDialog({ filter, onClose }: { filter: OrderFilter; onClose: () => void }) {
  const [rows, setRows] = useState<OrderSheet>('orders')
  return (
    <Dialog open onClose={onClose} title="Descargar pedidos">
      <p>Lo que muestra la lista, con sus filtros y todas sus páginas, para abrir en Excel.</p>
      <Segmented legend="Una fila por" name="rows" choices={SHEETS} value={rows} onChange={setRows} />
      <div className="dialog-actions">
        <DownloadButton
          path="/orders/csv/"
          query={{ ...orderQuery(filter), rows }}
          name={SHEETS.find(({ value }) => value === rows)?.file ?? 'pedidos.csv'}
        >
          Descargar
        </DownloadButton>
      </div>
    </Dialog>
  )
}
