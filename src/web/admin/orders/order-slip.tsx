import { useQuery } from '@tanstack/react-query'
import { formatPesos } from '../../../contract/money.ts'
import type { AdminOrder } from '../../../contract/orders.ts'
import { deliveryText, lineKind, lineTotal } from '../../shop/order-in-words.ts'
import { shopSettings } from '../../data/queries.ts'
import { formatMoment } from '../lists/moments.ts'
import { recipientOf } from './order-words.ts'
import { counted } from '../lists/counted.ts'
import './order-slip.css'

/** With more lines than this the slip has a smaller font, so that it stays on one sheet. */
const ROOMY_LINES = 18

/** The packing slip: only printed, one A4 page. */
export function OrderSlip({ order }: { order: AdminOrder }) {
  const { data } = useQuery(shopSettings())
  return (
    <section
      className={`order-slip${order.order_products.length > ROOMY_LINES ? ' order-slip-small' : ''}`}
      aria-label={`Remito del Pedido #${order.id}`}
    >
      <div className="order-slip-head">
        <p className="order-slip-shop">
          {data?.logo && <img src={data.logo} alt="" />}
          {data?.shop_name}
        </p>
        <p>
          <strong>Pedido #{order.id}</strong> · {order.status_display} · {formatMoment(order.created_at)}
        </p>
      </div>
      <p className="order-slip-to">
        <strong>{recipientOf(order)}</strong>
        {[order.customer_phone, order.customer_email, deliveryText(order)].filter(Boolean).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      <SlipLines order={order} />
      <p className="order-slip-sign">
        <span>Preparó</span>
        <span>Recibió</span>
      </p>
      {data?.contact_email && <p className="order-slip-contact">{data.contact_email}</p>}
    </section>
  )
}

function SlipLines({ order }: { order: AdminOrder }) {
  const lines = order.order_products
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Preparado</span>
          </th>
          <th scope="col">Cantidad</th>
          <th scope="col">Producto</th>
          <th scope="col">Presentación</th>
          <th scope="col">Precio</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>☐</td>
            <td>{line.quantity}</td>
            <td>{[line.product_name, line.product_brand].filter(Boolean).join(' · ')}</td>
            <td>{lineKind(line)}</td>
            <td>{formatPesos(line.price_at_time)}</td>
            <td>{formatPesos(lineTotal(line))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={5}>{counted(units, 'unidad', 'unidades')} en total</td>
          <td>{formatPesos(order.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
