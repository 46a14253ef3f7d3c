import { OctagonPause } from 'lucide-react'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { Refusal } from '../../data/api.ts'
import { CheckField } from '../shell/check-field.tsx'

type LotState = Pick<AdminOrder['lots'][number], 'code' | 'is_on_hold'>

/** The codes of lots on hold, each once. */
export function heldCodes(lots: readonly LotState[]): string[] {
  return [...new Set(lots.filter(({ is_on_hold }) => is_on_hold).map(({ code }) => code))]
}

/** Marks what has a lot on hold and was not handed over. */
export function HeldBadge({ lots }: { lots: readonly LotState[] }) {
  const codes = heldCodes(lots)
  if (codes.length === 0) return null
  return (
    <span className="badge err">
      <OctagonPause aria-hidden="true" size={15} />
      {`Lote retenido: ${codes.join(', ')}`}
    </span>
  )
}

/** The badge of an order. */
export function HeldInOrder({ order }: { order: AdminOrder }) {
  const isLeaving = order.status === 'pending' && order.delivery_state !== 'handed'
  return isLeaving && <HeldBadge lots={order.lots} />
}

interface WithHeldProps {
  lots: readonly LotState[]
  /** The server asked, though no lot here is on hold. */
  isAsked: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

/** What must be said before units of lots on hold leave. */
export function WithHeldField({ lots, isAsked, checked, onChange }: WithHeldProps) {
  const codes = heldCodes(lots)
  if (codes.length === 0 && !isAsked) return null
  return (
    <CheckField
      id="delivery-held"
      label="Entregar igual lo retenido"
      hint={
        codes.length === 0 ? 'Solo quedan unidades de un lote retenido' : `Lote retenido: ${codes.join(', ')}`
      }
      checked={checked}
      onChange={onChange}
    />
  )
}

/** Whether the server asked before units of lots on hold leave. */
export function isAsked(failure: { error?: unknown } | undefined): boolean {
  return failure?.error instanceof Refusal && failure.error.code === 'CONFIRM'
}
