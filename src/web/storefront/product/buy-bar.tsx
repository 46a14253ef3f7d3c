import { canBePriced, defaultPresentation } from '../../../contract/catalog/presentations.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { formatPesos } from '../../../contract/money.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAddToCart } from '../product-card/add-to-cart.ts'
import { isPriced } from '../product-card/is-priced.ts'
import { discountText } from '../product-card/discount-text.ts'
import { LoginForPrice } from '../product-card/price-slot.tsx'
import { useIsScrolledAway } from './use-is-scrolled-away.ts'
import { focusChoice } from './blister-picker.tsx'
import './buy-bar.css'

const SHOWN_ADDED_MS = 4000

interface BuyBarProps {
  product: Product
  /** Undefined without one, and while a size must be chosen. */
  blister: Blister | undefined
  /** Units to add. */
  quantity: number
}

/** Price and button. On phones pinned to the bottom, on wide screens once their place is scrolled away. */
export function BuyBar({ product, blister, quantity }: BuyBarProps) {
  const place = useRef<HTMLDivElement>(null)
  const isStuck = useIsScrolledAway(place)
  const { add, isBusy, problem } = useAddToCart(product)
  const [held, setHeld] = useAddedNotice(blister?.id)
  const press = async (chosen: Blister) => setHeld(await add(chosen, quantity))
  return (
    <div className="buy-place" ref={place}>
      <div className={`buy-bar${isStuck ? ' is-stuck' : ''}`} data-bottom-bar="" data-keep-clear="">
        <div className="buy-bar-row">
          <div className="buy-bar-price">
            <BuyPrice product={product} blister={blister ?? defaultPresentation(product.blisters)} />
          </div>
          <BuyButton {...{ product, blister, held, isBusy, press }} />
        </div>
        <noscript>
          <p className="buy-bar-problem">Para comprar hace falta JavaScript.</p>
        </noscript>
        {problem && <p className="buy-bar-problem">{problem}</p>}
      </div>
    </div>
  )
}

interface BuyButtonProps extends Omit<BuyBarProps, 'quantity'> {
  held: number | undefined
  isBusy: boolean
  press: (blister: Blister) => Promise<void>
}

/** One button, first to add and then to open the cart, so that it keeps the focus. */
function BuyButton({ product, held, isBusy, blister, press }: BuyButtonProps) {
  const navigate = useNavigate()
  if (!product.available || (blister ?? product).stock === 0) {
    return (
      <button type="button" className="button primary large buy-bar-button" disabled>
        {product.available ? 'Sin stock' : 'No disponible'}
      </button>
    )
  }
  const add = (chosen: Blister) => (held === undefined ? press(chosen) : navigate(paths.cart()))
  const text = held === undefined ? 'Agregar al carrito' : `En el carrito: ${held} · Ver carrito`
  return (
    <BusyButton
      busy={isBusy}
      className="primary large buy-bar-button"
      onClick={() => void (blister ? add(blister) : focusChoice())}
    >
      {blister ? text : 'Elegir talle'}
    </BusyButton>
  )
}

function BuyPrice({ product, blister }: { product: Product; blister: Blister | undefined }) {
  const isSignedIn = useSession() !== null
  if (!isSignedIn) return <LoginForPrice />
  if (!blister) return null
  if (!isPriced(blister)) return <Skeleton className="buy-bar-skeleton" />
  if (!canBePriced(blister)) return <strong className="buy-bar-none">Sin precio por ahora</strong>
  const details = [
    discountText(blister.discount),
    product.type === 'merch'
      ? blister.discount > 0 && `antes ${formatPesos(blister.price)}`
      : blister.seed_count > 1 &&
        `${formatPesos(Math.round(blister.final_price / blister.seed_count))} por semilla`,
  ].filter(Boolean)
  return (
    <>
      <strong className="buy-bar-amount">{formatPesos(blister.final_price)}</strong>
      <span className="buy-bar-details">{details.join(' · ')}</span>
    </>
  )
}

/** The quantity in the cart, for four seconds after adding or until another presentation is chosen. */
function useAddedNotice(blisterId: number | undefined) {
  const [notice, setNotice] = useState<{ blisterId: number | undefined; held: number }>()
  useEffect(() => {
    if (!notice) return undefined
    const timer = setTimeout(() => setNotice(undefined), SHOWN_ADDED_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const held = notice?.blisterId === blisterId ? notice?.held : undefined
  const setHeld = (count: number | undefined) =>
    setNotice(count === undefined ? undefined : { blisterId, held: count })
  return [held, setHeld] as const
}
