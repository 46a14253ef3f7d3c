/** Something that both changed, and differently, in words. */
export interface Difference {
  id: string
  label: string
  mine: string
  theirs: string
}

export interface Conflict<Values> extends Difference {
  /** `values` hold mine until theirs is chosen. */
  takeTheirs: (values: Values) => Values
}

/** What was loaded, what stands in the form, and what somebody else saved meanwhile. */
export interface Sides<Values> {
  base: Values
  mine: Values
  theirs: Values
}

export interface ThreeWay<Values> {
  /** Their changes with mine on top; where both changed, mine. */
  merged: Values
  conflicts: Conflict<Values>[]
  /** What the other person changed and I did not. */
  taken: string[]
}

interface FieldRules<Values extends object> {
  /** All fields of the three sides unless given. */
  fields?: readonly (keyof Values & string)[]
  label: (field: keyof Values & string) => string
  show: (value: Values[keyof Values], field: keyof Values & string) => string
  /** Values with the same key are the same; by default the value itself. */
  keyOf?: (value: Values[keyof Values], field: keyof Values & string) => unknown
  /** What a side has that lacks the field. */
  none?: Values[keyof Values]
}

/** Merges field by field: what only one of both changed is kept as changed. */
export function mergeFields<Values extends object>(
  { base, mine, theirs }: Sides<Values>,
  { fields, label, show, keyOf = (value) => value, none }: FieldRules<Values>,
): ThreeWay<Values> {
  type Field = keyof Values & string
  const found: ThreeWay<Values> = { merged: { ...theirs }, conflicts: [], taken: [] }
  // safe: the keys of objects of these fields
  const all = new Set([theirs, base, mine].flatMap((side) => Object.keys(side) as Field[]))
  for (const field of fields ?? all) {
    // safe: only a side that lacks the field has `none`
    const of = (side: Values) => (field in side ? side[field] : none) as Values[Field]
    const isSame = (one: Values, other: Values) => keyOf(of(one), field) === keyOf(of(other), field)
    const takeTheirs = (values: Values) => ({ ...values, [field]: of(theirs) })
    if (isSame(mine, base)) {
      found.merged = takeTheirs(found.merged)
      if (!isSame(theirs, base)) found.taken.push(`${label(field)}: ${show(of(theirs), field)}`)
      continue
    }
    found.merged = { ...found.merged, [field]: of(mine) }
    if (isSame(theirs, base) || isSame(theirs, mine)) continue
    found.conflicts.push({
      id: field,
      label: label(field),
      mine: show(of(mine), field),
      theirs: show(of(theirs), field),
      takeTheirs,
    })
  }
  return found
}

/** What shall be saved: theirs where its id was chosen. */
export function chosenValues<Values>(
  { merged, conflicts }: ThreeWay<Values>,
  theirs: ReadonlySet<string>,
): Values {
  return conflicts
    .filter(({ id }) => theirs.has(id))
    .reduce((values, { takeTheirs }) => takeTheirs(values), merged)
}
