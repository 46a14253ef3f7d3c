import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { AgreementDialog } from './agreement-dialog.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { LotsDialog } from './lots-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import type { OrderDesk } from '../use-order-desk.ts'
import { VoidDialog } from './void-dialog.tsx'

/** The dialogs that the cards of an order open. */
export function OrderDeskDialogs({ order, desk }: { order: AdminOrder; desk: OrderDesk }) {
  const { open, close } = desk
  if (open === undefined) return null
  if (open.kind === 'agreement') return <AgreementDialog order={order} onClose={close} />
  if (open.kind === 'delivery') return <DeliveryDialog order={order} desk={desk} />
  if (open.kind === 'lots') return <LotsDialog order={order} onClose={close} />
  if (open.kind === 'expiry') return <ExpiryDialog order={order} onClose={close} />
  if (open.kind !== 'void') return <PaymentDialog order={order} kind={open.kind} onClose={close} />
  const payment = order.payments.find(({ id }) => id === open.id)
  return payment && <VoidDialog order={order} payment={payment} onClose={close} />
}
