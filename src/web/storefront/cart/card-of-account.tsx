import type { Product } from '../../../contract/catalog/catalog.ts'
import { bestDiscount, shortName } from '../../../contract/catalog/presentations.ts'
import { formatPesos } from '../../../contract/money.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DiscountBadge } from '../product-card/discount-badge.tsx'
import { cardPrice } from '../product-card/card-price.ts'
import { Original } from '../product-card/original-price.tsx'

// What only accounts see of a card: visitors do not load this code.

/** The price. */
export function CardPriceText({ product }: { product: Product }) {
  const { type, blisters } = product
  const shown = cardPrice(blisters)
  if (shown.kind === 'unknown') return <Skeleton className="price-slot-skeleton" />
  if (shown.kind === 'none') return <p className="price-slot-none">Sin precio por ahora</p>
  const { own, cheaper } = shown
  return (
    <p className="price-slot-price">
      <span className="price-slot-before">
        {own.discount > 0 ? (
          <Original price={own.price} />
        ) : (
          type !== 'merch' && blisters.length > 1 && <span>{shortName(type, own)}</span>
        )}
      </span>
      <strong className="price-slot-amount">{formatPesos(own.final_price)}</strong>
      {cheaper && (
        <span className="price-slot-cheaper">{`${shortName(type, cheaper)} a ${formatPesos(cheaper.final_price)}`}</span>
      )}
    </p>
  )
}

/** The best discount; 'hasta' when the price on the card has a smaller one. */
export function CardDiscount({ blisters }: Pick<Product, 'blisters'>) {
  const best = bestDiscount(blisters)
  const shown = cardPrice(blisters)
  return <DiscountBadge discount={best} isBest={shown.kind === 'priced' && shown.own.discount < best} />
}
