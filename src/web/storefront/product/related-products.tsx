import { useQuery } from '@tanstack/react-query'
import { MAX_RELATED } from '../../../contract/limits.ts'
import { relatedProducts } from '../../data/queries.ts'
import { audienceKey, useSession } from '../../session/session.ts'
import { ProductCard } from '../product-card/product-card.tsx'
import '../product-card/product-card.css'

const SIZES = '(min-width: 992px) 272px, 46vw'

/** At most four products of the same brand; nothing when they cannot be loaded. */
export function RelatedProducts({ productId }: { productId: number }) {
  const session = useSession()
  const { data = [] } = useQuery({
    ...relatedProducts(session, productId),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === productId && query.queryKey[0] === audienceKey(null) ? previous : undefined,
  })
  if (data.length === 0) return null
  return (
    <section className="more-products" aria-labelledby="relacionados">
      <h2 id="relacionados">Productos Relacionados</h2>
      <ul className="product-grid product-grid-related">
        {data.slice(0, MAX_RELATED).map((product) => (
          <li key={product.id}>
            <ProductCard product={product} heading="h3" sizes={SIZES} grows={false} />
          </li>
        ))}
      </ul>
    </section>
  )
}
