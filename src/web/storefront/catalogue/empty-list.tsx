import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Choices } from '../../../contract/catalog/catalog.ts'
import { HOME_HIGHLIGHTED } from '../../../contract/limits.ts'
import {
  addressOf,
  type AppliedFilter,
  type CatalogueAddress,
  withFilter,
  withoutFilters,
} from './catalogue-search.ts'
import { highlightedProducts, shopSettings } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProductCard } from '../product-card/product-card.tsx'
import { ToFinder } from '../product-card/to-finder.tsx'

interface EmptyListProps {
  asked: CatalogueAddress
  filters: AppliedFilter[]
  choices: Choices | undefined
  /** Set when the address asks for a page after the last. */
  lastPage: number | undefined
}

/** Nothing found: a way back, and three highlighted products. */
export function EmptyList({ asked, filters, choices, lastPage }: EmptyListProps) {
  const opening = useQuery(shopSettings()).data?.opening
  return (
    <>
      <EmptyState title={opening || 'No se encontraron productos.'}>
        {choices?.ways.map(({ label, count, all, ...left }) => (
          <Link
            key={label}
            className="button secondary"
            to={addressOf(withFilter(asked, { ...left, ...(all && { category: undefined }) }))}
          >
            Sin «{label}» hay {count}
          </Link>
        ))}
        {choices && choices.elsewhere > 0 && lastPage === undefined && (
          <FoundElsewhere asked={asked} count={choices.elsewhere} />
        )}
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
        {!asked.merch && !opening && <ToFinder />}
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

interface FoundElsewhereProps {
  asked: CatalogueAddress
  count: number
}

/** Seeds found by a search in the merch, and vice versa. */
function FoundElsewhere({ asked, count }: FoundElsewhereProps) {
  const merch = !asked.merch
  return (
    <Link
      className="button primary"
      to={addressOf({ ...withoutFilters(asked), search: asked.search, merch })}
    >
      {count === 1 ? '1 resultado' : `${count} resultados`} en {merch ? 'Merch' : 'Semillas'}
    </Link>
  )
}
