import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BrandList, BrandLogo, OriginBadge, OriginSwitch } from './brand-parts.tsx'
import { brandStock, cardDescription } from './brand-words.ts'
import { adminBrands } from './brands-query.ts'
import { counted } from '../kit/counted.ts'
import { type BrandOrigin, useBrandOrigin } from './use-brand-origin.ts'

const LOAD_FAILED = 'Error al cargar las marcas'

export default function BrandsPage() {
  const list = useQuery(adminBrands())
  const origin = useBrandOrigin()
  const [params, setParams] = useSearchParams()
  const sorting = params.get('orden') ?? ''
  const brands = sorted(list.data ?? [], sorting)
  useFailureToast(list.isError, LOAD_FAILED)
  return (
    <>
      <ListHead title="Marcas">
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
        <RefreshButton refetch={list.refetch} words={{ done: 'Marcas actualizadas', failed: LOAD_FAILED }} />
      </ListHead>
      <BrandList
        query={list}
        countText={counted(brands.length, 'marca', 'marcas')}
        failed={LOAD_FAILED}
        none={['No hay marcas registradas', 'Agregar la primera marca']}
      >
        {brands.map((brand) => (
          <BrandCard key={brand.id} brand={brand} origin={origin} />
        ))}
      </BrandList>
    </>
  )
}

/** The server returns them by name. */
function sorted(brands: Brand[], sorting: string): Brand[] {
  if (sorting === 'menos-stock') return brands.toSorted((a, b) => a.total_stock - b.total_stock)
  return sorting === 'mas-stock' ? brands.toSorted((a, b) => b.total_stock - a.total_stock) : brands
}

function BrandCard({ brand, origin }: { brand: Brand; origin: BrandOrigin }) {
  const admin = useAdminPath()
  const { tone, text } = brandStock(brand.total_stock)
  return (
    <li className="surface brand-card" data-row tabIndex={-1}>
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
          // oxlint-disable-next-line no-console -- required: this press is logged in the browser console
          onClick={() => console.info('Editar marca', brand.id)}
        >
          <Pencil aria-hidden="true" size={20} />
          Editar
        </Link>
      </div>
    </li>
  )
}
