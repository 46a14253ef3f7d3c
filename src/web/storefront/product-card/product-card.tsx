import { Link, useViewTransitionState } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { germinationRate, openedOfTen } from '../../../contract/catalog/germination.ts'
import { bestDiscount, canBePriced } from '../../../contract/catalog/presentations.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../session/session.ts'
import { later } from '../../browser/later.tsx'
import { Picture } from '../../ui/picture.tsx'
import { CardWays } from './card-ways.tsx'
import { isPriced } from './is-priced.ts'
import { PriceSlot } from './price-slot.tsx'
import { discountText } from './discount-text.ts'
import { sizesOf } from './product-facts.ts'
import { LimitedBadge, TypeBadge } from './type-badge.tsx'
import './product-card.css'

interface ProductCardProps {
  product: Product
  /** One level below the heading of the list. */
  heading?: 'h2' | 'h3'
  /** The `sizes` of its picture. */
  sizes?: string
  /** On the first screen: its picture loads at once. */
  priority?: boolean
  /** Its picture morphs into that of the product's page. Not on that page itself. */
  grows?: boolean
}

/** For customers only, as is the price. */
const Discount = later(async () => (await import('../cart/card-of-account.tsx')).CardDiscount)
const QuickAdd = later(async () => (await import('../cart/quick-add.tsx')).QuickAdd)

/** Of three cards in a row on a desk. */
export const SIZES = '(min-width: 1200px) 368px, (min-width: 992px) 31vw, (min-width: 340px) 46vw, 112px'
const WIDTHS = [320, 480, 640]

/** A product in a list. Picture and name are one link; the button that adds to the cart is beside it. */
export function ProductCard({
  product,
  heading: Heading = 'h3',
  sizes = SIZES,
  priority = false,
  grows = true,
}: ProductCardProps) {
  const to = paths.product(product.id)
  const isChosen = useViewTransitionState(to) && grows
  const isForSale = useIsForSale(product)
  return (
    <article className={`product-card product-card-${product.type}${isForSale ? '' : ' is-dimmed'}`}>
      <Link to={to} className="product-card-link" viewTransition={grows}>
        <Picture
          className={`product-card-picture${isChosen ? ' is-chosen' : ''}`}
          src={product.image}
          alt=""
          sizes={sizes}
          widths={WIDTHS}
          width={480}
          height={600}
          priority={priority}
        />
        <Heading className="product-card-name">{product.name}</Heading>
      </Link>
      <Badge product={product} />
      <Facts product={product} />
      {product.tested && (
        <p className="product-card-tested" data-opened={openedOfTen(product.tested)}>
          PG {germinationRate(product.tested)}
        </p>
      )}
      <PriceSlot product={product}>
        <QuickAdd props={{ product }} />
      </PriceSlot>
      {product.available && <CardWays product={product} />}
    </article>
  )
}

/** Without prices (visitors, or not loaded yet) only stock decides. */
function useIsForSale({ available, blisters }: Product): boolean {
  const isSignedIn = useSession() !== null
  return (
    available &&
    blisters.some(
      (blister) => blister.stock > 0 && (!isSignedIn || !isPriced(blister) || canBePriced(blister)),
    )
  )
}

/** At most one, the most pressing: its picture already tells of type and edition. */
function Badge({ product }: { product: Product }) {
  const isSignedIn = useSession() !== null
  const { available, blisters } = product
  return (
    <div className="product-card-badges">
      {!available || blisters.every(({ stock }) => stock === 0) ? (
        <span className={`badge product-card-why-not${available ? '' : ' warn'}`}>
          {available ? 'Sin stock' : 'No disponible'}
        </span>
      ) : isSignedIn && discountText(bestDiscount(blisters)) ? (
        <Discount props={{ blisters }} />
      ) : product.limited_edition ? (
        <LimitedBadge />
      ) : (
        <TypeBadge type={product.type} />
      )}
    </div>
  )
}

/** What differs from card to card and is not written on a pack. */
function Facts({ product }: { product: Product }) {
  const { type, thc, flowering_time } = product
  if (type !== 'merch') return <p className="product-card-facts">{thc ? `THC ${thc}` : flowering_time}</p>
  return (
    <ul className="product-card-sizes" aria-label="Tamaños">
      {sizesOf(product).map((size) => (
        <li key={size}>{size}</li>
      ))}
    </ul>
  )
}
