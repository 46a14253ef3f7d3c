import { formatPesos } from '../../../contract/money.ts'
import { ADMIN_TYPE_LABEL, PRODUCT_FIELD_NAMES } from '../../../contract/product-fields.ts'
import { type Conflict, mergeFields, type Sides, type ThreeWay } from '../../forms/three-way.ts'
import { parseAmount } from './amounts.ts'
import { type BlisterDraft, newBlister, type ProductDraft } from './product-draft.ts'

type PlainFields = Omit<ProductDraft, 'blisters'>

const FIELD_LABEL: Record<keyof PlainFields, string> = { ...PRODUCT_FIELD_NAMES, images: 'Imágenes' }
const FIELDS = Object.keys(FIELD_LABEL) as (keyof PlainFields)[] // safe: the record is exhaustive

/** Merges fields and presentations of a product; a stock is merged as a difference, so it always adds up. */
export function mergeDrafts(
  base: ProductDraft,
  mine: ProductDraft,
  theirs: ProductDraft,
): ThreeWay<ProductDraft> {
  const fields = mergeFields<PlainFields>(
    { base, mine, theirs },
    {
      fields: FIELDS,
      label: (field) => FIELD_LABEL[field],
      show: (value, field) => shown(value, field) || 'vacío',
      keyOf: shown,
    },
  )
  const rows = mergeBlisters({ base: base.blisters, mine: mine.blisters, theirs: theirs.blisters })
  const ofFields = fields.conflicts.map((conflict) => ({
    ...conflict,
    takeTheirs: (draft: ProductDraft) => ({ ...draft, ...conflict.takeTheirs(draft) }),
  }))
  return {
    merged: { ...fields.merged, blisters: rows.merged },
    conflicts: [...ofFields, ...rows.conflicts],
    taken: [...fields.taken, ...rows.taken],
  }
}

function shown(value: PlainFields[keyof PlainFields], field: keyof PlainFields): string {
  if (field === 'type') return ADMIN_TYPE_LABEL[value as ProductDraft['type']] // safe: it is that field
  if (field === 'indica' || field === 'sativa') return String(parseAmount(String(value)) ?? value)
  if (Array.isArray(value)) return value.map((address) => address ?? '–').join(' ')
  return typeof value === 'boolean' ? (value ? 'sí' : 'no') : value
}

/** What comes of one presentation, or of all. */
interface MergedRows {
  merged: BlisterDraft[]
  conflicts: Conflict<ProductDraft>[]
  taken: string[]
}

const NOTHING: MergedRows = { merged: [], conflicts: [], taken: [] }

function mergeBlisters({ base, mine, theirs }: Sides<BlisterDraft[]>): MergedRows {
  const find = (list: BlisterDraft[], { id }: BlisterDraft) => list.find((blister) => blister.id === id)
  const rows = [
    ...theirs.map((other) => withTheirs(find(base, other), find(mine, other), other)),
    ...mine
      .filter((is) => is.id === undefined || !find(theirs, is))
      .map((is) => onlyMine(find(base, is), is)),
  ]
  return {
    merged: rows.flatMap(({ merged }) => merged),
    conflicts: rows.flatMap(({ conflicts }) => conflicts),
    taken: rows.flatMap(({ taken }) => taken),
  }
}

/** A presentation that they have; without `was` it is new, without `is` I removed it. */
function withTheirs(
  was: BlisterDraft | undefined,
  is: BlisterDraft | undefined,
  other: BlisterDraft,
): MergedRows {
  if (!was) return { ...NOTHING, merged: [other], taken: [`Presentación nueva ${name(other)}`] }
  if (is) return mergeBlister({ base: was, mine: is, theirs: other })
  return isSame(was, other) ? NOTHING : { ...NOTHING, conflicts: [removed(other, 'mine')] }
}

/** A new presentation of mine, or one that they removed: asked about if I changed it; kept, it is a new one. */
function onlyMine(was: BlisterDraft | undefined, is: BlisterDraft): MergedRows {
  if (is.id === undefined) return { ...NOTHING, merged: [is] }
  if (was && isSame(was, is) && parseAmount(was.stock) === parseAmount(is.stock))
    return { ...NOTHING, taken: [`Presentación ${name(is)} eliminada`] }
  const again = newBlister({ ...is, id: undefined, stockLoaded: undefined })
  return { ...NOTHING, merged: [again], conflicts: [removed(again, 'theirs')] }
}

function removed(blister: BlisterDraft, by: 'mine' | 'theirs'): Conflict<ProductDraft> {
  const kept = `conservar (${facts(blister)})`
  return {
    id: `blister-${blister.key}`,
    label: `Presentación ${name(blister)}`,
    mine: by === 'mine' ? 'eliminada' : kept,
    theirs: by === 'mine' ? kept : 'eliminada',
    takeTheirs: (draft) => ({
      ...draft,
      blisters:
        by === 'mine'
          ? [...draft.blisters, blister]
          : draft.blisters.filter(({ key }) => key !== blister.key),
    }),
  }
}

const PARTS = { seed_count: 'semillas', price: 'precio', discount: 'descuento' } as const
type PartOfRow = keyof typeof PARTS
const PART_NAMES = ['seed_count', 'price', 'discount'] as const

function mergeBlister(sides: Sides<BlisterDraft>): MergedRows {
  const { base: was, mine: is, theirs: other } = sides
  const parts = mergeFields<Pick<BlisterDraft, PartOfRow>>(sides, {
    fields: PART_NAMES,
    label: (part) => `Presentación ${name(other)}, ${PARTS[part]}`,
    show: (text) => text || '0',
    keyOf: amountOf,
  })
  const stock = mergedStock(is, other)
  const isNews = other.stock !== was.stock && other.stock !== stock
  const ofStock = `Presentación ${name(other)}, stock: ${other.stock} ahora, ${stock} con mi cambio`
  return {
    merged: [{ ...other, ...parts.merged, stock }],
    conflicts: parts.conflicts.map(({ takeTheirs, ...conflict }) => ({
      ...conflict,
      id: `blister-${other.key}-${conflict.id}`,
      takeTheirs: (draft) => ({
        ...draft,
        blisters: draft.blisters.map((blister) =>
          blister.key === other.key ? { ...blister, ...takeTheirs(blister) } : blister,
        ),
      }),
    })),
    taken: [...(isNews ? [ofStock] : []), ...parts.taken],
  }
}

/** What I added or took is added to or taken from what is there now, down to nothing. */
function mergedStock(is: BlisterDraft, other: BlisterDraft): string {
  const mine = parseAmount(is.stock)
  const now = parseAmount(other.stock) ?? 0
  if (mine === undefined) return is.stock
  return String(Math.max(0, now + mine - (is.stockLoaded ?? mine)))
}

function isSame(one: BlisterDraft, other: BlisterDraft): boolean {
  return PART_NAMES.every((part) => amountOf(one[part]) === amountOf(other[part]))
}

function amountOf(text: string): number | string {
  return parseAmount(text || '0') ?? text
}

function name({ seed_count }: BlisterDraft): string {
  return `X${seed_count || '?'}`
}

function facts({ price, stock }: BlisterDraft): string {
  return `${formatPesos(parseAmount(price) ?? 0)}, stock ${stock}`
}
