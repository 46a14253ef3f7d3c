import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { HOME_HIGHLIGHTED } from '../../../contract/limits.ts'
import {
  addressOf,
  type AppliedFilter,
  type CatalogueAddress,
  listQuery,
  withFilter,
  withoutFilters,
} from './catalogue-search.ts'
import { highlightedProducts, productList, shopSettings } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProductCard } from '../product-card/product-card.tsx'

interface EmptyListProps {
  asked: CatalogueAddress
  filters: AppliedFilter[]
  /** Set when the address asks for a page after the last. */
  lastPage: number | undefined
}

/** Nothing found: a way back, and three highlighted products. */
export function EmptyList({ asked, filters, lastPage }: EmptyListProps) {
  const opening = useQuery(shopSettings()).data?.opening
  return (
    <>
      <EmptyState title={opening || 'No se encontraron productos.'}>
        {asked.search && lastPage === undefined && <FoundElsewhere asked={asked} />}
        {lastPage !== undefined ? (
          <>
            <Link className="button secondary" to={addressOf({ ...asked, page: 1 })}>
              Ir a la primera página
            </Link>
            {lastPage > 1 && (
              <Link className="button secondary" to={addressOf({ ...asked, page: lastPage })}>
                Ir a la última página ({lastPage})
              </Link>
            )}
          </>
        ) : (
          filters.length > 0 && (
            <Link className="button secondary" to={addressOf(withoutFilters(asked))}>
              Limpiar filtros
            </Link>
          )
        )}
      </EmptyState>
      {!asked.merch && <Highlighted />}
    </>
  )
}

function Highlighted() {
  const { data: highlighted = [] } = useQuery(highlightedProducts(useSession(), HOME_HIGHLIGHTED))
  if (highlighted.length === 0) return null
  return (
    <section className="catalogue-highlighted" aria-labelledby="destacadas">
      <h2 id="destacadas">GENÉTICAS DESTACADAS</h2>
      <ul className="product-grid">
        {highlighted.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Seeds found by a search in the merch, and vice versa. */
function FoundElsewhere({ asked }: { asked: CatalogueAddress }) {
  const session = useSession()
  const other = withFilter({ ...asked, merch: !asked.merch }, { category: undefined, priceRange: undefined })
  const { data } = useQuery(productList(session, listQuery(other, session !== null)))
  if (!data || data.count === 0) return null
  return (
    <Link className="button primary" to={addressOf(other)}>
      {data.count === 1 ? '1 resultado' : `${data.count} resultados`} en {other.merch ? 'Merch' : 'Semillas'}
    </Link>
  )
}
