import { toCentavos, toPesos } from '../../../../contract/money.ts'
import { spreadDiscount } from '../../../../contract/orders/order-desk.ts'
import { CANCELLED_AS_EMPTY } from '../../../../contract/orders/order-status.ts'
import type { AdminOrder, OrderLine } from '../../../../contract/orders/orders.ts'
import { Refusal } from '../../../data/api.ts'
import { editsOf } from '../../../forms/form-state.ts'
import { keptEdits } from '../../../forms/kept-edits.ts'
import { conflictsWithin, mergeFields, type ThreeWay } from '../../../forms/three-way.ts'
import { useForm } from '../../../forms/use-form.ts'
import { showToast } from '../../../ui/toast.tsx'
import { CHANGE_FAILED, CHANGED } from '../order-words.ts'
import { lineName, linesCanChange, lineTotal } from '../../../shop/order-in-words.ts'
import { type Quantity, quantityError, unitsOf } from './quantity-field.tsx'
import { useOrderMerge } from '../use-order-change.ts'

/** By the key of the line; the number 0 removes the line. */
type Quantities = Record<string, Quantity>

interface EditedLines {
  quantities: Quantities
  /** Added lines, and lines removed by another person and restored. */
  putBack: OrderLine[]
  /** New prices in pesos, by the key of the line, and why. Whole prices: sent twice they change nothing more. */
  prices?: { of: Record<string, number>; reason: string } | undefined
}

const { useKept, useKeep } = keptEdits<{ base: AdminOrder; values: EditedLines }>()

export type OrderLines = ReturnType<typeof useOrderLines>

/** The edited lines of an order, until they are saved or discarded. */
export function useOrderLines(order: AdminOrder) {
  const form = useLinesForm(order)
  const { isDirty, failure } = form
  if (isDirty && isOtherPrice(form.base, order)) form.follow(order)
  // Without edits, it follows the order.
  const base = isDirty ? form.base : order
  const edited: EditedLines = isDirty ? form.values : { quantities: quantitiesOf(order), putBack: [] }
  const { quantities, putBack, prices } = edited
  const priceOf = (line: OrderLine) => prices?.of[keyOf(line)] ?? line.price_at_time
  const lines = [...base.order_products, ...putBack]
  const merge = useOrderMerge<EditedLines>({
    order,
    form,
    bodyOf: (values, base) => ({
      // Of an order with a deleted product only the prices can change.
      ...(linesCanChange(base.order_products) && { order_products: linesToSave(values, base) }),
      ...pricesToSave(values),
    }),
    merge: linesMerge,
    onSaved: (saved) => {
      form.restart(saved)
      const isCancelled = saved.status === 'cancelled' && order.status !== 'cancelled'
      showToast('success', isCancelled ? CANCELLED_AS_EMPTY : CHANGED)
    },
  })
  const setPrices = (of: Record<string, number>, reason: string) => {
    const part = { prices: { of: { ...prices?.of, ...of }, reason } }
    if (isDirty) form.change(() => part)
    else form.restart(order, { ...edited, ...part })
  }
  const quantityOf = (line: OrderLine) => quantities[keyOf(line)] ?? 0
  /** While what is typed is no quantity, the units of before. */
  const countedUnits = (line: OrderLine) => {
    const quantity = quantityOf(line)
    return typeof quantity === 'number' ? quantity : line.quantity
  }
  const totalAt = (priceAt: (line: OrderLine) => number) => {
    const difference = lines.reduce((sum, line) => {
      const before = base.order_products.includes(line) ? lineTotal(line) : 0
      return sum + lineTotal({ quantity: countedUnits(line), price_at_time: priceAt(line) }) - before
    }, 0)
    return Math.round((base.total + difference) * 100) / 100
  }
  return {
    base,
    lines,
    priceOf,
    quantityOf,
    countedUnits,
    /**
     * Pesos. Added and restored lines cost the price of the moment they are saved, so that the server's total may differ
     * from this one.
     */
    total: totalAt(priceOf),
    /** With another price of a line. */
    totalWith: (line: OrderLine, price: number) =>
      totalAt((one) => (keyOf(one) === keyOf(line) ? price : priceOf(one))),
    /** Why the prices change, of those that are not saved yet. */
    reason: prices?.reason ?? '',
    /** The new price (pesos) of a line. */
    price: (line: OrderLine, price: number, reason: string) => setPrices({ [keyOf(line)]: price }, reason),
    isDirty,
    isBusy: form.isBusy,
    error: failure?.error,
    merge,
    ...lineFacts(base, quantities, failure?.error),
    /** Adds a new line, or a unit to an existing one. */
    add: (line: OrderLine) => {
      const added = withOneMore(edited, line, base)
      return isDirty ? form.change(() => added) : form.restart(order, added)
    },
    set: (line: OrderLine, quantity: Quantity) => {
      if (quantity === 0 && putBack.includes(line)) return form.change((now) => without(now, line))
      const part = { [keyOf(line)]: quantity }
      if (isDirty) form.change((now) => ({ quantities: { ...now.quantities, ...part } }))
      else form.restart(order, { quantities: { ...quantities, ...part }, putBack: [] })
    },
    /** A discount (percent) on the whole order, as it is edited now. */
    discount: (percent: number, reason: string) => {
      const left = lines.filter((line) => line.blister_id !== null && unitsOf(quantityOf(line)) > 0)
      const units = left.map((line) => ({
        quantity: unitsOf(quantityOf(line)),
        price: toCentavos(priceOf(line)),
      }))
      const cut = spreadDiscount(units, percent)
      setPrices(Object.fromEntries(left.map((line, at) => [keyOf(line), toPesos(cut[at] ?? 0)])), reason)
    },
    save: () => isDirty && form.submit((values) => merge.save(values, base)),
    discard: () => form.restart(),
  }
}

