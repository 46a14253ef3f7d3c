import { discountBadge } from '../../contract/money.ts'

/** '−05 %'. Undefined when nothing is left of it after rounding: '−00 %' would say that there is none. */
export function discountText(discount: number): string | undefined {
  return Math.round(discount) > 0 ? `−${discountBadge(discount)}\u00a0%` : undefined
}
