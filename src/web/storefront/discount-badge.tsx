import '../styles/badge.css'
import { discountText } from './discount-text.ts'

/** '−05 %' for the eye, whole words for the ear. For people with an account only. */
export function DiscountBadge({ discount }: { discount: number }) {
  const text = discountText(discount)
  if (text === undefined) return null
  return (
    <span className="badge sale">
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{`${Math.round(discount)} por ciento de descuento`}</span>
    </span>
  )
}
