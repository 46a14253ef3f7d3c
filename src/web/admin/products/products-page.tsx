import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LayoutGrid, Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Product } from '../../../contract/catalog.ts'
import type { AdminProductSearch } from '../../app/paths.ts'
import { type Session, useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BulkBar, BulkOutcome } from './bulk-bar.tsx'
import { DeleteProductDialog } from './delete-product-dialog.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductCards, ProductTable } from './product-rows.tsx'
import { isSameSearch, readSearch } from './products-address.ts'
import { adminProducts, allProducts, availableCount } from './products-query.ts'
import { RefreshControl } from '../lists/refresh-button.tsx'
import { useBulkFlags } from './use-bulk-flags.ts'
import { type ListView, setListView, useListView } from '../lists/use-list-view.ts'
import { useProductFlags } from './use-product-flags.ts'
import { useSelection } from './use-selection.ts'
import '../lists/view-choice.css'
import './products-page.css'

const FAILED = 'Error al obtener los productos'

export default function ProductsPage() {
  const session = useSession()
  return (
    <>
      <title>{`Productos · ${SITE}`}</title>
      {session && <Products session={session} />}
    </>
  )
}

function Products({ session }: { session: Session }) {
  const [params] = useSearchParams()
  const search = readSearch(params)
  const list = useInfiniteQuery(adminProducts(session, search))
  const products = allProducts(list.data)
  const count = list.data?.pages.at(-1)?.count ?? 0
  const { view, isWide } = useListView()
  const [deleting, setDeleting] = useState<Product>()
  const flags = useProductFlags(session)
  const selection = useSelection(products.map(({ id }) => id))
  const bulk = useBulkFlags(session, (failed) => selection.set(failed))
  const change = useSearchChange()
  const Rows = view === 'table' ? ProductTable : ProductCards
  return (
    <>
      <Head session={session} refetch={list.refetch} isFetching={list.isFetching} />
      <ProductFilters search={search} onChange={change} count={list.data && count}>
        {isWide && <ViewChoice view={view} />}
      </ProductFilters>
      <BulkOutcome run={bulk.run} onDismiss={bulk.dismiss} />
      <AsyncList
        state={list}
        count={count}
        countText={countText(products.length, count)}
        skeleton={<CardSkeletons />}
        empty={<Empty search={search} onClear={() => change({})} />}
        errorText={FAILED}
        onRetry={() => void list.refetch()}
      >
        <Rows
          products={products}
          flags={flags}
          selected={selection.selected}
          onSelect={selection.select}
          onDelete={setDeleting}
        />
        {list.hasNextPage && <MoreButton list={list}>Cargar más productos</MoreButton>}
      </AsyncList>
      <BulkBar
        count={selection.selected.size}
        run={bulk.run}
        onAct={(action) =>
          bulk.start(
            action,
            products.filter(({ id }) => selection.selected.has(id)),
          )
        }
        onClear={() => selection.set([])}
      />
      {deleting && (
        <DeleteProductDialog session={session} product={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

/** Typing replaces the address, so that Back leaves the list. */
function useSearchChange(): (search: AdminProductSearch) => void {
  const navigate = useNavigate()
  const admin = useAdminPath()
  return (search) => void navigate(admin.products(search), { replace: true, preventScrollReset: true })
}

interface HeadProps {
  session: Session
  refetch: () => Promise<{ isError: boolean }>
  isFetching: boolean
}

function Head({ session, refetch, isFetching }: HeadProps) {
  const admin = useAdminPath()
  const available = useQuery(availableCount(session))
  const [asked, setAsked] = useState(false)
  const refresh = async () => {
    setAsked(true)
    const [{ isError }] = await Promise.all([refetch(), available.refetch()])
    setAsked(false)
    if (isError) showToast('error', FAILED)
    else showToast('success', 'Productos actualizados')
  }
  return (
    <header className="admin-head">
      <div>
        <h1 tabIndex={-1}>Productos</h1>
        <output className="admin-head-count">
          {available.data === undefined
            ? '\u00a0'
            : `${available.data} ${available.data === 1 ? 'disponible' : 'disponibles'}`}
        </output>
      </div>
      <div className="admin-head-actions">
        <RefreshControl busy={asked && isFetching} onRefresh={() => void refresh()} />
        <Link className="button primary" to={admin.newProduct()} data-key="n" title="Agregar Producto (n)">
          <Plus aria-hidden="true" size={20} />
          Agregar Producto
        </Link>
      </div>
    </header>
  )
}

function countText(shown: number, count: number): string {
  if (count === 0) return ''
  return shown < count
    ? `Mostrando ${shown} de ${count} productos`
    : `${count} ${count === 1 ? 'producto' : 'productos'}`
}

function Empty({ search, onClear }: { search: AdminProductSearch; onClear: () => void }) {
  const admin = useAdminPath()
  return (
    <EmptyState title="No se encontraron productos">
      {isSameSearch(search, {}) ? (
        <Link className="button primary" to={admin.newProduct()}>
          Agregar Producto
        </Link>
      ) : (
        <button type="button" className="button secondary" onClick={onClear}>
          Limpiar filtros
        </button>
      )}
    </EmptyState>
  )
}

const VIEW_CHOICES: { view: ListView; label: string; Icon: typeof Table2 }[] = [
  { view: 'cards', label: 'Tarjetas', Icon: LayoutGrid },
  { view: 'table', label: 'Tabla', Icon: Table2 },
]

function ViewChoice({ view: now }: { view: ListView }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two buttons, no fields of a form
    <div className="admin-view-choice" role="group" aria-label="Ver como">
      {VIEW_CHOICES.map(({ view, label, Icon }) => (
        <button key={view} type="button" aria-pressed={view === now} onClick={() => setListView(view)}>
          <Icon aria-hidden="true" size={20} />
          {label}
        </button>
      ))}
    </div>
  )
}

function CardSkeletons() {
  return (
    <div className="admin-product-cards">
      {Array.from({ length: 8 }, (_, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- all alike
        <Skeleton key={i} className="admin-product-skeleton" />
      ))}
    </div>
  )
}
