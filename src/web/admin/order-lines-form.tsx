import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_QUANTITY, MIN_QUANTITY } from '../../contract/limits.ts'
import { formatPesos } from '../../contract/money.ts'
import type { Order, OrderLine } from '../../contract/orders.ts'
import { Refusal } from '../api.ts'
import { type Session } from '../session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { showToast } from '../ui/toast.tsx'
import { LineProduct } from './order-details-dialog.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import { lineName, lineTotal } from './order-words.ts'
import { useChangeOrder } from './use-order-change.ts'

export interface OrderFormProps {
  session: Session | null
  order: Order
  failedText: string
  doneText: string
}

/** New quantities by line; 0 takes the line out. What is not here stays as it is. */
type Draft = Record<number, number>

/** The lines of an order, with quantities to change. Prices stay those of the day; totals are the server's. */
export function OrderLinesForm({ session, order, failedText, doneText }: OrderFormProps) {
  const [draft, setDraft] = useState<Draft>({})
  const { mutate, isPending, error, reset } = useChangeOrder(session, failedText)
  const lines = order.order_products
  const quantityOf = (line: OrderLine) => draft[line.id] ?? line.quantity
  const changed = lines.filter((line) => quantityOf(line) !== line.quantity)
  const isEditable = lines.every(({ product_id, blister_id }) => product_id !== null && blister_id !== null)
  const isEmptied = lines.length > 0 && lines.every((line) => quantityOf(line) === 0)
  const short = error instanceof Refusal ? (error.body.lines ?? []) : []

  const set = (line: OrderLine, quantity: number) => setDraft({ ...draft, [line.id]: quantity })
  const save = () => {
    if (changed.length === 0) return
    mutate(
      { order, change: { order_products: linesOf(order, quantityOf) } },
      {
        onSuccess: (answer) => {
          setDraft({})
          const isCancelled = answer.status === 'cancelled' && order.status !== 'cancelled'
          showToast('success', isCancelled ? 'Pedido cancelado por falta de productos' : doneText)
        },
      },
    )
  }
  return (
    <>
      {error && <OrderRefusal title={failedText} error={error} />}
      <table className="admin-lines order-edit-lines">
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
              available={short.find((missing) => missing.blister_id === line.blister_id)?.available}
              onSet={isEditable ? (quantity) => set(line, quantity) : undefined}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td colSpan={isEditable ? 2 : 1}>{formatPesos(order.total)}</td>
          </tr>
        </tfoot>
      </table>
      {!isEditable && (
        <p className="admin-note">
          Uno de los productos ya no existe: las cantidades de este pedido no se pueden cambiar.
        </p>
      )}
      {isEmptied && <p className="order-edit-warning">Sin productos, el pedido se cancela al guardar.</p>}
      {changed.length > 0 && (
        <div className="order-edit-bar">
          <p role="status">Cambios sin guardar. El total se calcula al guardar.</p>
          <button
            type="button"
            className="button secondary"
            onClick={() => {
              setDraft({})
              reset()
            }}
          >
            Descartar
          </button>
          <BusyButton busy={isPending} busyText="Guardando…" data-key="mod+s" title="Ctrl S" onClick={save}>
            Guardar cambios
          </BusyButton>
        </div>
      )}
    </>
  )
}

function linesOf(order: Order, quantityOf: (line: OrderLine) => number) {
  return order.order_products.flatMap((line) => {
    const { product_id, blister_id } = line
    const quantity = quantityOf(line)
    return product_id === null || blister_id === null || quantity === 0
      ? []
      : [{ product_id, blister_id, quantity }]
  })
}

interface LineRowProps {
  line: OrderLine
  quantity: number
  /** What the stock has, when it was refused for want of it. */
  available: number | undefined
  onSet: ((quantity: number) => void) | undefined
}

function LineRow({ line, quantity, available, onSet }: LineRowProps) {
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
        {quantity === line.quantity ? (
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
