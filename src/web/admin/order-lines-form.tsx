import { Trash2, Undo2 } from 'lucide-react'
import { MAX_QUANTITY, MIN_QUANTITY } from '../../contract/limits.ts'
import { formatPesos } from '../../contract/money.ts'
import type { Order, OrderLine } from '../../contract/orders.ts'
import { lineTotal } from '../order-in-words.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { LineProduct } from './order-details-dialog.tsx'
import { OrderMergeDialog } from './order-merge-dialog.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import { CHANGE_FAILED, lineName } from './order-words.ts'
import type { OrderLines } from './use-order-lines.ts'
import '../styles/order-lines.css'

/** The lines of an order, with quantities to change. Prices stay those of the day; totals are the server's. */
export function OrderLinesForm({ order, form }: { order: Order; form: OrderLines }) {
  const { lines, quantityOf, isDirty, isPending, error } = form
  const isEditable = lines.every(({ product_id, blister_id }) => product_id !== null && blister_id !== null)
  const isEmptied = lines.length > 0 && lines.every((line) => quantityOf(line) === 0)
  return (
    <>
      {error && <OrderRefusal title={CHANGE_FAILED} error={error} />}
      <table className="order-lines-table order-edit-lines">
        <caption className="visually-hidden">Productos del pedido #{order.id}</caption>
        <thead>
          <tr>
            <th scope="col">Producto</th>
            <th scope="col">Precio</th>
            <th scope="col">Cantidad</th>
            <th scope="col">Total</th>
            {isEditable && (
              <th scope="col">
                <span className="visually-hidden">Quitar</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              quantity={quantityOf(line)}
              isChanged={form.isChanged(line)}
              available={form.availableOf(line)}
              onSet={isEditable ? (quantity) => form.set(line, quantity) : undefined}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td colSpan={isEditable ? 2 : 1}>{formatPesos(form.base.total)}</td>
          </tr>
        </tfoot>
      </table>
      {!isEditable && (
        <p className="admin-note">
          Uno de los productos ya no existe: las cantidades de este pedido no se pueden cambiar.
        </p>
      )}
      {isEmptied && <p className="order-edit-warning">Sin productos, el pedido se cancela al guardar.</p>}
      {isDirty && (
        <div className="order-edit-bar">
          <p role="status">Cambios sin guardar. El total se calcula al guardar.</p>
          <button type="button" className="button secondary" onClick={form.discard}>
            Descartar
          </button>
          <BusyButton
            busy={isPending}
            busyText="Guardando…"
            data-key="mod+s"
            title="Ctrl S"
            onClick={form.save}
          >
            Guardar cambios
          </BusyButton>
        </div>
      )}
      <OrderMergeDialog merge={form.merge} onSave={form.saveMerged} onClose={form.closeMerge} />
    </>
  )
}

interface LineRowProps {
  line: OrderLine
  quantity: number
  isChanged: boolean
  /** What the stock has, when it was refused for want of it. */
  available: number | undefined
  onSet: ((quantity: number) => void) | undefined
}

function LineRow({ line, quantity, isChanged, available, onSet }: LineRowProps) {
  const name = lineName(line)
  const isOut = quantity === 0
  return (
    <tr className={isOut ? 'order-edit-out' : undefined}>
      <th scope="row">
        <LineProduct line={line} />
        {available !== undefined && (
          <span className="order-edit-short">{`Stock disponible: ${available}`}</span>
        )}
      </th>
      <td>{formatPesos(line.price_at_time)}</td>
      <td>
        {isOut ? (
          'Se quita al guardar'
        ) : onSet ? (
          <QuantityStepper
            value={quantity}
            min={MIN_QUANTITY}
            max={MAX_QUANTITY}
            label={name}
            onChange={(asked) => onSet(Math.min(MAX_QUANTITY, asked))}
          />
        ) : (
          quantity
        )}
      </td>
      <td>
        {!isChanged ? (
          formatPesos(lineTotal(line))
        ) : (
          <>
            <s>
              <span className="visually-hidden">Hasta ahora </span>
              {formatPesos(lineTotal(line))}
            </s>
          </>
        )}
      </td>
      {onSet && (
        <td>
          <button
            type="button"
            className="button quiet icon-only"
            title={isOut ? 'Reponer' : 'Quitar'}
            onClick={() => onSet(isOut ? line.quantity : 0)}
          >
            {isOut ? <Undo2 aria-hidden="true" size={20} /> : <Trash2 aria-hidden="true" size={20} />}
            <span className="visually-hidden">{`${isOut ? 'Reponer' : 'Quitar'} ${name}`}</span>
          </button>
        </td>
      )}
    </tr>
  )
}