function withOneMore(edited: EditedLines, line: OrderLine, base: AdminOrder): EditedLines {
  const { quantities, putBack } = edited
  const key = keyOf(line)
  const quantity = unitsOf(quantities[key] ?? 0) + 1
  const isKnown = [...base.order_products, ...putBack].some((one) => keyOf(one) === key)
  return {
    ...edited,
    quantities: { ...quantities, [key]: quantity },
    putBack: isKnown ? putBack : [...putBack, line],
  }
}

/** Removes an unsaved line. */
function without(edited: EditedLines, line: OrderLine): EditedLines {
  const { quantities, putBack } = edited
  const { [keyOf(line)]: _, ...others } = quantities
  return { ...edited, quantities: others, putBack: putBack.filter((one) => one !== line) }
}

function useLinesForm(order: AdminOrder) {
  const name = `lines ${order.id}`
  const kept = useKept(name)
  const form = useForm({
    base: kept?.base ?? order,
    valuesOf: (base: AdminOrder): EditedLines => ({ quantities: quantitiesOf(base), putBack: [] }),
    values: kept?.values,
    isDirty: isEdited,
    errorsOf: ({ quantities }) =>
      Object.fromEntries(Object.entries(quantities).map(([key, each]) => [key, quantityError(each)])),
    idOf: idOfKey,
    failed: CHANGE_FAILED,
    focuses: 'field',
  })
  useKeep(name, form.isDirty ? { base: form.base, values: form.values } : undefined)
  return form
}

function lineFacts(base: AdminOrder, quantities: Quantities, error: unknown) {
  const before = quantitiesOf(base)
  const short = error instanceof Refusal ? (error.body.lines ?? []) : []
  return {
    idOf: (line: OrderLine) => idOfKey(keyOf(line)),
    isChanged: (line: OrderLine) => quantities[keyOf(line)] !== before[keyOf(line)],
    /** The stock of a line that was refused as out of stock. */
    availableOf: (line: OrderLine) =>
      short.find(({ blister_id }) => blister_id === line.blister_id)?.available,
  }
}

function idOfKey(key: string): string {
  return `order-line-${key}`
}

/** A line whose presentation is deleted cannot be edited: its own id is its key. */
function keyOf(line: OrderLine): string {
  return String(line.blister_id ?? `line-${line.id}`)
}

function quantitiesOf(order: AdminOrder): Quantities {
  return Object.fromEntries(order.order_products.map((line) => [keyOf(line), line.quantity]))
}

/** Only the prices or the marks of the order changed: edits of its lines go on from there. */
function isOtherPrice(base: AdminOrder, order: AdminOrder): boolean {
  if (order.version <= base.version || order.status !== base.status) return false
  return (
    Object.keys(editsOf(quantitiesOf(order), quantitiesOf(base))).length === 0 &&
    order.order_products.length === base.order_products.length
  )
}

function isEdited({ quantities, prices }: EditedLines, base: AdminOrder): boolean {
  const before = quantitiesOf(base)
  return (
    Object.entries(quantities).some(([key, quantity]) => quantity !== (before[key] ?? 0)) ||
    base.order_products.some((line) => (prices?.of[keyOf(line)] ?? line.price_at_time) !== line.price_at_time)
  )
}

/** Merges both edits; a line that I changed and they removed is restored. */
function linesMerge(base: AdminOrder, mine: EditedLines, theirs: AdminOrder): ThreeWay<EditedLines> {
  const now = quantitiesOf(theirs)
  const before = [...base.order_products, ...mine.putBack]
  const found = mergeFields(
    { base: quantitiesOf(base), mine: mine.quantities, theirs: now },
    {
      label: (key) => lineName(lineIn([...theirs.order_products, ...before], key)),
      show: (quantity) => (quantity === 0 ? 'quitado' : `${quantity} u.`),
      none: 0,
    },
  )
  const linesOf = (quantities: Quantities): EditedLines => ({
    ...(mine.prices && { prices: mine.prices }),
    quantities,
    putBack: before.filter((line) => !(keyOf(line) in now) && (quantities[keyOf(line)] ?? 0) !== 0),
  })
  return {
    merged: linesOf(found.merged),
    conflicts: conflictsWithin(found.conflicts, ({ quantities }, to) => linesOf(to(quantities))),
    taken: found.taken,
  }
}

/** A restored line gets today's price. */
function linesToSave({ quantities, putBack }: EditedLines, base: AdminOrder) {
  return Object.entries(quantities).flatMap(([key, quantity]) => {
    if (quantity === 0) return []
    const { product_id, blister_id } = lineIn([...base.order_products, ...putBack], key)
    if (product_id === null || blister_id === null) return []
    return [{ product_id, blister_id, quantity: unitsOf(quantity) }]
  })
}

function pricesToSave({ quantities, prices }: EditedLines) {
  if (!prices) return {}
  const line_prices = Object.entries(prices.of).flatMap(([key, price_at_time]) =>
    quantities[key] === 0 || quantities[key] === undefined
      ? []
      : [{ blister_id: Number(key), price_at_time }],
  )
  return line_prices.length === 0 ? {} : { line_prices, reason: prices.reason }
}

function lineIn(lines: OrderLine[], key: string): OrderLine {
  const line = lines.find((one) => keyOf(one) === key)
  if (!line) throw new Error(`No line ${key}`)
  return line
}
