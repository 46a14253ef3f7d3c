import { LIMITED_EDITION, type ProductType } from './product-types.ts'
import { SPECIFICATION_LABEL } from './specifications.ts'

/** Labels of the four kinds in the panel, in the plural. */
export const ADMIN_TYPE_LABEL: Record<ProductType, string> = {
  fem: 'Feminizadas',
  auto: 'Automáticas',
  reg: 'Regulares',
  merch: 'Merchandising',
}

/** The fields of a product as the panel and the spreadsheet of products call them, in the order of the form. */
export const PRODUCT_FIELD_NAMES = {
  name: 'Nombre',
  type: 'Tipo',
  brand_id: 'Marca',
  genotype: 'Genotipo',
  description: 'Descripción',
  indica: 'Índica',
  sativa: 'Sativa',
  ...SPECIFICATION_LABEL,
  flavors: 'Aromas',
  effects: 'Efectos',
  product_size: 'Talle o tamaño',
  sku: 'SKU',
  available: 'Disponible',
  highlighted: 'Destacado',
  limited_edition: LIMITED_EDITION,
} as const
