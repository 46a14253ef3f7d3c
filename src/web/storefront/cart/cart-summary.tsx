import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import { paths } from '../../app/paths.ts'
import { recipientDraft } from '../../session/order-draft.ts'
import type { Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { CartAction } from './cart-action.tsx'
import { type CartItem, cartTotal, cartUnits } from './cart-items.ts'
import { Checkout } from './checkout.tsx'
import '../../ui/surface.css'
import './cart-summary.css'

const LOG_IN_FIRST = 'Debes iniciar sesión para realizar la compra'

interface CartSummaryProps {
  session: Session | null
  items: CartItem[]
  productIds: number[]
  onPlaced: (orderId: number) => void
}

/** The total of the cart, and the start of the order. */
export function CartSummary({ session, items, productIds, onPlaced }: CartSummaryProps) {
  const [hasStarted, start] = useStart(session)
  const isResumed = useHasDraft(session)
  const total = cartTotal(items)
  const isSentToLogIn = hasStarted && session === null
  return (
    <aside className="surface cart-summary" aria-labelledby="resumen">
      <h2 id="resumen">Resumen</h2>
      <SummaryNumbers units={cartUnits(items)} total={session ? total : undefined} />
      <p className="cart-summary-note">
        No se paga acá: el pago y la entrega se acuerdan después del pedido.
      </p>
      {isSentToLogIn && (
        <p className="cart-note cart-note-problem" role="alert">
          {LOG_IN_FIRST}
        </p>
      )}
      {session && (hasStarted || isResumed) ? (
        <Checkout
          key={session.userId}
          session={session}
          items={items}
          productIds={productIds}
          total={total}
          focusHeading={hasStarted}
          onPlaced={onPlaced}
        />
      ) : (
        <CartAction total={session ? total : undefined}>
          <button type="button" className="button primary large block" onClick={start}>
            Iniciar Pedido
          </button>
        </CartAction>
      )}
    </aside>
  )
}

/** Starts the order: a visitor without a session is sent to the login first. */
function useStart(session: Session | null): [boolean, () => void] {
  const navigate = useNavigate()
  const [hasStarted, setHasStarted] = useState(false)
  const start = () => {
    setHasStarted(true)
    if (session) return
    showToast('warning', LOG_IN_FIRST)
    void navigate(paths.login(paths.cart()))
  }
  return [hasStarted, start]
}

function SummaryNumbers({ units, total }: { units: number; total: number | undefined }) {
  return (
    <>
      <dl className="cart-summary-numbers">
        <div>
          <dt>Unidades</dt>
          <dd>{units}</dd>
        </div>
        <div className="cart-summary-total">
          <dt>Total</dt>
          <dd>
            {total === undefined ? (
              <Link to={paths.login(paths.cart())}>Iniciar sesión para ver el precio</Link>
            ) : (
              formatPesos(total)
            )}
          </dd>
        </div>
      </dl>
      <p className="visually-hidden" role="status">
        {total !== undefined && `Total: ${formatPesos(total)}`}
      </p>
    </>
  )
}

/** Whether this user has started the form in this tab, before a reload or a new login. */
function useHasDraft(session: Session | null): boolean {
  return useMemo(() => session !== null && recipientDraft.read(session.userId) !== undefined, [session])
}
