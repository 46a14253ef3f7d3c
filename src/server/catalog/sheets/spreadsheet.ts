import { parseAmount, readingsOf, twoReadings } from '../../../contract/amounts.ts'
import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { ADMIN_TYPE_LABEL, PRODUCT_FIELD_NAMES } from '../../../contract/catalog/product-fields.ts'
import { isPercentage, PERCENTAGE, priceError } from '../../../contract/catalog/product-rules.ts'
import {
  PRODUCT_TYPES,
  productType,
  TYPE_BADGE,
  TYPE_LABEL,
} from '../../../contract/catalog/product-types.ts'
import { csvMoney, neutral } from '../../csv.ts'
import { normalise } from '../rules.ts'

/**
 * A column of the sheet of products. The sheet has a row for each presentation, with the fields of the product in each.
 * docs/operating/spreadsheet.md explains the columns.
 */
export interface Column {
  header: string
  /** The cell; `blister` is undefined for a product without presentations. */
  write: (product: Product, blister: Blister | undefined) => string
  /** The value for the form's schema. Throws `WrongCell`. */
  read: (cell: string) => CellValue
  /** The value belongs to the product, the presentation, or their identity. */
  of: 'product' | 'blister' | 'identity'
  /** Name of the field in the form's schema. */
  field: string
}

/** The value of a cell; undefined for an ignored empty cell. */
export type CellValue = string | number | boolean | undefined

/** A cell that cannot be read; the message says what it should be. */
export class WrongCell extends Error {}

const yesNo = (value: boolean) => (value ? 'sí' : 'no')
const decimal = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value).replace('.', ',')
const money = (pesos: number | undefined) => (pesos === undefined ? '' : csvMoney(pesos))

type TextField = {
  [Field in keyof Product]: Product[Field] extends string | null ? Field : never
}[keyof Product] &
  string

function plainText(header: string, field: TextField): Column {
  return {
    header,
    field,
    of: 'product',
    write: (product) => neutral(product[field] ?? ''),
    read: (cell) => original(field === 'description' ? cell : unconverted(cell)),
  }
}

function labelled(field: TextField & keyof typeof PRODUCT_FIELD_NAMES): Column {
  return plainText(PRODUCT_FIELD_NAMES[field], field)
}

function flag(
  header: string,
  field: 'highlighted' | 'limited_edition' | 'available' | 'is_national',
): Column {
  return { header, field, of: 'product', write: (product) => yesNo(product[field]), read: readYesNo }
}

function percent(header: string, field: 'sativa' | 'indica'): Column {
  return {
    header,
    field,
    of: 'product',
    write: (product) => decimal(product[field]),
    // The schema reads '' as null.
    read: (cell) => (cell.trim() === '' ? '' : readPercent(cell)),
  }
}

/** In the order of the sheet. */
export const COLUMNS: Column[] = [
  { header: 'ID', field: 'id', of: 'identity', write: ({ id }) => String(id), read: readWhole },
  {
    header: 'Versión',
    field: 'version',
    of: 'identity',
    write: ({ version }) => String(version ?? ''),
    read: readWhole,
  },
  labelled('sku'),
  labelled('name'),
  { header: 'Tipo', field: 'type', of: 'product', write: ({ type }) => TYPE_BADGE[type], read: readType },
  plainText('Marca', 'brand'),
  flag('Nacional', 'is_national'),
  labelled('genotype'),
  percent('Sativa %', 'sativa'),
  percent('Índica %', 'indica'),
  labelled('thc'),
  labelled('cbd'),
  labelled('flavors'),
  labelled('effects'),
  labelled('flowering_time'),
  labelled('completed_cicle'),
  labelled('sowing'),
  labelled('difficulty'),
  labelled('places'),
  labelled('zones'),
  labelled('inase_name'),
  labelled('inase_number'),
  labelled('height_indoor'),
  labelled('height_outdoor'),
  labelled('yield_indoor'),
  labelled('yield_outdoor'),
  labelled('description'),
  plainText('Talle', 'product_size'),
  flag(PRODUCT_FIELD_NAMES.highlighted, 'highlighted'),
  flag(PRODUCT_FIELD_NAMES.limited_edition, 'limited_edition'),
  flag(PRODUCT_FIELD_NAMES.available, 'available'),
  {
    header: 'ID presentación',
    field: 'blister',
    of: 'identity',
    write: (_product, blister) => String(blister?.id ?? ''),
    read: readWhole,
  },
  {
    header: 'Semillas',
    field: 'seed_count',
    of: 'blister',
    write: (_product, blister) => String(blister?.seed_count ?? ''),
    read: readWhole,
  },
  {
    header: 'Talle presentación',
    field: 'size',
    of: 'blister',
    write: (_product, blister) => neutral(blister?.size ?? ''),
    // An empty cell changes nothing, as in the other columns of a presentation.
    read: (cell) => original(unconverted(cell)).trim() || undefined,
  },
  {
    header: 'Precio',
    field: 'price',
    of: 'blister',
    write: (_product, blister) => money(blister?.price),
    read: readMoney,
  },
  {
    header: 'Descuento %',
    field: 'discount',
    of: 'blister',
    write: (_product, blister) => decimal(blister?.discount),
    read: readPercent,
  },
  {
    header: 'Stock',
    field: 'stock',
    of: 'blister',
    write: (_product, blister) => String(blister?.stock ?? ''),
    read: readWhole,
  },
  {
    header: 'Stock al exportar',
    field: 'stock_loaded',
    of: 'blister',
    write: (_product, blister) => String(blister?.stock ?? ''),
    read: readWhole,
  },
]

