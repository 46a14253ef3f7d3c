import type { Product } from '../../../contract/catalog/catalog.ts'
import { CATALOGUE_PAGE_SIZE } from '../../../contract/limits.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProductCard, SIZES } from '../product-card/product-card.tsx'
import '../product-card/product-card.css'

/** The cards on the first screen of a phone, whose pictures load at once. */
const FIRST_SEEN = 2

interface ProductGridProps {
  products: readonly Product[]
  /** These have no filters beside them. */
  merch: boolean
  /** Another list loads. */
  isFading: boolean
}

/** A list of product cards. */
export function ProductGrid({ products, merch, isFading }: ProductGridProps) {
  const sizes = merch ? SIZES : `(min-width: 1280px) 278px, ${SIZES}`
  return (
    <ul className={`product-grid${isFading ? ' is-fading' : ''}`}>
      {products.map((product, i) => (
        // Keys include the position: a customer's list may differ from the server-rendered one, and then replaces
        // cards instead of moving them.
        <li key={`${i} ${product.id}`}>
          <ProductCard product={product} heading="h2" sizes={sizes} priority={i < FIRST_SEEN} />
        </li>
      ))}
    </ul>
  )
}

/** The grid while its products load. */
export function SkeletonGrid() {
  return (
    <ul className="product-grid" aria-hidden="true">
      {Array.from({ length: CATALOGUE_PAGE_SIZE }, (_, i) => (
        <li key={i}>
          <div className="product-card">
            <Skeleton className="product-card-picture product-card-skeleton" />
            <Skeleton className="product-card-skeleton-name" />
            <Skeleton className="product-card-skeleton-line" />
            <Skeleton className="product-card-skeleton-price" />
          </div>
        </li>
      ))}
    </ul>
  )
}
