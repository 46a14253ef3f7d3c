import { ChevronDown, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatPesos, toCentavos, toPesos } from '../../contract/money.ts'
import { orderCan } from '../../contract/order-status.ts'
import type { Order, OrderLine } from '../../contract/orders.ts'
import { formatDay } from '../dates.ts'
import { paths } from '../paths.ts'
import type { Session } from '../session.ts'
import { Picture } from '../ui/picture.tsx'
import { OrderButtons, useOrderStep } from './order-actions.tsx'
import { lineKind, linesCanGo } from './order-lines.ts'
import { OrderStatusBadge } from './order-status-badge.tsx'

const THUMBNAILS = 4

interface OrderCardProps {
  session: Session
  order: Order
  /** Placed a moment ago: its lines are open. */
  isNew: boolean
  isPrinted: boolean
  onPrint: () => void
}

/** One order: what it is at a glance, and its lines and what can be done with them when opened. */
export function OrderCard({ session, order, isNew, isPrinted, onPrint }: OrderCardProps) {
  const titleId = useId()
  const { ask, dialog } = useOrderStep(session, order)
  const removable = orderCan('removeLine', order) && linesCanGo(order)
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
        <OrderDetails
          order={order}
          onRemove={removable ? (line) => ask({ kind: 'remove', line }) : undefined}
        />
        <OrderButtons order={order} onCancel={() => ask({ kind: 'cancel' })} onPrint={onPrint} />
      </details>
      {dialog}
    </li>
  )
}

/** Arranged deliveries carry the same words as address and as method: they are said once. */
function deliveryText({ delivery_type, delivery_type_display, shipping_address }: Order): string {
  return delivery_type === 'address' ? `${delivery_type_display}: ${shipping_address}` : delivery_type_display
}

interface OrderDetailsProps {
  order: Order
  /** Undefined when nothing may be taken out any more. */
  onRemove: ((line: OrderLine) => void) | undefined
}

function OrderDetails({ order, onRemove }: OrderDetailsProps) {
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
            <OrderLineRow key={line.id} line={line} onRemove={onRemove} />
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

function OrderLineRow({ line, onRemove }: { line: OrderLine; onRemove: OrderDetailsProps['onRemove'] }) {
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
            <span className="order-line-kind">
              {[line.product_brand, lineKind(line)].filter(Boolean).join(' · ')}
            </span>
            {onRemove && (
              <button type="button" className="button quiet order-line-remove" onClick={() => onRemove(line)}>
                <Trash2 aria-hidden="true" size={18} />
                Quitar producto
                <span className="visually-hidden">
                  : {line.product_name} {lineKind(line)}
                </span>
              </button>
            )}
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
