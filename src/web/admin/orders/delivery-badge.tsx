import { PackageCheck, PackageX, Truck } from 'lucide-react'
import { CHANGED_AFTER_PREPARED } from '../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'

/** Whether the order changed after it was packed, and can be packed again. */
export function isUnpacked({ status, changed_after_prepared }: AdminOrder): boolean {
  return changed_after_prepared && status !== 'cancelled'
}

/** The delivery state; nothing before packing. */
export function DeliveryBadge({ order }: { order: AdminOrder }) {
  const { delivery_state: state, delivery_state_display: name } = order
  if (isUnpacked(order))
    return (
      <span className="badge warn">
        <PackageX aria-hidden="true" size={15} />
        {CHANGED_AFTER_PREPARED}
      </span>
    )
  if (state === 'pending') return null
  const Icon = state === 'handed' ? Truck : PackageCheck
  return (
    <span className={`badge ${state === 'handed' ? 'ok' : 'info'}`}>
      <Icon aria-hidden="true" size={15} />
      {name}
    </span>
  )
}
