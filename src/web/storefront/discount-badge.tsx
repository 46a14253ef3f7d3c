import { discountBadge } from '../../contract/money.ts'
import '../styles/badge.css'

/** '−05 %' for the eye, whole words for the ear. For people with an account only. */
export function DiscountBadge({ discount }: { discount: number }) {
  if (discount <= 0) return null
  return (
    <span className="badge sale">
      <span aria-hidden="true">{`−${discountBadge(discount)} %`}</span>
      <span className="visually-hidden">{`${Math.round(discount)} por ciento de descuento`}</span>
    </span>
  )
}
