import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  Link,
  NavigationType,
  useLocation,
  useNavigation,
  useNavigationType,
  useSearchParams,
} from 'react-router'
import type { Choices } from '../../../contract/catalog/catalog.ts'
import {
  addressOf,
  type AppliedFilter,
  appliedFilters,
  type CatalogueAddress,
  placeInPages,
  readAddress,
} from './catalogue-search.ts'
import { paths } from '../../app/paths.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { useSession } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshLine } from '../../ui/refresh-line.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { AccountLinksLine } from '../product-card/account-links.tsx'
import { LoginForPrice } from '../product-card/price-slot.tsx'
import { AppliedFilters } from './applied-filters.tsx'
import { CatalogueTools } from './catalogue-tools.tsx'
import { CategoryBar } from './category-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { listChoices } from './facets/facet-query.ts'
import { FacetsPlace } from './facets/facets-place.tsx'
import { ListHead } from './list-head.tsx'
import { ProductGrid, SkeletonGrid } from './product-grid.tsx'
import { type ShownList, usePrefetchedPage, useProductList } from './use-product-list.ts'
import './product-list-screen.css'

interface ProductListScreenProps {
  heading: string
  description: string
  merch?: boolean
}

/** Catalogue and merch. The address holds the whole state: category, words, page, price range and order. */
export function ProductListScreen({ heading, description, merch = false }: ProductListScreenProps) {
  const [query] = useSearchParams()
  const session = useSession()
  const asked = readAddress(query, merch)
  const next = useNextAddress(asked)
  const list = useProductList(session, asked)
  const { page, pages } = placeInPages(asked.page, list.page?.count)
  usePrefetchedPage(session, asked, list.isFailed ? 0 : pages)
  const isBeyond = list.page !== undefined && list.page.count > 0 && asked.page > page
  const choices = useQuery(listChoices(session, asked)).data
  const filters = appliedFilters(asked, session !== null, choices?.chosen)

  return (
    <div className="page catalogue">
      <ListHead
        {...{ heading, description, pages }}
        asked={{ ...asked, page: isBeyond ? 1 : page }}
        isEmpty={list.page?.results.length === 0}
      />
      <h1 className="catalogue-title" tabIndex={-1}>
        {heading}
      </h1>
      <CatalogueTools {...{ asked, next, filters }} prices={choices?.prices} />
      <CategoryBar asked={next} />
      {!merch && <FacetsPlace asked={asked} />}
      <AppliedFilters asked={asked} filters={filters} />
      {list.isFailed && <Failure list={list} />}
      <List {...{ list, asked, filters, choices, page, pages, isBeyond }} />
      {!list.isFailed && (
        <Pagination
          // Beyond the end no page is the current one.
          page={isBeyond ? pages + 1 : page}
          pages={pages}
          href={(one) => addressOf({ ...asked, page: one })}
        />
      )}
    </div>
  )
}

interface ListProps extends Pick<NothingFoundProps, 'choices'> {
  list: ShownList
  asked: CatalogueAddress
  filters: AppliedFilter[]
  page: number
  pages: number
  /** The address has a page after the last. */
  isBeyond: boolean
}

function List({ list, asked, filters, page, pages, isBeyond, choices }: ListProps) {
  const countLine = usePageTurn(asked)
  const isSignedIn = useSession() !== null
  return (
    <section className="catalogue-list" aria-label="Productos" aria-busy={!list.page || list.isRefreshing}>
      <output className="catalogue-count" id="lista" tabIndex={-1} ref={countLine}>
        {isBeyond && !list.isFailed ? `La página ${asked.page} no existe` : countText(list, page, pages)}
      </output>
      {isSignedIn && asked.category !== 'ofertas' && (
        <Link className="catalogue-offers" to={paths.catalogue({ category: 'ofertas' })}>
          Ver ofertas
        </Link>
      )}
      <RefreshLine active={list.isRefreshing} />
      {list.page?.results.length !== 0 && (
        <AccountLinksLine>
          <LoginForPrice />
        </AccountLinksLine>
      )}
      <Products {...{ list, asked, filters, choices }} lastPage={isBeyond ? page : undefined} />
    </section>
  )
}

interface ProductsProps extends NothingFoundProps {
  list: ShownList
}

/** Cards, skeletons, or the empty list. */
function Products({ list: { page, isFailed, isRefreshing }, ...nothing }: ProductsProps) {
  const isAnonymous = useSession() === null
  if (page) {
    if (page.results.length === 0) return <NothingFound {...nothing} />
    return (
      <ProductGrid
        products={page.results}
        merch={nothing.asked.merch}
        isFading={isRefreshing && isAnonymous}
      />
    )
  }
  if (isFailed) return null
  return (
    <>
      <LoadingNote />
      <SkeletonGrid />
    </>
  )
}

function Failure({ list }: { list: ShownList }) {
  const kept = `Mostrando la última lista guardada${list.isOther ? ', de otra búsqueda' : ''}`
  return (
    <ErrorPanel
      title="No se pudo cargar el catálogo"
      note={list.page ? kept : 'Revisá tu conexión y probá otra vez.'}
      onRetry={list.retry}
    />
  )
}

interface NothingFoundProps {
  asked: CatalogueAddress
  filters: AppliedFilter[]
  choices: Choices | undefined
  /** Set when the address asks for a page after it. */
  lastPage: number | undefined
}

/** Offers would reveal prices, so without an account the list is empty and explains why. */
function NothingFound(props: NothingFoundProps) {
  const isAnonymous = useSession() === null
  if (props.asked.category === 'ofertas' && isAnonymous) return <OffersNeedAccount />
  return <EmptyList {...props} />
}

function OffersNeedAccount() {
  return (
    <div className="catalogue-locked">
      <Lock aria-hidden="true" size={28} />
      <p className="empty-state-title">Los precios y las ofertas necesitan una cuenta</p>
      <p>Entrá para ver los precios, los descuentos y las ofertas de cada presentación.</p>
      <Link className="button primary" to={useLoginPath()}>
        Iniciar sesión
      </Link>
    </div>
  )
}

function countText({ page: list, isFailed }: ShownList, page: number, pages: number): string {
  if (!list) return '\u00a0'
  if (isFailed) return 'Última lista guardada'
  const { count } = list
  const products = count === 1 ? '1 producto' : `${count} productos`
  return pages > 1 ? `${products}, página ${page} de ${pages}` : products
}

/** The controls show the target of a running navigation, so that a press shows at once. */
function useNextAddress(asked: CatalogueAddress): CatalogueAddress {
  const { location } = useNavigation()
  const here = useLocation()
  if (location?.pathname !== here.pathname) return asked
  return readAddress(new URLSearchParams(location.search), asked.merch)
}

/** Turning a page scrolls to the top of the list; Back and filters keep the place. */
function usePageTurn(asked: CatalogueAddress) {
  const countLine = useRef<HTMLOutputElement>(null)
  const { page } = asked
  const list = addressOf({ ...asked, page: 1 })
  const shown = useRef({ page, list })
  const kind = useNavigationType()
  useEffect(() => {
    const before = shown.current
    shown.current = { page, list }
    if (before.page === page || before.list !== list || kind === NavigationType.Pop) return
    // The pressed button of a category leads to page 1, which is not turning a page.
    if (document.activeElement?.matches('.category-button')) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const line = countLine.current
    line?.parentElement?.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
    line?.focus({ preventScroll: true })
  }, [page, list, kind])
  return countLine
}
