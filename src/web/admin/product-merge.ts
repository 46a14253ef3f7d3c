import { formatPesos } from '../../contract/money.ts'
import { ADMIN_TYPE_LABEL } from '../../contract/product-types.ts'
import { parseAmount } from './amounts.ts'
import { type BlisterDraft, newBlister, type ProductDraft } from './product-draft.ts'
import { PRODUCT_FIELD_NAMES } from './product-field-names.ts'

/** Something that both changed, and differently. */
interface MergeConflict {
  id: string
  label: string
  mine: string
  theirs: string
  /** What the draft becomes when theirs is chosen; mine stands in it already. */
  takeTheirs: (draft: ProductDraft) => ProductDraft
}

export interface Merge {
  /** Their changes with mine on top. */
  draft: ProductDraft
  conflicts: MergeConflict[]
  /** What came in from the other person without touching anything of mine. */
  taken: string[]
}

const FIELD_LABEL: Record<Exclude<keyof ProductDraft, 'blisters'>, string> = {
  ...PRODUCT_FIELD_NAMES,
  images: 'Imágenes',
}

const FIELDS = Object.keys(FIELD_LABEL) as (keyof typeof FIELD_LABEL)[] // safe: the record is exhaustive

/**
 * Brings together what was loaded (`base`), what stands in the form and what somebody saved meanwhile. What only one
 * of both changed is kept as changed; the stock is a difference, so it always adds up.
 */
export function mergeDrafts(base: ProductDraft, mine: ProductDraft, theirs: ProductDraft): Merge {
  const merge: Merge = { draft: { ...theirs }, conflicts: [], taken: [] }
  for (const field of FIELDS) mergeField(merge, field, base, mine, theirs)
  mergeBlisters(merge, base.blisters, mine.blisters, theirs.blisters)
  return merge
}

function mergeField(
  merge: Merge,
  field: keyof typeof FIELD_LABEL,
  base: ProductDraft,
  mine: ProductDraft,
  theirs: ProductDraft,
): void {
  const [was, is, other] = [base[field], mine[field], theirs[field]].map((value) => shown(field, value))
  if (is === other) return
  if (is === was) {
    merge.taken.push(`${FIELD_LABEL[field]}: ${other || 'vacío'}`)
    return
  }
  merge.draft = { ...merge.draft, [field]: mine[field] }
  if (other === was) return
  merge.conflicts.push({
    id: field,
    label: FIELD_LABEL[field],
    mine: is || 'vacío',
    theirs: other || 'vacío',
    takeTheirs: (draft) => ({ ...draft, [field]: theirs[field] }),
  })
}

function shown(field: keyof typeof FIELD_LABEL, value: ProductDraft[keyof typeof FIELD_LABEL]): string {
  if (field === 'type') return ADMIN_TYPE_LABEL[value as ProductDraft['type']] // safe: it is that field
  if (field === 'indica' || field === 'sativa') return String(parseAmount(String(value)) ?? value)
  if (Array.isArray(value)) return value.map((address) => address ?? '–').join(' ')
  return typeof value === 'boolean' ? (value ? 'sí' : 'no') : value
}

// ---- Presentations ---------------------------------------------------------------------------------------------

function mergeBlisters(
  merge: Merge,
  base: BlisterDraft[],
  mine: BlisterDraft[],
  theirs: BlisterDraft[],
): void {
  const find = (list: BlisterDraft[], id: number | undefined) => list.find((blister) => blister.id === id)
  const merged: BlisterDraft[] = []
  for (const other of theirs) {
    const was = find(base, other.id)
    const is = find(mine, other.id)
    if (!was) {
      merge.taken.push(`Presentación nueva ${name(other)}`)
      merged.push(other)
    } else if (is) merged.push(mergeBlister(merge, was, is, other))
    else if (!isSame(was, other)) {
      merge.conflicts.push(removedConflict(other, 'mine'))
    }
  }
  for (const is of mine) {
    if (is.id === undefined) merged.push(is)
    else if (!find(theirs, is.id)) keepOrDrop(merge, merged, find(base, is.id), is)
  }
  merge.draft = { ...merge.draft, blisters: merged }
}

/** They removed what I have: unchanged it goes, changed I am asked. Kept, it is a new presentation. */
function keepOrDrop(
  merge: Merge,
  merged: BlisterDraft[],
  was: BlisterDraft | undefined,
  is: BlisterDraft,
): void {
  if (was && isSame(was, is) && parseAmount(was.stock) === parseAmount(is.stock)) {
    merge.taken.push(`Presentación ${name(is)} eliminada`)
    return
  }
  const again = newBlister({ ...is, id: undefined, stockLoaded: undefined })
  merged.push(again)
  merge.conflicts.push({ ...removedConflict(again, 'theirs') })
}

function removedConflict(blister: BlisterDraft, by: 'mine' | 'theirs'): MergeConflict {
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

function mergeBlister(merge: Merge, was: BlisterDraft, is: BlisterDraft, other: BlisterDraft): BlisterDraft {
  const merged = { ...other, stock: mergedStock(is, other) }
  if (other.stock !== was.stock && other.stock !== merged.stock)
    merge.taken.push(
      `Presentación ${name(other)}, stock: ${other.stock} ahora, ${merged.stock} con mi cambio`,
    )
  for (const part of ['seed_count', 'price', 'discount'] as const) {
    const [before, mine, theirs] = [was, is, other].map((blister) => value(blister, part))
    if (mine === theirs) continue
    if (mine === before) {
      merge.taken.push(`Presentación ${name(other)}, ${PARTS[part]}: ${other[part] || '0'}`)
      continue
    }
    merged[part] = is[part]
    if (theirs === before) continue
    merge.conflicts.push({
      id: `blister-${other.key}-${part}`,
      label: `Presentación ${name(other)}, ${PARTS[part]}`,
      mine: is[part] || '0',
      theirs: other[part] || '0',
      takeTheirs: (draft) => ({
        ...draft,
        blisters: draft.blisters.map((blister) =>
          blister.key === other.key ? { ...blister, [part]: other[part] } : blister,
        ),
      }),
    })
  }
  return merged
}

/** What I added or took is added to or taken from what is there now; below nothing there is nothing. */
function mergedStock(is: BlisterDraft, other: BlisterDraft): string {
  const mine = parseAmount(is.stock)
  const now = parseAmount(other.stock) ?? 0
  if (mine === undefined) return is.stock
  return String(Math.max(0, now + mine - (is.stockLoaded ?? mine)))
}

function isSame(one: BlisterDraft, other: BlisterDraft): boolean {
  return (['seed_count', 'price', 'discount'] as const).every(
    (part) => value(one, part) === value(other, part),
  )
}

function value(blister: BlisterDraft, part: keyof typeof PARTS): number | string {
  return parseAmount(blister[part] || '0') ?? blister[part]
}

function name({ seed_count }: BlisterDraft): string {
  return `X${seed_count || '?'}`
}

function facts({ price, stock }: BlisterDraft): string {
  return `${formatPesos(parseAmount(price) ?? 0)}, stock ${stock}`
}
