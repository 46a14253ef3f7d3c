import { RefreshCcwDot, SquareArrowOutUpRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { arrangedWords, deliveryWords } from '../../../../contract/orders/own-words.ts'
import { LineProduct } from '../../../shop/order-lines/line-product.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { OrderLinesTable } from '../../../shop/order-lines/order-lines-table.tsx'
import { OrderStatusBadge } from '../../../shop/order-status-badge.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { BreaksAfter } from '../../../ui/breaks-after.tsx'
import { formatMoment } from '../../../shop/dates.ts'
import { OrderContact } from '../page/order-contact.tsx'
import { recipientOf, withoutAccount } from '../order-words.ts'
import { Fact } from '../../../shop/fact.tsx'
import { Needs } from '../../shell/rights.tsx'
import '../../kit/controls.css'
import '../list/orders-page.css'

interface OrderDetailsDialogProps {
  order: AdminOrder
  onChangeStatus: () => void
  onClose: () => void
}

/** The details of one order, over the list. */
export function OrderDetailsDialog({ order, onChangeStatus, onClose }: OrderDetailsDialogProps) {
  const admin = useAdminPath()
  const { search } = useLocation()
  return (
    <Dialog open onClose={onClose} title={`Pedido #${order.id}`} className="order-peek">
      <p className="order-peek-when admin-row">
        <OrderStatusBadge status={order.status} />
        {order.is_archived && <span className="badge">Archivado</span>}
        <time dateTime={order.created_at}>{formatMoment(order.created_at)}</time>
      </p>
      <OrderLinesTable order={order}>{(line) => <LineProduct line={line} />}</OrderLinesTable>
      <RecipientFacts order={order} />
      <div className="admin-actions wrap-2">
        <Needs right="orders_write">
          <IconButton icon={RefreshCcwDot} text="Cambiar estado" look="primary" onClick={onChangeStatus} />
        </Needs>
        <OrderContact channel="whatsapp" order={order} />
        <OrderContact channel="email" order={order} />
        <Link className="button secondary" to={admin.order(order.id)} state={{ from: search }}>
          <SquareArrowOutUpRight aria-hidden="true" size={20} />
          Abrir el pedido
        </Link>
      </div>
    </Dialog>
  )
}

export function RecipientFacts({ order }: { order: AdminOrder }) {
  const { customer } = order
  const account = customer && [customer.first_name, customer.last_name].filter(Boolean).join(' ')
  return (
    <dl className="admin-facts">
      <Fact name="Recibe">{recipientOf(order)}</Fact>
      <Fact name="Cuenta">
        {customer ? `${account} (@${customer.username})`.trim() : withoutAccount(order)}
      </Fact>
      <Fact name="Teléfono">{order.customer_phone || 'Sin teléfono'}</Fact>
      <Fact name="Email">
        {order.customer_email ? <BreaksAfter sign="@" text={order.customer_email} /> : 'Sin email'}
      </Fact>
      <Fact name="Entrega">{deliveryWords(order) ?? arrangedWords(order)}</Fact>
    </dl>
  )
}
