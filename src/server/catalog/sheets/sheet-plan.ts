import { type Product } from '../../../contract/catalog/catalog.ts'
import { type BlisterInput, ProductInput } from '../../../contract/catalog/product-input.ts'
import { SHOWN_UNSOLD } from '../../../contract/catalog/product-rules.ts'
import {
  normalise,
  presentationErrors,
  presentationWords,
  repeatedPresentations,
  stockAfter,
} from '../rules.ts'
import { mergeBlisters } from './sheet-presentations.ts'
import type { Problems, SheetRow } from './sheet-file.ts'
import { type CellValue, COLUMNS } from './spreadsheet.ts'
import { formatNumber } from '../../../contract/place.ts'
import { formatPesos } from '../../../contract/money.ts'

// Plans the changes of a sheet, without side effects.

// ---- The product of a row --------------------------------------------------------------------------------------

export interface Group {
  /** Undefined: a new product. */
  id: number | undefined
  rows: [SheetRow, ...SheetRow[]]
}

/** The identifiers of a stored product. */
export interface Identity {
  id: number
  sku: string
  name: string
  type: string
}

/** Groups rows by product: by ID, without one by a unique SKU, else as a new product. Never by name. */
export function group(rows: SheetRow[], identities: Identity[], problems: Problems): Group[] {
  const groups = new Map<string, Group>()
  const byId = new Map(identities.map((each) => [each.id, each]))
  const bySku = Map.groupBy(identities, ({ sku }) => skuKey(sku))
  const byName = new Map(identities.map((each) => [`${normalise(each.name)}\n${each.type}`, each]))
  for (const row of rows) {
    const { name, type, sku } = row.product
    const ofSku = skuOf(textOf(sku), bySku)
    const id = row.identity.id ?? ofSku[0]?.id
    const namesake = byName.get(`${normalise(textOf(name))}\n${String(type)}`)
    if (id !== undefined && !byId.has(id)) problems.add(row.row, `No hay ningún producto con ID ${id}`)
    else if (row.identity.id === undefined && ofSku.length > 1)
      problems.add(row.row, `Varios productos tienen el SKU «${String(sku)}»: poné el ID`)
    else if (id === undefined && namesake)
      problems.add(row.row, `Ya existe «${namesake.name}» (ID ${namesake.id}): poné su ID`)
    else {
      const key = id === undefined ? keyOfNew(textOf(sku), textOf(name), String(type)) : String(id)
      const found = groups.get(key)
      if (found) found.rows.push(row)
      else groups.set(key, { id, rows: [row] })
    }
  }
  return [...groups.values()]
}

/** Rows of a new product share the SKU or, without one, name and type. */
function keyOfNew(sku: string, name: string, type: string): string {
  return sku === '' ? `name\n${normalise(name)}\n${type}` : `sku\n${skuKey(sku)}`
}

/** People type SKUs in either case. */
function skuKey(sku: string): string {
  return sku.toUpperCase()
}

/** The products with a SKU; of two that differ in case alone, the one written the same. */
function skuOf(sku: string, bySku: Map<string, Identity[]>): Identity[] {
  if (sku === '') return []
  const alike = bySku.get(skuKey(sku)) ?? []
  const same = alike.filter((each) => each.sku === sku)
  return same.length > 0 ? same : alike
}

function textOf(value: CellValue): string {
  return typeof value === 'string' ? value.trim() : ''
}

// ---- The product after the import ------------------------------------------------------------------------------

export interface Plan {
  id: number | undefined
  name: string
  /** Undefined when there are problems. */
  input: ProductInput | undefined
  facts: string[]
}

interface Brand {
  id: number
  name: string
  is_national: boolean
}

interface Known {
  now: Product | undefined
  brands: Brand[]
  problems: Problems
}

/** Adds to `problems`. */
export function plan({ id, rows }: Group, { now, brands, problems }: Known): Plan {
  const [first] = rows
  const before = problems.count
  findContradictions(rows, problems)
  const product = { ...(now && formOf(now)), ...first.product }
  const { blisters, rowOf } = mergeBlisters(rows, now, problems)
  if ('brand' in first.product) setBrand(product, first.row, { now, brands, problems })
  const parsed = ProductInput.safeParse({ ...product, blisters, ...(now && { version: now.version }) })
  const name = textOf(first.product['name']) || (now?.name ?? '')
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const row = (path[0] === 'blisters' && rowOf.get(Number(path[1]))) || first.row
      problems.add(row, message)
    }
    return { id, name, input: undefined, facts: [] }
  }
  const input = parsed.data
  const isToldAbove = problems.count > before
  const wrong =
    presentationErrors(input) ?? (isToldAbove ? undefined : repeatedPresentations(input, now?.blisters))
  for (const [field, texts] of Object.entries(wrong ?? {}))
    problems.add(rowOf.get(Number(field.split('.')[1])) ?? first.row, texts.join('. '))
  const facts = now ? differences(now, input, brands) : newFacts(input)
  for (const { place, left } of tooLittleStock(now, input))
    problems.add(
      rowOf.get(place) ?? first.row,
      `El stock no alcanza: desde que se exportó se vendieron unidades y ahora quedan ${formatNumber(left)}`,
    )
  const stale = rows.find(
    ({ identity }) => identity.version !== undefined && identity.version !== now?.version,
  )
  if (now && stale && facts.length > 0)
    problems.add(
      stale.row,
      `«${now.name}» se guardó después de exportar la planilla (versión ${now.version}): exportala de nuevo`,
    )
  const isWrong = problems.count > before
  return { id, name, input: isWrong ? undefined : input, facts: isWrong ? [] : facts }
}

