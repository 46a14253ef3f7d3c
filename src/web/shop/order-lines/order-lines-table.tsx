import type { ReactNode } from 'react'
import { formatPesos } from '../../../contract/money.ts'
import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import { lineTotal } from '../order-in-words.ts'
import './order-lines-table.css'

interface OrderLinesTableProps {
  order: Order
  className?: string
  /** The first cell of a line. */
  children: (line: OrderLine) => ReactNode
}

/** Order lines with the prices of that day, and the total. */
export function OrderLinesTable({ order, className = '', children }: OrderLinesTableProps) {
  return (
    <table className={`order-lines-table ${className}`.trimEnd()}>
      <caption className="visually-hidden">Productos del pedido #{order.id}</caption>
      <thead>
        <tr>
          <th scope="col">Producto</th>
          <th scope="col">Cantidad y precio</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {order.order_products.map((line) => (
          <tr key={line.id}>
            <th scope="row">{children(line)}</th>
            <td>
              {line.quantity} × {formatPesos(line.price_at_time)}
            </td>
            <td>{formatPesos(lineTotal(line))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td>{formatPesos(order.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
