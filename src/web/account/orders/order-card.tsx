import { ChevronDown, Trash2 } from 'lucide-react'
import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import { showsPayment } from '../../../contract/orders/order-desk.ts'
import { orderCan } from '../../../contract/orders/order-status.ts'
import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import { formatDay, formatLastDay } from '../../shop/dates.ts'
import { Fact } from '../../shop/fact.tsx'
import { lineName, linesCanChange } from '../../shop/order-in-words.ts'
import { deliveryWords, fromLotsWords, paymentWords } from '../../../contract/orders/own-words.ts'
import { LinePicture } from '../../shop/order-lines/line-picture.tsx'
import { LineProduct } from '../../shop/order-lines/line-product.tsx'
import { OrderLinesTable } from '../../shop/order-lines/order-lines-table.tsx'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import { Tracking } from '../../shop/tracking.tsx'
import { paths } from '../../app/paths.ts'
import type { Session } from '../../session/session.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OrderButtons, useOrderStep } from './order-actions.tsx'

const THUMBNAILS = 4

interface OrderCardProps {
  session: Session
  order: Order
  /** Just placed, so its lines are unfolded. */
  isNew: boolean
  isPrinted: boolean
  /** Opened by a link to cancel it. */
  isToCancel: boolean
  onPrint: () => void
}

/** One order: a summary that opens to its lines and actions. */
export function OrderCard({ session, order, isNew, isPrinted, isToCancel, onPrint }: OrderCardProps) {
  const titleId = useId()
  const { ask, dialog } = useOrderStep(session, order, isToCancel)
  const removable = orderCan('removeLine', order) && linesCanChange(order.order_products)
  return (
    <li
      className={`surface order-card stack-2${isPrinted ? ' order-card-printed' : ''}`}
      aria-labelledby={titleId}
    >
      <div className="order-card-head">
        <h2 id={titleId}>Pedido #{order.id}</h2>
        <OrderStatusBadge status={order.status} />
        <p className="order-card-day note">{formatDay(order.created_at)}</p>
        <p className="order-card-total">
          <span className="visually-hidden">Total: </span>
          {formatPesos(order.total)}
        </p>
      </div>
      <div className="order-card-thumbnails icon-row" aria-hidden="true">
        {order.order_products.slice(0, THUMBNAILS).map((line) => (
          <LinePicture key={line.id} className="line-picture" src={line.product_image} sizes="48px" />
        ))}
        {order.order_products.length > THUMBNAILS && <span>+{order.order_products.length - THUMBNAILS}</span>}
      </div>
      <p className="order-card-delivery">{deliveryWords(order)}</p>
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

interface OrderDetailsProps {
  order: Order
  /** Undefined when lines may not be removed any more. */
  onRemove: ((line: OrderLine) => void) | undefined
}

function OrderDetails({ order, onRemove }: OrderDetailsProps) {
  const delivery = deliveryWords(order)
  return (
    <>
      <OrderLinesTable order={order} className="order-lines">
        {(line) => <OwnLine line={line} onRemove={onRemove} />}
      </OrderLinesTable>
      <dl className="order-recipient two-columns">
        <Fact name="Recibe">{order.recipient_name}</Fact>
        <Fact name="Teléfono">{order.customer_phone}</Fact>
        <Fact name="Email">
          <BreaksAfter sign="@" text={order.customer_email} />
        </Fact>
        {delivery && <Fact name="Entrega">{delivery}</Fact>}
        {order.claim_id && <Fact name="Reposición">{`Reclamo #${order.claim_id}`}</Fact>}
        {order.expires_at && <Fact name="Vence">{formatLastDay(order.expires_at)}</Fact>}
        {order.delivery_state === 'prepared' && order.status === 'pending' && (
          <Fact name="Estado de la entrega">{order.delivery_state_display}</Fact>
        )}
        {order.tracking !== '' && (
          <Fact name="Seguimiento">
            <Tracking order={order} />
          </Fact>
        )}
        {showsPayment(order) && <Fact name="Pago">{paymentWords(order)}</Fact>}
      </dl>
      <FromLots order={order} />
      <ShopNotes order={order} />
    </>
  )
}

/** Once the lots are chosen, at packing. */
function FromLots({ order }: { order: Order }) {
  const { from_lots: lots } = order
  if (lots.length === 0) return null
  return (
    <p className="order-lots">
      {fromLotsWords(order)}
      {lots.map(({ code, is_public }, index) => (
        <Fragment key={code}>
          {index > 0 && (index === lots.length - 1 ? ' y ' : ', ')}
          {is_public ? <Link to={paths.lot(code)}>{code}</Link> : code}
        </Fragment>
      ))}
      .
    </p>
  )
}

function ShopNotes({ order: { visible_notes: notes } }: { order: Order }) {
  if (notes.length === 0) return null
  return (
    <div className="order-notes stack-2">
      <h3>Mensajes de la tienda</h3>
      <ul className="stack-2">
        {notes.map(({ id, text, created_at }) => (
          <li key={id}>
            <time className="note" dateTime={created_at}>
              {formatDay(created_at)}
            </time>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function OwnLine({ line, onRemove }: { line: OrderLine; onRemove: OrderDetailsProps['onRemove'] }) {
  return (
    <LineProduct
      line={line}
      name={
        line.product_id === null ? (
          line.product_name
        ) : (
          <Link to={paths.product(line.product_id)}>{line.product_name}</Link>
        )
      }
    >
      {onRemove && (
        <IconButton
          icon={Trash2}
          size={18}
          text="Quitar producto"
          of={`: ${lineName(line)}`}
          look="quiet"
          className="order-line-remove"
          onClick={() => onRemove(line)}
        />
      )}
    </LineProduct>
  )
}
