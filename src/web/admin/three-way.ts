/** Something that both changed, and differently. */
export interface FieldConflict {
  id: string
  label: string
  mine: string
  theirs: string
}

export interface ThreeWay<Field extends string, Value> {
  /** Their changes with mine on top; where both changed, mine. */
  merged: Record<Field, Value>
  conflicts: FieldConflict[]
  /** What came in from the other person without touching anything of mine. */
  taken: string[]
}

interface Words<Field extends string, Value> {
  label: (field: Field) => string
  show: (value: Value, field: Field) => string
}

/**
 * Brings together what was loaded (`base`), what stands in the form and what somebody saved meanwhile, field by field:
 * what only one of both changed is kept as changed. A field that one of them lacks is `none` there.
 */
export function mergeFields<Field extends string, Value>(
  sides: {
    base: Partial<Record<Field, Value>>
    mine: Partial<Record<Field, Value>>
    theirs: Partial<Record<Field, Value>>
  },
  none: Value,
  { label, show }: Words<Field, Value>,
): ThreeWay<Field, Value> {
  const { base, mine, theirs } = sides
  // safe: the keys of records of fields
  const fields = [...new Set([...Object.keys(theirs), ...Object.keys(base), ...Object.keys(mine)])] as Field[]
  const conflicts: FieldConflict[] = []
  const taken: string[] = []
  const values = fields.map((field): [Field, Value] => {
    const [was, own, other] = [base[field] ?? none, mine[field] ?? none, theirs[field] ?? none]
    if (own === was) {
      if (other !== was) taken.push(`${label(field)}: ${show(other, field)}`)
      return [field, other]
    }
    if (other !== was && other !== own) {
      conflicts.push({ id: field, label: label(field), mine: show(own, field), theirs: show(other, field) })
    }
    return [field, own]
  })
  // safe: every field of the three sides
  return { merged: Object.fromEntries(values) as Record<Field, Value>, conflicts, taken }
}

/** Theirs where it was chosen so. */
export function choose<Field extends string, Value>(
  merged: Record<Field, Value>,
  theirs: Partial<Record<Field, Value>>,
  chosen: ReadonlySet<string>,
  none: Value,
): Record<Field, Value> {
  const entries = Object.entries(merged) as [Field, Value][] // safe: its own keys
  const values = entries.map(([field, value]) => [field, chosen.has(field) ? (theirs[field] ?? none) : value])
  return Object.fromEntries(values) as Record<Field, Value> // safe: the same keys
}
