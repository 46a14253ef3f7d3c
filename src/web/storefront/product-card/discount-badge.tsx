import '../../ui/badge.css'
import { discountText } from './discount-text.ts'

/** '−05 %', in words for screen readers. For accounts only. */
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
