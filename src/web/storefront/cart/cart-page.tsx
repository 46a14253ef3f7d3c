import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import { type CartLine, removeFromCart, restoreLine, useCart, useCartCount } from './cart.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { recipientDraft } from '../../session/order-draft.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { productsById } from '../../data/queries.ts'
import { type Session, useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { RefreshLine } from '../../ui/refresh-line.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import '../../ui/button.css'
import './cart.css'
import './cart-summary.css'
import { CartAction } from './cart-action.tsx'
import { type CartItem, cartItems, cartTotal, cartUnits, itemName } from './cart-items.ts'
import { CartRow, RemovedRow, rowId } from './cart-row.tsx'
import { Checkout } from './checkout.tsx'
import { LastViewedProducts } from './last-viewed-products.tsx'
import { placeInCart, type RemovedLine, withRemoved } from './removed-lines.ts'
import { usePriceChanges } from './use-price-changes.ts'

/** Review, correct and order on one page; nothing is paid here. */
export default function CartPage() {
  const count = useCartCount()
  const hydrated = useHydrated()
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className="page cart-page">
      <UnlistedHead
        title={`${hasFailed ? 'Error: ' : ''}Carrito · ${SITE}`}
        description="Los productos elegidos y los datos para coordinar la entrega."
      />
      <h1 tabIndex={-1}>Carrito{count > 0 && ` (${count})`}</h1>
      <noscript>
        <p>El carrito se guarda en este navegador y necesita JavaScript.</p>
      </noscript>
      {hydrated ? <Cart onFailed={setFailed} /> : <CartSkeleton lines={2} />}
    </div>
  )
}

function Cart({ onFailed }: Pick<SummaryProps, 'onFailed'>) {
  const session = useSession()
  const lines = useCart()
  const productIds = useProductIds(lines)
  const products = useQuery({
    ...productsById(session, productIds),
    // The lines keep their place while one more product, or the same ones with prices, are asked for.
    placeholderData: (previous) => previous,
  })
  const items = useMemo(
    () => cartItems(lines, products.data ?? [], session !== null && !products.isPlaceholderData),
    [lines, products.data, products.isPlaceholderData, session],
  )
  const { rows, remove, undo } = useRemoval(items)
  const priceChanges = usePriceChanges(session, items)
  const navigate = useNavigate()
  const [placed, setPlaced] = useState<number>()
  const showPlaced = (orderId: number) => {
    // At once, or the emptied cart would be seen first.
    flushSync(() => setPlaced(orderId))
    void navigate(paths.account('orders'), { state: { orderPlaced: orderId } })
  }

  if (placed !== undefined) return <Placed orderId={placed} />
  if (rows.length === 0) return <EmptyCart />
  if (products.isPending && productIds.length > 0) return <CartSkeleton lines={lines.length} />
  if (products.isError && !products.data) {
    return <ErrorPanel title="Error al obtener el producto" onRetry={() => void products.refetch()} />
  }
  return (
    <div className={`cart-columns${lines.length > 0 ? '' : ' cart-columns-empty'}`}>
      <div className={`cart-main${session ? '' : ' cart-main-anonymous'}`}>
        <RefreshLine active={products.isFetching} />
        {lines.length > 0 && (
          <div className="cart-head" aria-hidden="true">
            <span>Producto</span>
            <span>Precio</span>
            <span>Cantidad</span>
            {session && <span>Total</span>}
          </div>
        )}
        <ul
          className="cart-list"
          aria-label="Productos del carrito"
          aria-busy={products.isFetching || undefined}
        >
          {rows.map((row) =>
            'line' in row ? (
              <CartRow
                key={row.line.blisterId}
                item={row}
                signedIn={session !== null}
                priceBefore={priceChanges.get(row.line.blisterId)}
                onRemove={() => remove(row)}
              />
            ) : (
              <RemovedRow key={`removed-${row.removed.blisterId}`} name={row.name} onUndo={() => undo(row)} />
            ),
          )}
        </ul>
        {lines.length === 0 && <EmptyCart />}
      </div>
      {lines.length > 0 && (
        <Summary
          session={session}
          items={items}
          productIds={productIds}
          onPlaced={showPlaced}
          onFailed={onFailed}
        />
      )}
    </div>
  )
}

