import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { MAX_ID } from '../../../contract/limits.ts'
import { later } from '../../browser/later.tsx'
import { type CartLine, removeFromCart, removeOrdered, restoreLine, useCart, useCartCount } from './cart.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { productsById } from '../../data/queries.ts'
import { type Session, useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { RefreshLine } from '../../ui/refresh-line.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import './cart.css'
import { type CartItem, cartItems, itemName, withGone } from './cart-items.ts'
import { CartRow, RemovedRow, rowId } from './cart-row.tsx'
import { CartSummary } from './cart-summary.tsx'
import { LastViewedProducts } from './last-viewed-products.tsx'
import { placeInCart, type RemovedLine, withRemoved } from './removed-lines.ts'
import type { PlacedOrder } from './use-place-order.ts'
import { usePriceChanges } from './use-price-changes.ts'

const OrderAgainNotice = later(async () => (await import('./order-again-notice.tsx')).OrderAgainNotice)

/** Review, correct and order on one page; nothing is paid here. */
export default function CartPage() {
  const count = useCartCount()
  const hydrated = useHydrated()
  return (
    <div className="page cart-page">
      <UnlistedHead
        title="Carrito"
        description="Los productos elegidos y los datos para coordinar la entrega."
      />
      <h1 tabIndex={-1}>Carrito{count > 0 && ` (${count})`}</h1>
      <noscript>
        <p>El carrito se guarda en este navegador y necesita JavaScript.</p>
      </noscript>
      {hydrated ? <CartWithOrder /> : <CartSkeleton lines={2} />}
    </div>
  )
}

/** The cart, with the notice of an order being repeated. */
function CartWithOrder() {
  const session = useSession()
  const [params] = useSearchParams()
  // Kept after it is removed from the address.
  const [asked] = useState(() => Number(params.get('pedido')))
  const [news, tell] = useState<ReactNode>()
  const isAsked = session !== null && Number.isInteger(asked) && asked > 0 && asked <= MAX_ID
  return (
    <>
      {isAsked && <OrderAgainNotice props={{ session, orderId: asked }} failure={<CodeMissing />} />}
      {news}
      <Cart tell={tell} />
    </>
  )
}

function CodeMissing() {
  return <ErrorPanel title="No se pudo volver a pedir" note="Recargá la página y probá de nuevo." />
}

function Cart({ tell }: { tell: (news: ReactNode) => void }) {
  const session = useSession()
  const lines = useCart()
  const { productIds, products, items } = useItems(session, lines)
  const removal = useRemoval(items)
  const [placed, showPlaced] = usePlaced()
  const [isPlacing, setIsPlacing] = useState(false)

  if (placed !== undefined) return <Placed orderId={placed} />
  if (removal.rows.length === 0) return <EmptyCart />
  if (products.isPending && productIds.length > 0) return <CartSkeleton lines={lines.length} />
  if (products.isError && !products.data) {
    return <ErrorPanel title="Error al obtener el producto" onRetry={() => void products.refetch()} />
  }
  const isEmpty = lines.length === 0
  return (
    <div className={`cart-columns stack-5${isEmpty ? ' cart-columns-empty' : ''}`}>
      <div className={`cart-main${session ? '' : ' cart-main-anonymous'}`} inert={isPlacing}>
        <RefreshLine active={products.isFetching} />
        {!isEmpty && <CartHead signedIn={session !== null} />}
        <CartList session={session} items={items} removal={removal} isFetching={products.isFetching} />
        {isEmpty && <EmptyCart />}
      </div>
      {!isEmpty && (
        <CartSummary
          {...{ session, items, productIds, tell }}
          onPlacing={setIsPlacing}
          onPlaced={showPlaced}
        />
      )}
    </div>
  )
}

function useItems(session: Session | null, lines: CartLine[]) {
  const productIds = useProductIds(lines)
  const products = useQuery({
    ...productsById(session, productIds),
    // Keeps the lines while more products or prices are loading.
    placeholderData: (previous) => previous,
  })
  const known = useKnown(products.data)
  const items = useMemo(
    () => cartItems(lines, known, session !== null && !products.isPlaceholderData),
    [lines, known, products.isPlaceholderData, session],
  )
  return { productIds, products, items }
}

/** The products in the cart, including those that the shop has hidden since the page was opened. */
function useKnown(now: Product[] | undefined): Product[] {
  const [known, setKnown] = useState({ now, products: now ?? [] })
  if (now === undefined || now === known.now) return known.products
  const products = withGone(now, known.products)
  setKnown({ now, products })
  return products
}

function CartHead({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="cart-head" aria-hidden="true">
      <span>Producto</span>
      <span>Precio</span>
      <span>Cantidad</span>
      {signedIn && <span>Total</span>}
    </div>
  )
}

interface CartListProps {
  session: Session | null
  items: readonly CartItem[]
  removal: ReturnType<typeof useRemoval>
  isFetching: boolean
}

function CartList({ session, items, removal: { rows, remove, undo }, isFetching }: CartListProps) {
  const priceChanges = usePriceChanges(session, items)
  return (
    <ul className="stack-3" aria-label="Productos del carrito" aria-busy={isFetching || undefined}>
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
  )
}

/** The id of the order just placed, until the navigation to the account. */
function usePlaced(): [number | undefined, (order: PlacedOrder) => void] {
  const navigate = useNavigate()
  const [placed, setPlaced] = useState<number>()
  const showPlaced = (order: PlacedOrder) => {
    // Synchronously, or the emptied cart would show first.
    flushSync(() => setPlaced(order.id))
    // Where the navigation scrolls too: the footer of this shorter page would be in view until then.
    scrollTo(0, 0)
    removeOrdered(order)
    void navigate(paths.account('orders'), { state: { orderPlaced: order.id } })
  }
  return [placed, showPlaced]
}

/** All products seen in this visit: removing a line needs no request, and restoring it is immediate. */
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

/** Shown until the account is loaded. */
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
    <div className="cart-columns stack-5" aria-busy="true">
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
