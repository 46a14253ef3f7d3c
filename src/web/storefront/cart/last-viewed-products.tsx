import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastViewed } from '../product/last-viewed.ts'
import { productsById } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { ProductCard } from '../product-card/product-card.tsx'
import '../product-card/product-card.css'

const SIZES = '(min-width: 992px) 272px, 46vw'

/** The last viewed products that are still available, newest first. In the browser only, because it reads storage. */
export function LastViewedProducts({ except }: { except?: number }) {
  const [ids] = useState(() => lastViewed(except))
  const { data = [] } = useQuery(productsById(useSession(), ids))
  const products = ids.flatMap((id) => data.find((product) => product.id === id) ?? [])
  if (products.length === 0) return null
  return (
    <section className="more-products" aria-labelledby="vistos">
      <h2 id="vistos">Últimos productos vistos</h2>
      <ul className="product-grid product-grid-related">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} heading="h3" sizes={SIZES} />
          </li>
        ))}
      </ul>
    </section>
  )
}
