import { LAST_DAY } from '../limits.ts'
import { DAY_TOO_LATE } from '../sentences.ts'

export const REPORT_KINDS = [
  'sales',
  'products',
  'brands',
  'customers',
  'claims',
  'lots',
  'searches',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_LABEL: Record<ReportKind, string> = {
  sales: 'Ventas',
  products: 'Productos',
  brands: 'Marcas',
  customers: 'Clientes',
  claims: 'Reclamos',
  lots: 'Reclamos por lote',
  searches: 'Búsquedas',
}

/** The heading of the first column. */
export const REPORT_ROW: Record<ReportKind, string> = {
  sales: 'Período',
  products: 'Producto',
  brands: 'Marca',
  customers: 'Cliente',
  claims: 'Producto',
  lots: 'Lote',
  searches: 'Búsqueda',
}

/** Grouping of sales. Weeks begin on Monday (ISO 8601). */
export const REPORT_GROUPS = ['day', 'week', 'month'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

export const REPORT_GROUP_LABEL: Record<ReportGroup, string> = { day: 'Día', week: 'Semana', month: 'Mes' }

/** What counts as a sale: an order on its day, or a payment on its day. */
export const REPORT_BASES = ['ordered', 'collected'] as const
export type ReportBasis = (typeof REPORT_BASES)[number]

export const REPORT_BASIS_LABEL: Record<ReportBasis, string> = { ordered: 'Pedido', collected: 'Cobrado' }

/** Two years, one of them a leap year. */
const MAX_REPORT_DAYS = 731
/** Rows in an answer; the remaining ones are summed in one row. The CSV has all rows. */
export const MAX_REPORT_ROWS = 500
/** The key of that row. */
export const REST = 'rest'

/** Whether the report can count payments: a payment belongs to a whole order, not to its lines. */
export function hasBasis(kind: ReportKind): boolean {
  return kind === 'sales' || kind === 'customers'
}

/** By product or by lot. */
export function countsClaims(kind: ReportKind): boolean {
  return kind === 'claims' || kind === 'lots'
}

export const WITHOUT_BASIS = 'Lo cobrado se cuenta en ventas y clientes: un pago es de todo el pedido'

/** The error of a period; undefined if valid. Both days are included. */
export function periodError(from: string, to: string): { from: string } | { to: string } | undefined {
  if (from > to) return { from: 'La fecha inicial es posterior a la final' }
  if (to > LAST_DAY) return { to: DAY_TOO_LATE }
  if (daysBetween(from, to) > MAX_REPORT_DAYS) return { to: 'El período no puede superar 2 años' }
  return undefined
}

/** Both days included. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** The figures of a row. Money in pesos. */
export const MEASURES = [
  'orders',
  'units',
  'total',
  'discount',
  'payments',
  'paid',
  'refunded',
  'claims',
  'open',
  'accepted',
  'rejected',
  'searches',
  'empty',
] as const
export type Measure = (typeof MEASURES)[number]

export const MEASURE_LABEL: Record<Measure, string> = {
  orders: 'Pedidos',
  units: 'Unidades',
  total: 'Total',
  discount: 'Descuentos',
  payments: 'Pagos',
  paid: 'Cobrado',
  refunded: 'Devuelto',
  claims: 'Reclamos',
  open: 'Abiertos',
  accepted: 'Aceptados',
  rejected: 'Rechazados',
  searches: 'Veces',
  empty: 'Sin resultados',
}

const MONEY: readonly Measure[] = ['total', 'discount', 'paid', 'refunded']

export function isMoney(measure: Measure): boolean {
  return MONEY.includes(measure)
}

/** The columns of a report; the first one sorts the rows and is charted. */
export function measuresOf(kind: ReportKind, basis: ReportBasis): readonly Measure[] {
  if (countsClaims(kind)) return ['claims', 'open', 'accepted', 'rejected']
  if (kind === 'searches') return ['empty', 'searches']
  return basis === 'collected'
    ? ['total', 'payments', 'paid', 'refunded']
    : ['total', 'orders', 'units', 'discount']
}

/** What the figures count, for the screen and the CSV. */
export function definitionsOf(kind: ReportKind, basis: ReportBasis): string[] {
  if (countsClaims(kind))
    return [
      `Reclamos de garantía por el día en que llegaron, ${kind === 'lots' ? 'del lote que anotó la tienda' : 'del producto que nombran'}.`,
      'Aceptados son los aprobados y los resueltos; abiertos, los pendientes y en revisión.',
    ]
  if (kind === 'searches')
    return [
      'Palabras buscadas en la tienda, sin tildes ni mayúsculas. La misma persona cuenta una vez cada diez minutos.',
      'Sin resultados: no había ningún producto publicado con esas palabras. Como pueden ser un nombre, aparecen cuando las buscaron tres personas en un día. Se guardan 400 días, sin decir quién buscó.',
    ]
  if (basis === 'collected')
    return [
      'Cobrado es lo que se anotó como pago menos lo que se anotó como devolución, por la fecha del pago. Lo anulado no cuenta.',
    ]
  return [
    'Cuentan los pedidos que no están cancelados ni son reposiciones, por el día en que se hicieron, paguen cuando paguen.',
    'El total es de los productos al precio del pedido. El descuento es lo que faltó para el precio de lista de ese momento.',
    ...(DEFINITIONS_OF_LINES[kind] ?? []),
  ]
}

const DEFINITIONS_OF_LINES: Partial<Record<ReportKind, string[]>> = {
  products: ['Un pedido con varios productos cuenta en cada uno.'],
  brands: [
    'La marca es la que el producto tenía al pedirse. Un pedido con varias marcas cuenta en cada una.',
  ],
  customers: ['Sin cuenta son los pedidos que anotó la tienda para quien no tiene cuenta.'],
}
