import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { Plus, Sheet } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { AdminProductSearch } from '../../app/admin-paths.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FirstHour } from '../first-hour/first-hour.tsx'
import { TodoStrip } from '../todo/todo-strip.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BulkBar, BulkButtons, BulkOutcome } from '../kit/bulk-bar.tsx'
import { DeleteProductDialog } from './delete-product-dialog.tsx'
import { GridBar } from './grid/grid-bar.tsx'
import { ProductGrid } from './grid/product-grid.tsx'
import { type ProductGridState, useProductGrid } from './grid/use-product-grid.ts'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { ViewChoice } from '../kit/view-choice.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductCards, ProductTable } from './product-rows.tsx'
import { isSameSearch, readSearch } from './products-address.ts'
import {
  adminProducts,
  GRID_PAGE_SIZE,
  allProducts,
  availableCount,
  type ProductPage,
} from './products-query.ts'
import { BULK_ACTIONS, useBulkFlags } from './use-bulk-flags.ts'
import { type ListView, useListView } from '../kit/use-list-view.ts'
import { useProductFlags } from './use-product-flags.ts'
import { useSelection } from '../kit/use-selection.ts'
import { Needs, useMay } from '../shell/rights.tsx'
import { counted } from '../kit/counted.ts'
import { formatNumber } from '../../../contract/place.ts'
import './products-page.css'

const FAILED = 'Error al obtener los productos'

export default function ProductsPage() {
  const [params] = useSearchParams()
  const search = readSearch(params)
  const change = useSearchChange()
  const { view, isWide } = useListView('table')
  const choice = useGridChoice(isWide)
  const list = useInfiniteQuery(adminProducts(search, choice.isGrid ? GRID_PAGE_SIZE : undefined))
  const products = allProducts(list.data)
  const grid = { ...choice, cells: useProductGrid(products) }
  const selection = useSelection(products.map(({ id }) => id))
  const bulk = useBulkFlags((failed) => selection.set(failed))
  const chosen = products.filter(({ id }) => selection.selected.has(id))
  return (
    <>
      <Head refetch={list.refetch} />
      <ToDo />
      <ProductFilters search={search} onChange={change} count={list.data && countOf(list)}>
        {isWide && <Views view={view} choice={grid} />}
      </ProductFilters>
      <BulkOutcome run={bulk.run} onDismiss={bulk.dismiss} one="producto" many="productos" />
      <ProductList
        {...{ list, products, view, selection, search }}
        grid={grid.isGrid ? grid.cells : undefined}
        onClear={() => change({})}
      />
      <GridBar grid={grid.cells} />
      <SelectionBar chosen={grid.isGrid ? [] : chosen} bulk={bulk} onClear={() => selection.set([])} />
    </>
  )
}

interface SelectionBarProps {
  chosen: Pick<Product, 'id' | 'name'>[]
  bulk: ReturnType<typeof useBulkFlags>
  onClear: () => void
}

function SelectionBar({ chosen, bulk, onClear }: SelectionBarProps) {
  const ids = chosen.map(({ id }) => id).join(',')
  return (
    <BulkBar label="Productos elegidos" count={chosen.length} onClear={onClear}>
      <BulkButtons actions={BULK_ACTIONS} run={bulk.run} onAct={(action) => bulk.start(action, chosen)} />
      <Link className="button secondary" to={useAdminPath().prices({ ids })} aria-label="Cambiar precios">
        Precios
      </Link>
    </BulkBar>
  )
}

function ToDo() {
  return (
    <>
      <Needs right="todo">
        <TodoStrip />
      </Needs>
      <Needs right="everything">
        <FirstHour />
      </Needs>
    </>
  )
}

/** Only owners edit numbers in the table. */
function useGridChoice(isWide: boolean) {
  const [asked, setAsked] = useState(false)
  const mayEdit = useMay()('everything')
  return { mayEdit, isGrid: asked && isWide && mayEdit, ask: setAsked }
}