const byHeader = new Map(COLUMNS.map((column) => [normalise(column.header), column]))

/** The column of a header, ignoring case and accents. A wrong file can have a million in its first line. */
export function columnOf(header: string): Column | undefined {
  return byHeader.get(normalise(header))
}

/** The rows of a product, in the order of `COLUMNS`. */
export function rowsOf(product: Product): string[][] {
  const blisters = product.blisters.length > 0 ? product.blisters : [undefined]
  return blisters.map((blister) => COLUMNS.map((column) => column.write(product, blister)))
}

// ---- Cells -----------------------------------------------------------------------------------------------------

/** What a formula leaves that finds no value: `#N/A`, `#N/D`, `#¿NOMBRE?`, `#¡REF!`, `#####`. */
export function refuseErrorValue(cell: string): void {
  if (
    /^#(?:#+|N\/[AD]|[¿¡]?(?:NOMBRE|NAME|REF|VALOR|VALUE|DIV\/0|NUM|NULL|NULO|SPILL|CALC)[?!])$/i.test(
      cell.trim(),
    )
  )
    throw new WrongCell('tiene un error de una fórmula')
}

const MONTH = '(?:ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|sept|set|oct|nov|dic|dec)\\.?'
const DAY = '(?:\\d{1,2}([-/])\\d{1,2}\\1\\d{4}|\\d{1,2}/\\d{1,2}/\\d{2}|\\d{4}([-/])\\d{1,2}\\2\\d{1,2})'
const TIME = '(?:[ T]\\d{1,2}:\\d{2}(?::\\d{2})?)?'
/** What a spreadsheet makes of '8-10' or of a long number: 08-oct, oct-08, 8/10/26, 2026-10-08, 8/10/2026 0:00, 7,79E+12. */
const CONVERTED = RegExp(
  `^(?:${DAY}${TIME}|\\d{1,2}[-/]${MONTH}(?:[-/]\\d{2,4})?|${MONTH}[-/]\\d{2,4}|\\d(?:[.,]\\d+)?E\\+\\d{1,3})$`,
  'i',
)

function unconverted(cell: string): string {
  if (CONVERTED.test(cell.trim()))
    throw new WrongCell(
      'lo convirtió el programa de planillas: dale a la columna el formato Texto y escribilo de nuevo',
    )
  return cell
}

/** The opposite of `neutral`. */
function original(cell: string): string {
  return /^'+[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell
}

/** 1.000 is a thousand in Argentina. */
function readWhole(cell: string): number | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  if (!/^(?:\d{1,15}|[1-9]\d{0,2}(?:\.\d{3}){1,4})$/.test(text))
    throw new WrongCell('debe ser un número entero')
  return Number(text.replaceAll('.', ''))
}

/** As the panel reads a price. */
function readMoney(cell: string): number | undefined {
  if (cell.trim() === '') return undefined
  const pesos = parseAmount(cell)
  if (pesos !== undefined && priceError(pesos) === undefined) return pesos
  const readings = pesos === undefined && readingsOf(cell)
  throw new WrongCell(
    readings ? twoReadings(readings) : 'debe ser un número como 18400,50, con dos decimales a lo sumo',
  )
}

/** `12,5`, `12.5 %`; from 0 to 100. */
function readPercent(cell: string): number | undefined {
  const text = cell.replace('%', '').trim()
  if (text === '') return undefined
  const value = parseAmount(text)
  if (value === undefined || !isPercentage(value)) throw new WrongCell(PERCENTAGE)
  return value
}

function readYesNo(cell: string): boolean | undefined {
  const text = normalise(cell)
  if (text === '') return undefined
  if (['si', 's', 'verdadero', 'true', '1'].includes(text)) return true
  if (['no', 'n', 'falso', 'false', '0'].includes(text)) return false
  throw new WrongCell('debe ser sí o no')
}

/** Any label of the screens, or the shop's name; the schema refuses unknown ones. */
function readType(cell: string): string | undefined {
  const text = normalise(cell)
  if (text === '') return undefined
  const names = [TYPE_BADGE, TYPE_LABEL, ADMIN_TYPE_LABEL]
  const named = PRODUCT_TYPES.find((type) => names.some((name) => normalise(name[type]) === text))
  return named ?? productType(text) ?? text
}
