import { canBePriced, defaultPresentation } from '../../../contract/catalog/presentations.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { formatPesos } from '../../../contract/money.ts'
import { shopChatLink } from '../../../contract/chat-link.ts'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAddToCart } from '../product-card/add-to-cart.ts'
import { isPriced } from '../product-card/is-priced.ts'
import { discountText } from '../product-card/discount-text.ts'
import { LoginForPrice } from '../product-card/price-slot.tsx'
import { useIsScrolledAway } from './use-is-scrolled-away.ts'
import { focusChoice } from './blister-picker.tsx'
import './product-page.css'

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
  const [held, setHeld] = useState<{ id: number; units: number | undefined }>()
  const press = async (chosen: Blister) => setHeld({ id: chosen.id, units: await add(chosen, quantity) })
  const inCart = held?.id === blister?.id ? held?.units : undefined
  return (
    <div className="buy-place" ref={place}>
      <div className={`buy-bar${isStuck ? ' is-stuck' : ''}`} data-bottom-bar="" data-keep-clear="">
        <div className="buy-bar-row">
          <div className="buy-bar-price">
            <BuyPrice
              product={product}
              blister={blister ?? defaultPresentation(product.blisters)}
              inCart={inCart}
            />
          </div>
          <BuyButton {...{ product, blister, isBusy, press }} />
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
  isBusy: boolean
  press: (blister: Blister) => Promise<void>
}

/** Each press adds; a presentation without a price is asked about. */
function BuyButton({ product, isBusy, blister, press }: BuyButtonProps) {
  const whatsapp = useQuery(shopSettings()).data?.whatsapp
  if (!product.available || (blister ?? product).stock === 0) {
    return (
      <button type="button" className="button primary large buy-bar-button" disabled>
        {product.available ? 'Sin stock' : 'No disponible'}
      </button>
    )
  }
  if (whatsapp && blister && isPriced(blister) && !canBePriced(blister)) {
    return (
      <a
        className="button primary large buy-bar-button"
        href={shopChatLink(whatsapp, `Hola, quiero saber el precio de ${product.name}.`)}
        rel="noopener"
      >
        Consultar por WhatsApp
      </a>
    )
  }
  return (
    <BusyButton
      busy={isBusy}
      className="primary large buy-bar-button"
      onClick={() => void (blister ? press(blister) : focusChoice())}
    >
      {blister ? 'Agregar al carrito' : 'Elegir talle'}
    </BusyButton>
  )
}

interface BuyPriceProps {
  product: Product
  blister: Blister | undefined
  /** Units in the cart after adding; the link to it has the place of the details, so that nothing moves. */
  inCart: number | undefined
}

function BuyPrice({ product, blister, inCart }: BuyPriceProps) {
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
      {inCart === undefined ? (
        <span className="buy-bar-details">{details.join(' · ')}</span>
      ) : (
        <Link className="buy-bar-details" to={paths.cart()}>{`Ver carrito (${inCart})`}</Link>
      )}
    </>
  )
}