function Views({ view, choice }: { view: ListView; choice: ReturnType<typeof useGridChoice> }) {
  const { mayEdit, isGrid, ask } = choice
  return (
    <ViewChoice label="Ver como" view={isGrid ? undefined : view} onChoose={() => ask(false)}>
      {mayEdit && (
        <button type="button" aria-pressed={isGrid} onClick={() => ask(true)}>
          <Sheet aria-hidden="true" size={20} />
          Planilla
        </button>
      )}
    </ViewChoice>
  )
}

type ProductsQuery = UseInfiniteQueryResult<InfiniteData<ProductPage>>

function countOf({ data }: ProductsQuery): number {
  return data?.pages.at(-1)?.count ?? 0
}

interface ProductListProps {
  list: ProductsQuery
  products: Product[]
  view: ListView
  selection: ReturnType<typeof useSelection>
  search: AdminProductSearch
  /** Edits in the table of numbers, if shown. */
  grid: ProductGridState | undefined
  onClear: () => void
}

function ProductList({ list, products, view, selection, search, grid, onClear }: ProductListProps) {
  const flags = useProductFlags()
  const [deleting, setDeleting] = useState<Product>()
  const count = countOf(list)
  const Rows = view === 'table' ? ProductTable : ProductCards
  return (
    <>
      <AsyncList
        state={list}
        count={count}
        countText={countText(products.length, count)}
        skeleton={<ProductSkeletons view={view} />}
        empty={<Empty search={search} onClear={onClear} />}
        errorText={FAILED}
      >
        {grid ? (
          <ProductGrid grid={grid} />
        ) : (
          <Rows
            products={products}
            flags={flags}
            selected={selection.selected}
            onSelect={selection.select}
            onDelete={setDeleting}
            search={search.search ?? ''}
          />
        )}
        {list.hasNextPage && <MoreButton list={list}>Cargar más productos</MoreButton>}
      </AsyncList>
      {deleting && <DeleteProductDialog product={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function ProductSkeletons({ view }: { view: ListView }) {
  return view === 'cards' ? (
    <RowSkeletons
      list="admin-product-cards"
      row="admin-product-skeleton"
      parts={['picture', 'title', 'line', 'line', 'buttons']}
    />
  ) : (
    <RowSkeletons list="admin-product-bars" row="admin-product-skeleton" />
  )
}

/** Typing replaces the address, so that Back leaves the list. */
function useSearchChange(): (search: AdminProductSearch) => void {
  const navigate = useNavigate()
  const admin = useAdminPath()
  return (search) => void navigate(admin.products(search), { replace: true, preventScrollReset: true })
}

function Head({ refetch }: { refetch: () => Promise<{ isError: boolean }> }) {
  const admin = useAdminPath()
  const { search } = useLocation()
  const available = useQuery(availableCount())
  const refetchAll = async () => {
    const [answer] = await Promise.all([refetch(), available.refetch()])
    return answer
  }
  const { data: count } = available
  return (
    <ListHead
      title="Productos"
      count={count === undefined ? '' : counted(count, 'disponible', 'disponibles')}
    >
      <RefreshButton refetch={refetchAll} words={{ done: 'Productos actualizados', failed: FAILED }} />
      <Needs right="everything">
        <Link
          className="button primary"
          to={admin.newProduct()}
          state={{ from: search }}
          data-key="n"
          title="Agregar Producto (n)"
        >
          <Plus aria-hidden="true" size={20} />
          Agregar Producto
        </Link>
      </Needs>
    </ListHead>
  )
}

function countText(shown: number, count: number): string {
  if (count === 0) return ''
  const all = counted(count, 'producto', 'productos')
  return shown < count ? `Mostrando ${formatNumber(shown)} de ${all}` : all
}

function Empty({ search, onClear }: { search: AdminProductSearch; onClear: () => void }) {
  const admin = useAdminPath()
  return (
    <EmptyState title="No se encontraron productos">
      {isSameSearch(search, {}) ? (
        <Needs right="everything">
          <Link className="button primary" to={admin.newProduct()}>
            Agregar Producto
          </Link>
        </Needs>
      ) : (
        <button type="button" className="button secondary" onClick={onClear}>
          Limpiar filtros
        </button>
      )}
    </EmptyState>
  )
}
