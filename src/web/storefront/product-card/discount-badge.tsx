import { discountText } from './discount-text.ts'

/** '−05 %', in words for screen readers. For accounts only. `isBest`: some presentations have less. */
export function DiscountBadge({ discount, isBest = false }: { discount: number; isBest?: boolean }) {
  const text = discountText(discount)
  if (text === undefined) return null
  return (
    <span className="badge sale">
      {isBest && 'hasta '}
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{`${Math.round(discount)} por ciento de descuento`}</span>
    </span>
  )
}
