import { type ReactNode, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import { paths } from '../../app/paths.ts'
import { later } from '../../browser/later.tsx'
import { recipientDraft } from '../../session/order-draft.ts'
import type { Session } from '../../session/session.ts'
import { ShippingLine } from '../../shop/shipping-line.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AccountLinksLine } from '../product-card/account-links.tsx'
import { CartAction } from './cart-action.tsx'
import { useCartCount } from './cart.ts'
import { type CartItem, cartTotal } from './cart-items.ts'
import type { PlacedOrder } from './use-place-order.ts'
import './cart.css'

/** Half of the page's code, which few visits of the cart need. */
const Checkout = later(async () => (await import('./checkout.tsx')).Checkout, 0)

const LOG_IN_FIRST = 'Debes iniciar sesión para realizar la compra'

interface CartSummaryProps {
  session: Session | null
  items: CartItem[]
  productIds: number[]
  /** Its lines cannot be changed while the order is sent. */
  onPlacing: (isPlacing: boolean) => void
  onPlaced: (order: PlacedOrder) => void
  tell: (news: ReactNode) => void
}

/** The total of the cart, and the start of the order. */
export function CartSummary({ session, items, productIds, tell, ...on }: CartSummaryProps) {
  const [hasStarted, start] = useStart(session)
  const isResumed = useHasDraft(session)
  const total = cartTotal(items)
  const isSentToLogIn = hasStarted && session === null
  const isOrdering = session !== null && (hasStarted || isResumed)
  return (
    <aside className="surface cart-summary stack-3" aria-labelledby="resumen" data-keep-clear="">
      <h2 id="resumen">Resumen</h2>
      <SummaryNumbers items={items} total={session ? total : undefined} />
      <p className="note">Acá no pagás: el pago y la entrega los acordamos después del pedido.</p>
      <ShippingLine className="note" />
      {isSentToLogIn && (
        <p className="cart-note cart-note-problem" role="alert">
          {LOG_IN_FIRST}
        </p>
      )}
      <Checkout
        key={session?.userId}
        props={
          isOrdering ? { session, items, productIds, total, isResumed: !hasStarted, tell, ...on } : undefined
        }
        failure={<NotLoaded />}
      >
        <CartAction total={session ? total : undefined}>
          <BusyButton busy={isOrdering} className="primary large block" onClick={start}>
            Iniciar Pedido
          </BusyButton>
        </CartAction>
      </Checkout>
    </aside>
  )
}

function NotLoaded() {
  return (
    <div className="cart-note cart-note-problem" role="alert">
      <p>No pudimos conectar con la tienda. Probá de nuevo.</p>
      <button type="button" className="button secondary" onClick={() => window.location.reload()}>
        Recargar la página
      </button>
    </div>
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

function SummaryNumbers({ items, total }: { items: CartItem[]; total: number | undefined }) {
  const isPartial = total !== undefined && items.some(({ problem }) => problem !== undefined)
  return (
    <>
      <dl className="cart-summary-numbers stack-2">
        <div>
          <dt>Unidades</dt>
          <dd>{useCartCount()}</dd>
        </div>
        <div className="cart-summary-total">
          <dt>Total</dt>
          <dd>
            {total === undefined ? (
              <>
                <Link to={paths.login(paths.cart())}>Entrá para ver el precio</Link>
                <AccountLinksLine />
              </>
            ) : (
              formatPesos(total)
            )}
          </dd>
        </div>
      </dl>
      {isPartial && <p className="note cart-summary-partial">Sin lo que ahora no se puede pedir.</p>}
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
