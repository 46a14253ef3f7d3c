import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { counted } from '../kit/counted.ts'
import type { Column } from '../kit/data-table.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { useWholeList } from '../kit/use-panel-list.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BRAND_LOOK, BrandLogo, NoBrands, OriginBadge, OriginSwitch, useBrandOrigin } from './brand-parts.tsx'
import { brandStock, cardDescription } from './brand-words.ts'
import { adminBrands } from './brands-query.ts'

const WORDS = {
  title: 'Marcas',
  rows: ['marca', 'marcas'],
  refreshed: 'Marcas actualizadas',
  loadFailed: 'Error al cargar las marcas',
} as const

export default function BrandsPage() {
  const origin = useBrandOrigin()
  const [params, setParams] = useSearchParams()
  const sorting = params.get('orden') ?? ''
  const query = useQuery(adminBrands())
  const list = useWholeList<typeof query, Brand, never>(query, sorted(query.data ?? [], sorting))
  const columns: Column<Brand, never>[] = [
    { name: 'Marca', render: ({ row }) => row.name },
    { name: 'Productos', kind: 'number', render: ({ row }) => row.total_products },
    { name: 'Stock', render: ({ row }) => <StockLink brand={row} /> },
    { name: 'Origen', render: ({ row }) => <OriginSwitch brand={row} origin={origin} /> },
    { name: 'Acciones', kind: 'buttons', render: ({ row }) => <EditLink brand={row} /> },
  ]
  return (
    <ListScreen
      list={list}
      words={WORDS}
      actions={
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
      }
      look={BRAND_LOOK}
      renderCard={({ row }) => (
        <RowCard id={row.id} className="brand-card stack-3">
          <BrandLogo image={row.image} />
          <div className="brand-card-words">
            <h2>{row.name}</h2>
            <p className="note">{counted(row.total_products, 'producto', 'productos')}</p>
            <OriginBadge isNational={row.is_national} />
            <p>{cardDescription(row.description)}</p>
            <StockLink brand={row} />
          </div>
          <div className="brand-card-actions">
            <OriginSwitch brand={row} origin={origin} />
            <EditLink brand={row} />
          </div>
        </RowCard>
      )}
      columns={columns}
      empty={<NoBrands title="No hay marcas registradas" link="Agregar la primera marca" />}
    />
  )
}

/** The server returns them by name. */
function sorted(brands: Brand[], sorting: string): Brand[] {
  if (sorting === 'menos-stock') return brands.toSorted((a, b) => a.total_stock - b.total_stock)
  return sorting === 'mas-stock' ? brands.toSorted((a, b) => b.total_stock - a.total_stock) : brands
}

function StockLink({ brand }: { brand: Brand }) {
  const admin = useAdminPath()
  const { tone, text } = brandStock(brand.total_stock)
  return (
    <Link
      className="brand-stock"
      to={admin.products({ search: brand.name })}
      aria-label={`${text}: ver los productos de ${brand.name}`}
    >
      <span className={`badge ${tone}`}>{text}</span>
    </Link>
  )
}

function EditLink({ brand }: { brand: Brand }) {
  const admin = useAdminPath()
  return (
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
  )
}
