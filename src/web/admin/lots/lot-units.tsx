import { formatNumber } from '../../../contract/place.ts'
import { PackagePlus } from 'lucide-react'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { Needs } from '../shell/rights.tsx'
import type { Lot } from './lots-query.ts'
import '../kit/table.css'

/** Units left in a lot, and units assigned to open orders. */
export function LotUnits({ lot, onMove }: { lot: Lot; onMove: () => void }) {
  return (
    <Panel
      title="Unidades"
      action={
        <Needs right="stock_write">
          <IconButton icon={PackagePlus} text="Anotar unidades" aria-haspopup="dialog" onClick={onMove} />
        </Needs>
      }
    >
      <div className="admin-table-frame admin-table-cards">
        <table className="admin-table">
          <caption className="visually-hidden">Lo que queda del lote y lo que está en pedidos</caption>
          <thead>
            <tr>
              <th scope="col">Presentación</th>
              <th scope="col" className="admin-table-number">
                Quedan
              </th>
              <th scope="col" className="admin-table-number">
                En pedidos
              </th>
            </tr>
          </thead>
          <tbody>
            {lot.units.map((units) => (
              <Row key={units.blister_id} lot={lot} units={units} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function Row({ lot, units }: { lot: Lot; units: Lot['units'][number] }) {
  const { left, chosen, ...kind } = units
  return (
    <tr>
      <th scope="row">{presentationTitle({ name: lot.product, type: lot.type, ...kind })}</th>
      <td className="admin-table-number" data-label="Quedan">
        {formatNumber(left)}
      </td>
      <td className="admin-table-number" data-label="En pedidos">
        {formatNumber(chosen)}
      </td>
    </tr>
  )
}
