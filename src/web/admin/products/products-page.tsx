import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Sheet } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { deleteProduct, getProduct } from '../../../contract/catalog/calls.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { AdminProductSearch } from '../../app/admin-paths.ts'
import { call } from '../../data/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FirstHour } from '../first-hour/first-hour.tsx'
import { TodoStrip } from '../todo/todo-strip.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BulkBar, BulkButtons, BulkOutcome } from '../kit/bulk-bar.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { GridBar, ProductGrid } from './grid/product-grid.tsx'
import { useProductGrid } from './grid/use-product-grid.ts'
import { IN_PLACE } from '../kit/in-place.ts'
import { ListScreen } from '../kit/list-screen.tsx'
import { useWholeList } from '../kit/use-panel-list.ts'
import { ViewChoice } from '../kit/view-choice.tsx'
import { loadNext } from '../kit/load-next.ts'
import { MoreButton } from '../kit/more-button.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductCard, ProductTable } from './product-rows.tsx'
import { isSameSearch, readSearch } from './products-address.ts'
import {
  adminProducts,
  adminProductsKey,
  allProducts,
  availableCount,
  GRID_PAGE_SIZE,
  productsChanged,
  TABLE_PAGE_SIZE,
} from './products-query.ts'
import { type ListView, useListView } from '../kit/use-list-view.ts'
import { BULK_ACTIONS, useBulkFlags, useProductFlags } from './use-product-flags.ts'
import { useSelection } from '../kit/use-selection.ts'
import { Needs, useMay } from '../shell/rights.tsx'
import { counted } from '../kit/counted.ts'
import { formatNumber } from '../../../contract/place.ts'
import './products-page.css'

const WORDS = {
  title: 'Productos',
  rows: ['producto', 'productos'],
  refreshed: 'Productos actualizados',
  loadFailed: 'Error al obtener los productos',
  list: 'Productos',
} as const

export default function ProductsPage() {
  const [params] = useSearchParams()
  const search = readSearch(params)
  const change = useSearchChange(search)
  const { view, isWide } = useListView()
  const choice = useGridChoice(isWide)
  const query = useInfiniteQuery(
    adminProducts(search, choice.isGrid ? GRID_PAGE_SIZE : view === 'table' ? TABLE_PAGE_SIZE : undefined),
  )
  const available = useQuery(availableCount())
  const products = allProducts(query.data)
  const list = useWholeList<typeof query, Product, 'delete'>(
    query,
    products,
    query.data?.pages.at(-1)?.count ?? 0,
  )
  const grid = useProductGrid(products)
  const selection = useSelection(products.map(({ id }) => id))
  const bulk = useBulkFlags((failed) => selection.set(failed))
  const flags = useProductFlags()
  const row = {
    flags,
    selected: selection.selected,
    onSelect: selection.select,
    onDelete: (product: Product) => list.act('delete', product),
    search: search.search ?? '',
  }
  const { open, close } = list.dialog
  return (
    <ListScreen
      list={list}
      words={{
        ...WORDS,
        titleCount: available.data === undefined ? '' : counted(available.data, 'disponible', 'disponibles'),
      }}
      countText={countText(products.length, list.count)}
      refresh={{ refetch: async () => (await Promise.all([query.refetch(), available.refetch()]))[0] }}
      actions={<AddLink />}
      viewChoice={<Views view={view} choice={choice} />}
      filters={
        <>
          <ProductFilters search={search} onChange={change} count={query.data && list.count}>
            <Needs right="todo">
              <TodoStrip />
            </Needs>
          </ProductFilters>
          <Needs right="everything">
            <FirstHour />
          </Needs>
          <BulkOutcome run={bulk.run} onDismiss={bulk.dismiss} one="producto" many="productos" />
        </>
      }
      view={choice.isGrid ? 'table' : view}
      look={
        view === 'cards'
          ? {
              list: 'admin-product-cards',
              skeleton: 'admin-product-skeleton',
              parts: ['picture', 'title', 'line', 'line', 'buttons'],
            }
          : { list: 'admin-product-bars', skeleton: 'admin-product-skeleton' }
      }
      renderCard={({ row: product }) => <ProductCard product={product} {...row} />}
      renderTable={() =>
        choice.isGrid ? <ProductGrid grid={grid} /> : <ProductTable products={products} {...row} />
      }
      empty={<Empty search={search} onClear={() => change({})} />}
      pagination={
        query.hasNextPage && (
          <MoreButton list={{ ...query, fetchNextPage: () => loadNext(query) }}>
            Cargar más productos
          </MoreButton>
        )
      }
    >
      {open && <DeleteProductDialog product={open.row} onClose={close} />}
      <GridBar grid={grid} />
      <SelectionBar
        chosen={choice.isGrid ? [] : products.filter(({ id }) => selection.selected.has(id))}
        bulk={bulk}
        onClear={() => selection.set([])}
      />
    </ListScreen>
  )
}

function SelectionBar({
  chosen,
  bulk,
  onClear,
}: {
  chosen: Product[]
  bulk: ReturnType<typeof useBulkFlags>
  onClear: () => void
}) {
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

/** Back undoes a filter; typing replaces the address. */
function useSearchChange(asked: AdminProductSearch): (search: AdminProductSearch) => void {
  const navigate = useNavigate()
  const admin = useAdminPath()
  return (search) =>
    void navigate(admin.products(search), {
      ...IN_PLACE,
      replace: search.search !== asked.search || isSameSearch(search, asked),
    })
}

function AddLink() {
  const admin = useAdminPath()
  const { search } = useLocation()
  return (
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

/** A product with orders, or with an unknown number of them, requires typing its name. */
function DeleteProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data, isPending, isError } = useQuery({
    queryKey: [...adminProductsKey(), 'orders-count', product.id],
    queryFn: async ({ signal }) =>
      (await call(getProduct, { params: { id: product.id }, signal })).orders_count ?? 0,
    gcTime: 0,
    retry: false,
  })
  const forget = () => {
    productsChanged(queryClient)
    void queryClient.invalidateQueries({ queryKey: adminProductsKey() })
  }
  return (
    <DeleteDialog
      title={`Eliminar «${product.name}»`}
      typedName={isError || (data ?? 0) > 0 ? product.name : undefined}
      isWaiting={isPending}
      remove={() => call(deleteProduct, { params: { id: product.id } })}
      failed="Error al eliminar el producto"
      done={`Producto «${product.name}» eliminado`}
      onDeleted={forget}
      onClose={onClose}
    >
      <p>
        El producto deja de existir en la tienda y también se eliminan sus blísteres. No se puede deshacer.
      </p>
      <output className="admin-note">{ordersText({ count: data, isError })}</output>
    </DeleteDialog>
  )
}

function ordersText({ count, isError }: { count: number | undefined; isError: boolean }): string {
  if (isError) return 'No se pudo comprobar si está en algún pedido.'
  if (count === undefined) return 'Comprobando si está en algún pedido…'
  if (count === 0) return 'No está en ningún pedido.'
  return `Está en ${counted(count, 'pedido, que conserva', 'pedidos, que conservan')} nombre, precio e imagen.`
}
