import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Brand } from '../../../contract/brands.ts'
import { type Session, useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BrandLogo, BrandSkeletons, OriginBadge, OriginSwitch } from './brand-parts.tsx'
import { brandStock, cardDescription } from './brand-words.ts'
import { adminBrands } from './brands-query.ts'
import { counted } from '../orders/order-words.ts'
import { RefreshButton } from '../lists/refresh-button.tsx'
import { type BrandOrigin, useBrandOrigin } from './use-brand-origin.ts'

const LOAD_FAILED = 'Error al cargar las marcas'

export default function BrandsPage() {
  const session = useSession()
  return (
    <>
      <title>{`Marcas · ${SITE}`}</title>
      {session && <Brands session={session} />}
    </>
  )
}

function Brands({ session }: { session: Session }) {
  const list = useQuery(adminBrands(session))
  const admin = useAdminPath()
  const origin = useBrandOrigin(session)
  const [params, setParams] = useSearchParams()
  const sorting = params.get('orden') ?? ''
  const brands = sorted(list.data ?? [], sorting)
  return (
    <>
      <header className="admin-head">
        <h1 tabIndex={-1}>Marcas</h1>
        <div className="admin-head-actions">
          <SelectField
            label={<span className="visually-hidden">Orden</span>}
            value={sorting}
            onChange={({ target: { value } }) =>
              setParams(value === '' ? {} : { orden: value }, { replace: true, preventScrollReset: true })
            }
          >
            <option value="">Por nombre</option>
            <option value="menos-stock">Menos stock primero</option>
            <option value="mas-stock">Más stock primero</option>
          </SelectField>
          <RefreshButton query={list} words={{ done: 'Marcas actualizadas', failed: LOAD_FAILED }} />
        </div>
      </header>
      <AsyncList
        state={list}
        count={brands.length}
        countText={counted(brands.length, 'marca', 'marcas')}
        skeleton={<BrandSkeletons />}
        empty={
          <EmptyState title="No hay marcas registradas">
            <Link className="button primary" to={admin.newBank()} data-key="n">
              Agregar la primera marca
            </Link>
          </EmptyState>
        }
        errorText={LOAD_FAILED}
        onRetry={() => void list.refetch()}
      >
        <ul className="brand-cards">
          {brands.map((brand) => (
            <BrandCard key={brand.id} brand={brand} origin={origin} />
          ))}
        </ul>
      </AsyncList>
    </>
  )
}

/** The server answers them by name. */
function sorted(brands: Brand[], sorting: string): Brand[] {
  if (sorting === 'menos-stock') return brands.toSorted((a, b) => a.total_stock - b.total_stock)
  return sorting === 'mas-stock' ? brands.toSorted((a, b) => b.total_stock - a.total_stock) : brands
}

function BrandCard({ brand, origin }: { brand: Brand; origin: BrandOrigin }) {
  const admin = useAdminPath()
  const { tone, text } = brandStock(brand.total_stock)
  return (
    <li className="brand-card" data-row tabIndex={-1}>
      <BrandLogo image={brand.image} />
      <div className="brand-card-words">
        <h2>{brand.name}</h2>
        <p className="brand-card-note">{counted(brand.total_products, 'producto', 'productos')}</p>
        <OriginBadge isNational={brand.is_national} />
        <p>{cardDescription(brand.description)}</p>
        <Link
          className="brand-stock"
          to={admin.products({ search: brand.name })}
          aria-label={`${text}: ver los productos de ${brand.name}`}
        >
          <span className={`badge ${tone}`}>{text}</span>
        </Link>
      </div>
      <div className="brand-card-actions">
        <OriginSwitch brand={brand} origin={origin} />
        <Link
          className="button secondary"
          to={admin.editBank(brand.id)}
          data-key="Enter e"
          aria-label={`Editar ${brand.name}`}
          // oxlint-disable-next-line no-console -- the shop wants this press in the log of the browser
          onClick={() => console.info('Editar marca', brand.id)}
        >
          <Pencil aria-hidden="true" size={20} />
          Editar
        </Link>
      </div>
    </li>
  )
}
