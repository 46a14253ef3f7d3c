import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { PRODUCT_TYPES, productType } from '../../../contract/catalog/product-types.ts'
import { WITH_STOCK } from '../../../contract/catalog/stock-rules.ts'
import type { AdminProductSearch } from '../../app/admin-paths.ts'

/** The filters in the address of the list. Unknown values are dropped, as on the server. */
export const FILTERS = [
  {
    name: 'type',
    label: 'Tipo',
    options: PRODUCT_TYPES.map((type) => ({ value: type as string, label: ADMIN_TYPE_LABEL[type] })),
  },
  {
    name: 'stock',
    label: 'Stock',
    options: [
      { value: 'with-stock', label: WITH_STOCK },
      { value: 'low-stock', label: 'Stock bajo' },
      { value: 'out-of-stock', label: 'Sin stock' },
    ],
  },
  {
    name: 'availability',
    label: 'Disponibilidad',
    options: [
      { value: 'available', label: 'Disponibles' },
      { value: 'unavailable', label: 'No disponibles' },
    ],
  },
  {
    name: 'edition',
    label: 'Edición',
    options: [
      { value: 'limited', label: 'Limitada' },
      { value: 'regular', label: 'Normal' },
    ],
  },
  {
    name: 'priceStatus',
    label: 'Precio',
    options: [
      { value: 'with-price', label: 'Con precio' },
      { value: 'no-price', label: 'Sin precio' },
    ],
  },
] as const satisfies {
  name: keyof AdminProductSearch
  label: string
  options: { value: string; label: string }[]
}[]

type FilterName = (typeof FILTERS)[number]['name']

/** The most frequent filters, one press away. */
export const VIEWS: { name: string; search: AdminProductSearch }[] = [
  { name: 'Todos', search: {} },
  { name: 'Sin stock', search: { stock: 'out-of-stock' } },
  { name: 'Sin precio', search: { priceStatus: 'no-price' } },
  { name: 'Ocultos', search: { availability: 'unavailable' } },
]

export function readSearch(params: URLSearchParams): AdminProductSearch {
  const search: AdminProductSearch = {}
  const words = params.get('search')?.trim()
  if (words) search.search = words
  for (const { name, options } of FILTERS) {
    const asked = params.get(name) ?? ''
    const value = name === 'type' ? productType(asked) : asked
    if (options.some((option) => option.value === value)) search[name] = value
  }
  return search
}

/** The active filters with their labels, for the chips that remove them. */
export function appliedFilters(search: AdminProductSearch): { name: FilterName; label: string }[] {
  return FILTERS.flatMap(({ name, label, options }) => {
    const option = options.find(({ value }) => value === search[name])
    return option ? [{ name, label: `${label}: ${option.label}` }] : []
  })
}

export function isSameSearch(one: AdminProductSearch, other: AdminProductSearch): boolean {
  const names = ['search', ...FILTERS.map(({ name }) => name)] as const
  return names.every((name) => (one[name] ?? '') === (other[name] ?? ''))
}
