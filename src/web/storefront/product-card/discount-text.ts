import { discountBadge } from '../../../contract/money.ts'

/** '−05 %'. Undefined when it rounds to 0. */
export function discountText(discount: number): string | undefined {
  return Math.round(discount) > 0 ? `−${discountBadge(discount)}\u00a0%` : undefined
}
