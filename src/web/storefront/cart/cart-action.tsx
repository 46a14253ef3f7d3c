import type { ReactNode } from 'react'
import { formatPesos } from '../../../contract/money.ts'

interface CartActionProps {
  /** Pesos; undefined for visitors without an account. */
  total: number | undefined
  /** Beside the button: what is still missing. */
  note?: ReactNode
  children: ReactNode
}

/** Total and the next step: pinned to the bottom on phones, at the end of the summary elsewhere. */
export function CartAction({ total, note, children }: CartActionProps) {
  return (
    <div className="cart-action stack-2" data-bottom-bar>
      {note}
      <div className="row-3">
        {total !== undefined && (
          <p className="cart-action-total">
            <span>Total</span>
            <strong>{formatPesos(total)}</strong>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
