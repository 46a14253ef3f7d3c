import { UnlistedHead } from '../../app/page-head.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import './product-page.css'

/** The page of a product while it loads. */
export function ProductSkeleton() {
  return (
    <div className="page product-page" aria-busy="true">
      <UnlistedHead title="Producto" />
      <h1 className="visually-hidden" data-passing="">
        Producto
      </h1>
      <LoadingNote />
      <Skeleton className="product-skeleton-path" />
      <div className="product-layout">
        <div className="product-first">
          <Skeleton className="gallery product-skeleton-picture" />
          <div className="product-choice">
            <Skeleton className="product-skeleton-badge" />
            <Skeleton className="product-skeleton-title" />
            <Skeleton className="product-skeleton-line" />
            <Skeleton className="product-skeleton-picker" />
          </div>
        </div>
        <div className="product-info">
          <Skeleton className="product-skeleton-line" />
          <Skeleton className="product-skeleton-picker" />
        </div>
      </div>
    </div>
  )
}