/** Rows of one product must agree on its fields. */
function findContradictions([first, ...others]: Group['rows'], problems: Problems): void {
  for (const { row, product } of others)
    for (const { of, field, header } of COLUMNS)
      if (of === 'product' && product[field] !== first.product[field])
        problems.add(row, `«${header}» dice otra cosa que en la fila ${first.row}, que es del mismo producto`)
}

/** The stored product in the form's shape. */
function formOf(product: Product): Record<string, unknown> {
  const { id: _id, stock: _stock, brand: _brand, created_at: _at, blisters: _blisters, ...fields } = product
  return fields
}

function setBrand(product: Record<string, unknown>, row: number, { now, brands, problems }: Known): void {
  const name = String(product['brand']).trim()
  delete product['brand']
  product['brand_id'] = name === '' ? null : brandNamed(name, brands)
  if (product['brand_id'] === undefined)
    problems.add(row, `No existe la marca «${name.slice(0, 100)}»: creala antes en el panel`)
  if (now) followOrigin(product, now, brands)
}

/** A product with the origin of its brand takes that of its new one. */
function followOrigin(product: Record<string, unknown>, now: Product, brands: Brand[]): void {
  const originOf = (brandId: unknown) => brands.find(({ id }) => id === brandId)?.is_national ?? true
  const isInherited = now.is_national === originOf(now.brand_id)
  if (isInherited && product['is_national'] === now.is_national)
    product['is_national'] = originOf(product['brand_id'])
}

/** As searches compare; of brands that differ in accents alone, the one written the same. */
function brandNamed(name: string, brands: Brand[]): number | undefined {
  const typed = normalise(name)
  const alike = brands.filter((brand) => normalise(brand.name) === typed)
  const same = alike.find((brand) => brand.name.toLowerCase() === name.toLowerCase())
  return (same ?? (alike.length === 1 ? alike[0] : undefined))?.id
}

/** Presentations whose stock would become negative, as units were sold since the export. */
function tooLittleStock(now: Product | undefined, input: ProductInput): { place: number; left: number }[] {
  return input.blisters.flatMap((sent, place) => {
    const there = now?.blisters.find(({ id }) => id === sent.id)
    return there && stockAfter(there.stock, sent) === undefined ? [{ place, left: there.stock }] : []
  })
}

// ---- Texts for people ------------------------------------------------------------------------------------------

const COMPARED = ['seed_count', 'size', 'price', 'discount'] as const
const headerOf = new Map(COLUMNS.map(({ field, header }) => [field, header]))

function differences(now: Product, input: ProductInput, brands: Brand[]): string[] {
  const brand = brands.find(({ id }) => id === input.brand_id)?.name ?? null
  const after: Record<string, unknown> = { ...input, brand }
  const before: Record<string, unknown> = { ...now }
  const ofProduct = COLUMNS.filter(({ of, field }) => of === 'product' && before[field] !== after[field]).map(
    ({ field, header }) => `${header}: ${shown(before[field])} → ${shown(after[field])}`,
  )
  return [...ofProduct, ...input.blisters.flatMap((sent) => blisterFacts(now, sent, input.type === 'merch'))]
}

function blisterFacts(now: Product, sent: BlisterInput, isMerch: boolean): string[] {
  const there = now.blisters.find(({ id }) => id === sent.id)
  if (!there) return [`Presentación nueva: ${blisterText(sent)}`]
  const name = presentationWords(there)
  const facts = COMPARED.filter(
    (field) => there[field] !== sent[field] && !(isMerch && field === 'seed_count'),
  ).map((field) =>
    field === 'price'
      ? `Precio (${name}): ${formatPesos(there.price ?? 0)} → ${formatPesos(sent.price)}${remark(sent)}`
      : `${headerOf.get(field)} (${name}): ${shown(there[field])} → ${shown(sent[field])}`,
  )
  const stock = stockAfter(there.stock, sent) ?? there.stock
  return stock === there.stock
    ? facts
    : [...facts, `Stock (${name}): ${shown(there.stock)} → ${shown(stock)}`]
}

function newFacts({ blisters }: ProductInput): string[] {
  return ['Producto nuevo', ...blisters.map((each) => `Presentación nueva: ${blisterText(each)}`)]
}

function blisterText({ seed_count, size, price, stock, discount }: BlisterInput): string {
  return `${size ? `talle ${size}` : `${seed_count} semillas`}, precio ${formatPesos(price)}, descuento ${shown(discount)} %, stock ${shown(stock)}${remark({ price })}`
}

function remark({ price }: { price: number }): string {
  return price === 0 ? ` (${SHOWN_UNSOLD})` : ''
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'string' && value !== '' ? value.replaceAll(/\s+/g, ' ').slice(0, 60) : '(vacío)'
}