/** All products seen during this visit: taking a line out asks for nothing again, and putting it back is immediate. */
function useProductIds(lines: readonly CartLine[]): number[] {
  const [seen, setSeen] = useState<number[]>([])
  const isNew = lines.some(({ productId }) => !seen.includes(productId))
  const ids = isNew ? [...new Set([...seen, ...lines.map(({ productId }) => productId)])] : seen
  if (isNew) setSeen(ids)
  return ids
}

function useRemoval(items: readonly CartItem[]) {
  const [gone, setGone] = useState<RemovedLine[]>([])
  const rows = withRemoved(items, gone)
  const remove = (item: CartItem) => {
    const { blisterId } = item.line
    const taken = { removed: item.line, index: rows.indexOf(item), name: itemName(item) }
    setGone((before) => [...before.filter(({ removed }) => removed.blisterId !== blisterId), taken])
    removeFromCart(blisterId)
  }
  const undo = (row: RemovedLine) => {
    setGone((before) => before.filter((other) => other !== row))
    restoreLine(row.removed, placeInCart(rows, row))
    requestAnimationFrame(() => document.getElementById(rowId(row.removed.blisterId))?.focus())
  }
  return { rows, remove, undo }
}

interface SummaryProps {
  session: Session | null
  items: CartItem[]
  productIds: number[]
  onPlaced: (orderId: number) => void
  onFailed: (hasFailed: boolean) => void
}

function Summary({ session, items, productIds, onPlaced, onFailed }: SummaryProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const [notice, setNotice] = useState('')
  const resumed = useDraftOf(session)
  const total = session ? cartTotal(items) : undefined

  const start = () => {
    if (session) return setAsked(true)
    const text = 'Debes iniciar sesión para realizar la compra'
    setNotice(text)
    showToast('warning', text)
    void navigate(paths.login(paths.cart()))
  }

  return (
    <aside className="cart-summary" aria-labelledby="resumen">
      <h2 id="resumen">Resumen</h2>
      <dl className="cart-summary-numbers">
        <div>
          <dt>Unidades</dt>
          <dd>{cartUnits(items)}</dd>
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
      <p className="cart-summary-note">
        No se paga acá: el pago y la entrega se acuerdan después del pedido.
      </p>
      {notice !== '' && (
        <p className="cart-note cart-note-problem" role="alert">
          {notice}
        </p>
      )}
      {session && (asked || resumed) ? (
        <Checkout
          key={session.userId}
          session={session}
          items={items}
          productIds={productIds}
          total={cartTotal(items)}
          focusHeading={asked}
          onPlaced={onPlaced}
          onFailed={onFailed}
        />
      ) : (
        <CartAction total={total}>
          <button type="button" className="button primary large block" onClick={start}>
            Iniciar Pedido
          </button>
        </CartAction>
      )}
    </aside>
  )
}

/** Whether this person had begun to fill the form in this tab, before a reload or a new login. */
function useDraftOf(session: Session | null): boolean {
  return useMemo(() => session !== null && recipientDraft.read(session.userId) !== undefined, [session])
}

/** For the moment until the account is loaded. */
function Placed({ orderId }: { orderId: number }) {
  return (
    <p className="cart-placed" role="status">
      Pedido #{orderId} creado.{' '}
      <Link to={paths.account('orders')} state={{ orderPlaced: orderId }}>
        Ver el pedido
      </Link>
    </p>
  )
}

function EmptyCart() {
  return (
    <>
      <EmptyState title="Tu carrito está vacío">
        <Link className="button primary" to={paths.catalogue()}>
          Ver catálogo
        </Link>
      </EmptyState>
      <LastViewedProducts />
    </>
  )
}

function CartSkeleton({ lines }: { lines: number }) {
  return (
    <div className="cart-columns" aria-busy="true">
      <LoadingNote />
      <div className="cart-main">
        {Array.from({ length: Math.min(lines, 6) }, (_, index) => (
          <Skeleton key={index} className="cart-skeleton-row" />
        ))}
      </div>
      <Skeleton className="cart-skeleton-summary" />
    </div>
  )
}
