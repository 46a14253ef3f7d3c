import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { HOME_HIGHLIGHTED } from '../../../contract/limits.ts'
import { paths } from '../../app/paths.ts'
import { highlightedProducts } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showWhole } from '../../ui/show-whole.ts'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { AccountLinksLine } from '../product-card/account-links.tsx'
import { LoginForPrice } from '../product-card/price-slot.tsx'
import { ProductCard } from '../product-card/product-card.tsx'
import './home-page.css'

/** The newest highlighted products. An error shows the same as an empty list. */
export function FeaturedProducts() {
  const { data: products = [], isPending } = useQuery(highlightedProducts(useSession()))
  return (
    <section className="featured page" aria-labelledby="destacadas" aria-busy={isPending || undefined}>
      <div className="featured-head">
        <h2 id="destacadas">GENÉTICAS DESTACADAS</h2>
        <Link className="tap strong" to={paths.catalogue()}>
          Ver catálogo
        </Link>
      </div>
      {products.length > 0 && (
        <AccountLinksLine>
          <LoginForPrice />
        </AccountLinksLine>
      )}
      {isPending ? (
        <FeaturedSkeleton />
      ) : products.length === 0 ? (
        <EmptyState title="No hay productos destacados disponibles">
          <Link className="button secondary" to={paths.catalogue()}>
            Ver catálogo
          </Link>
        </EmptyState>
      ) : (
        <CardRow products={products} />
      )}
    </section>
  )
}

/** Cards side by side; on small screens the row scrolls. */
export function CardRow({ products }: { products: Product[] }) {
  return (
    <ul className="featured-list">
      {products.map((product) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the focus of the links inside
        <li key={product.id} onFocus={showWhole}>
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}

export function FeaturedSkeleton() {
  return (
    <>
      <LoadingNote />
      <div className="featured-list">
        {Array.from({ length: HOME_HIGHLIGHTED }, (_, place) => (
          <Skeleton key={place} className="featured-skeleton" />
        ))}
      </div>
    </>
  )
}
