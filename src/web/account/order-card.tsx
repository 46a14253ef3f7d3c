import { ChevronDown, Printer } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatPesos, toCentavos, toPesos } from '../../contract/money.ts'
import type { Order, OrderLine } from '../../contract/orders.ts'
import { presentationName } from '../../contract/presentations.ts'
import { formatDay } from '../dates.ts'
import { paths } from '../paths.ts'
import { Picture } from '../ui/picture.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'

const THUMBNAILS = 4

interface OrderCardProps {
  order: Order
  /** Placed a moment ago: its lines are open. */
  isNew: boolean
  isPrinted: boolean
  onPrint: () => void
}

/** One order: what it is at a glance, and its lines when opened. */
export function OrderCard({ order, isNew, isPrinted, onPrint }: OrderCardProps) {
  const titleId = useId()
  return (
    <li className={`order-card${isPrinted ? ' order-card-printed' : ''}`} aria-labelledby={titleId}>
      <div className="order-card-head">
        <h2 id={titleId}>Pedido #{order.id}</h2>
        <OrderStatusBadge order={order} />
        <p className="order-card-day">{formatDay(order.created_at)}</p>
        <p className="order-card-total">
          <span className="visually-hidden">Total: </span>
          {formatPesos(order.total)}
        </p>
      </div>
      <div className="order-card-thumbnails" aria-hidden="true">
        {order.order_products.slice(0, THUMBNAILS).map((line) => (
          <LinePicture key={line.id} line={line} />
        ))}
        {order.order_products.length > THUMBNAILS && <span>+{order.order_products.length - THUMBNAILS}</span>}
      </div>
      <p className="order-card-delivery">{deliveryText(order)}</p>
      <details open={isNew}>
        <summary>
          <span>
            Ver detalle<span className="visually-hidden"> del pedido #{order.id}</span>
          </span>
          <ChevronDown aria-hidden="true" size={20} />
        </summary>
        <OrderDetails order={order} />
        <button type="button" className="button secondary order-card-print" onClick={onPrint}>
          <Printer aria-hidden="true" size={20} />
          Imprimir<span className="visually-hidden"> el pedido #{order.id}</span>
        </button>
      </details>
    </li>
  )
}

/** Arranged deliveries carry the same words as address and as method: they are said once. */
function deliveryText({ delivery_type, delivery_type_display, shipping_address }: Order): string {
  return delivery_type === 'address' ? `${delivery_type_display}: ${shipping_address}` : delivery_type_display
}

function OrderDetails({ order }: { order: Order }) {
  return (
    <>
      <table className="order-lines">
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
            <OrderLineRow key={line.id} line={line} />
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
      <dl className="order-recipient">
        <div>
          <dt>Recibe</dt>
          <dd>{order.recipient_name}</dd>
        </div>
        <div>
          <dt>Teléfono</dt>
          <dd>{order.customer_phone}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{order.customer_email}</dd>
        </div>
        <div>
          <dt>Entrega</dt>
          <dd>{deliveryText(order)}</dd>
        </div>
      </dl>
    </>
  )
}

function OrderLineRow({ line }: { line: OrderLine }) {
  const kind = line.product_type === 'merch' ? '' : presentationName(line.blister_info.seed_count)
  return (
    <tr>
      <th scope="row">
        <span className="order-line-product">
          <LinePicture line={line} />
          <span>
            {line.product_id === null ? (
              line.product_name
            ) : (
              <Link to={paths.product(line.product_id)}>{line.product_name}</Link>
            )}
            <span className="order-line-kind">{[line.product_brand, kind].filter(Boolean).join(' · ')}</span>
          </span>
        </span>
      </th>
      <td>
        {line.quantity} × {formatPesos(line.price_at_time)}
      </td>
      <td>{formatPesos(toPesos(toCentavos(line.price_at_time) * line.quantity))}</td>
    </tr>
  )
}

function LinePicture({ line }: { line: OrderLine }) {
  return (
    <Picture
      className="order-line-picture"
      src={line.product_image}
      alt=""
      sizes="48px"
      widths={[160, 320]}
      width={1000}
      height={1000}
    />
  )
}
