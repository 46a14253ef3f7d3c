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

export interface ListRules<Row> {
  /** Stays the same while a row is edited. */
  keyOf: (row: Row) => string
  /** Whether a row is another one than it was; a row that one side removed stays when the other changed it. */
  isChanged: (row: Row, was: Row, by: 'mine' | 'theirs') => boolean
  label: (row: Row) => string
  /** What keeps a row that the other side removed. */
  show: (row: Row) => string
  /** What is told of a row that they added, or removed. */
  told: (row: Row, what: 'added' | 'removed') => string
  /** A row of mine that they removed, to be added again. */
  renew: (row: Row) => Row
  mergeRow: (sides: Sides<Row>) => ThreeWay<Row>
}

/** Merges lists row by row: theirs in their order, then what only I have. */
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

/** Conflicts of a part as those of the whole; `change` gives the whole with that part changed. */
export function conflictsWithin<Whole, Part>(
  conflicts: Conflict<Part>[],
  change: (whole: Whole, to: (part: Part) => Part) => Whole,
): Conflict<Whole>[] {
  return conflicts.map(({ takeTheirs, ...conflict }) => ({
    ...conflict,
    takeTheirs: (whole) => change(whole, takeTheirs),
  }))
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
