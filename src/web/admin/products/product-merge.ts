import { formatPesos } from '../../../contract/money.ts'
import { ADMIN_TYPE_LABEL, PRODUCT_FIELD_NAMES } from '../../../contract/catalog/product-fields.ts'
import {
  conflictsWithin,
  type ListRules,
  mergeFields,
  mergeList,
  type Sides,
  type ThreeWay,
} from '../../forms/three-way.ts'
import { parseAmount, parsePercent } from '../../../contract/amounts.ts'
import { amountText } from './amounts.ts'
import { type BlisterDraft, newBlister, type ProductDraft } from './product-draft.ts'

type PlainFields = Omit<ProductDraft, 'blisters'>

const FIELD_LABEL: Record<keyof PlainFields, string> = { ...PRODUCT_FIELD_NAMES, images: 'Imágenes' }
const FIELDS = Object.keys(FIELD_LABEL) as (keyof PlainFields)[] // safe: the record is exhaustive

/** Merges fields and presentations of a product; a stock is merged as a difference, so it always adds up. */
export function productMerge(sides: Sides<ProductDraft>): ThreeWay<ProductDraft> {
  const { base, mine, theirs } = sides
  const fields = mergeFields<PlainFields>(sides, {
    fields: FIELDS,
    label: (field) => FIELD_LABEL[field],
    show: (value, field) => shown(value, field) || 'vacío',
    keyOf: shown,
  })
  const rows = mergeList({ base: base.blisters, mine: mine.blisters, theirs: theirs.blisters }, BLISTER_RULES)
  const ofFields = conflictsWithin<ProductDraft, PlainFields>(fields.conflicts, (draft, to) => ({
    ...draft,
    ...to(draft),
  }))
  const ofRows = conflictsWithin<ProductDraft, BlisterDraft[]>(rows.conflicts, (draft, to) => ({
    ...draft,
    blisters: to(draft.blisters),
  }))
  return {
    merged: { ...fields.merged, blisters: rows.merged },
    conflicts: [...ofFields, ...ofRows],
    taken: [...fields.taken, ...rows.taken],
  }
}

function shown(value: PlainFields[keyof PlainFields], field: keyof PlainFields): string {
  if (field === 'type') return ADMIN_TYPE_LABEL[value as ProductDraft['type']] // safe: it is that field
  if (field === 'indica' || field === 'sativa') return String(parsePercent(String(value)) ?? value)
  if (Array.isArray(value)) return value.map((address) => address ?? '–').join(' ')
  return typeof value === 'boolean' ? (value ? 'sí' : 'no') : value
}

const PARTS = {
  seed_count: 'semillas',
  size: 'talle',
  price: 'precio',
  discount: 'descuento',
  image: 'imagen',
} as const
const PART_NAMES = ['seed_count', 'size', 'price', 'discount', 'image'] as const

const BLISTER_RULES: ListRules<BlisterDraft> = {
  keyOf: ({ key }) => key,
  // Their stock changes with every sale, which does not restore a presentation that I removed.
  isChanged: (blister, was, by) =>
    !PART_NAMES.every((part) => amountOf(blister[part]) === amountOf(was[part])) ||
    (by === 'mine' && parseAmount(blister.stock) !== parseAmount(was.stock)),
  label: (blister) => `Presentación ${name(blister)}`,
  show: ({ price, stock }) => `${formatPesos(parseAmount(price) ?? 0)}, stock ${stock}`,
  told: (blister, what) =>
    what === 'added' ? `Presentación nueva ${name(blister)}` : `Presentación ${name(blister)} eliminada`,
  renew: (blister) => newBlister({ ...blister, id: undefined, stockLoaded: undefined }),
  mergeRow: (sides) => {
    const { base: was, mine: is, theirs: other } = sides
    const parts = mergeFields<Pick<BlisterDraft, keyof typeof PARTS>>(sides, {
      fields: PART_NAMES,
      label: (part) => `Presentación ${name(other)}, ${PARTS[part]}`,
      show: (text, part) => text || (part === 'image' ? 'ninguna' : '0'),
      keyOf: amountOf,
    })
    const stock = mergedStock(is, other)
    const isNews = other.stock !== was.stock && other.stock !== stock
    const ofStock = `Presentación ${name(other)}, stock: ${other.stock} ahora, ${stock} con mi cambio`
    return {
      merged: { ...other, ...parts.merged, stock },
      conflicts: conflictsWithin(parts.conflicts, (blister, to) => ({ ...blister, ...to(blister) })),
      taken: [...(isNews ? [ofStock] : []), ...parts.taken],
    }
  },
}

/** Applies my difference to the current stock, at least 0. */
function mergedStock(is: BlisterDraft, other: BlisterDraft): string {
  const mine = parseAmount(is.stock)
  const now = parseAmount(other.stock) ?? 0
  if (mine === undefined) return is.stock
  return amountText(Math.max(0, now + mine - (is.stockLoaded ?? mine)))
}

function amountOf(text: string | null): number | string {
  return parsePercent(text || '0') ?? text ?? ''
}

function name({ seed_count, size }: BlisterDraft): string {
  return size || `X${seed_count || '?'}`
}
