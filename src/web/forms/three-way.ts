/** A conflict: both sides changed the same, differently. In words. */
export interface Difference {
  id: string
  label: string
  mine: string
  theirs: string
}

interface Conflict<Values> extends Difference {
  /** `values` has my value until theirs is chosen. */
  takeTheirs: (values: Values) => Values
}

/** The loaded values, the form's values, and the values of a concurrent save. */
export interface Sides<Values> {
  base: Values
  mine: Values
  theirs: Values
}

export interface ThreeWay<Values> {
  /** Their values with my changes; mine in conflicts. */
  merged: Values
  conflicts: Conflict<Values>[]
  /** Fields that only the other person changed. */
  taken: string[]
}

interface FieldRules<Values extends object> {
  /** Default: all fields of the three sides. */
  fields?: readonly (keyof Values & string)[]
  label: (field: keyof Values & string) => string
  show: (value: Values[keyof Values], field: keyof Values & string) => string
  /** Values with the same key are equal; by default the value itself. */
  keyOf?: (value: Values[keyof Values], field: keyof Values & string) => unknown
  /** The value of a side that lacks the field. */
  none?: Values[keyof Values]
}

/** Merges field by field: changes made on one side only are kept. */
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

export interface ListRules<Row> {
  /** Stays the same while a row is edited. */
  keyOf: (row: Row) => string
  /** Whether a row has changed; a row removed on one side stays when the other side changed it. */
  isChanged: (row: Row, was: Row, by: 'mine' | 'theirs') => boolean
  label: (row: Row) => string
  /** The text of a row that the other side removed. */
  show: (row: Row) => string
  /** The text of a row that they added or removed. */
  told: (row: Row, what: 'added' | 'removed') => string
  /** A copy to add again of a row of mine that they removed. */
  renew: (row: Row) => Row
  mergeRow: (sides: Sides<Row>) => ThreeWay<Row>
}

/** Merges lists row by row: theirs in their order, then the rows that only I have. */
export function mergeList<Row>(sides: Sides<Row[]>, rules: ListRules<Row>): ThreeWay<Row[]> {
  const { base, mine, theirs } = sides
  const { keyOf, isChanged, mergeRow } = rules
  const find = (rows: Row[], row: Row) => rows.find((one) => keyOf(one) === keyOf(row))
  const found: ThreeWay<Row[]> = { merged: [], conflicts: [], taken: [] }
  for (const other of theirs) {
    const [was, is] = [find(base, other), find(mine, other)]
    if (was && is) {
      const row = mergeRow({ base: was, mine: is, theirs: other })
      found.merged.push(row.merged)
      found.conflicts.push(
        ...conflictsWithin<Row[], Row>(row.conflicts, (rows, to) =>
          rows.map((one) => (keyOf(one) === keyOf(other) ? to(one) : one)),
        ).map((conflict) => ({ ...conflict, id: `row-${keyOf(other)}-${conflict.id}` })),
      )
      found.taken.push(...row.taken)
    } else if (was) {
      if (isChanged(other, was, 'theirs')) found.conflicts.push(removal(other, 'mine', rules))
    } else {
      found.merged.push(other)
      found.taken.push(rules.told(other, 'added'))
    }
  }
  for (const is of mine.filter((row) => !find(theirs, row))) {
    const was = find(base, is)
    if (!was) found.merged.push(is)
    else if (isChanged(is, was, 'mine')) {
      const again = rules.renew(is)
      found.merged.push(again)
      found.conflicts.push(removal(again, 'theirs', rules))
    } else found.taken.push(rules.told(is, 'removed'))
  }
  return found
}

/** One side removed the row, the other changed it. */
function removal<Row>(row: Row, by: 'mine' | 'theirs', rules: ListRules<Row>): Conflict<Row[]> {
  const kept = `conservar (${rules.show(row)})`
  const isMine = by === 'mine'
  return {
    id: `row-${rules.keyOf(row)}`,
    label: rules.label(row),
    mine: isMine ? 'eliminada' : kept,
    theirs: isMine ? kept : 'eliminada',
    takeTheirs: (rows) =>
      isMine ? [...rows, row] : rows.filter((one) => rules.keyOf(one) !== rules.keyOf(row)),
  }
}

/** Turns conflicts of a part into conflicts of the whole; `change` returns the whole with the part changed. */
export function conflictsWithin<Whole, Part>(
  conflicts: Conflict<Part>[],
  change: (whole: Whole, to: (part: Part) => Part) => Whole,
): Conflict<Whole>[] {
  return conflicts.map(({ takeTheirs, ...conflict }) => ({
    ...conflict,
    takeTheirs: (whole) => change(whole, takeTheirs),
  }))
}

/** The values to save: theirs where the conflict's id is chosen. */
export function chosenValues<Values>(
  { merged, conflicts }: ThreeWay<Values>,
  theirs: ReadonlySet<string>,
): Values {
  return conflicts
    .filter(({ id }) => theirs.has(id))
    .reduce((values, { takeTheirs }) => takeTheirs(values), merged)
}
