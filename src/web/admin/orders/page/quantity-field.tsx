import { QUANTITY, TOO_MANY_UNITS } from '../../../../contract/catalog/cart-rules.ts'
import { MAX_QUANTITY, MIN_QUANTITY } from '../../../../contract/limits.ts'
import { missing, notWhole, tooSmall } from '../../../../contract/sentences.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Stepper } from '../../../ui/form/quantity-stepper.tsx'
import { Trash2 } from 'lucide-react'
import type { OrderLine } from '../../../../contract/orders/orders.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { firstClick } from '../../../browser/first-click.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFocusHandedOn } from '../../../ui/use-focus-on-arrival.ts'
import './order-page.css'

/** The units of a line, or the typed text while it is not a whole number from 1 on. */
export type Quantity = number | string

export function typedQuantity(text: string): Quantity {
  return /^\s*0*[1-9]\d{0,5}\s*$/.test(text) ? Number(text) : text
}

export function quantityError(quantity: Quantity): string | undefined {
  if (typeof quantity === 'number') return quantity > MAX_QUANTITY ? TOO_MANY_UNITS : undefined
  const typed = quantity.trim()
  if (typed === '') return missing(QUANTITY)
  if (!/^[-−]?\d+$/.test(typed)) return notWhole(QUANTITY)
  if (Number(typed) > MAX_QUANTITY) return TOO_MANY_UNITS
  return `${tooSmall(QUANTITY, MIN_QUANTITY)}. Para sacarlo está Quitar`
}

/** Text that is not a quantity counts as 0. */
export function unitsOf(quantity: Quantity): number {
  return typeof quantity === 'number' ? quantity : 0
}

interface QuantityFieldProps {
  id?: string
  /** What is counted. */
  label: string
  quantity: Quantity
  onChange: (quantity: Quantity) => void
}

/** The units of an order line. Text that is not a quantity stays as typed, with its error. */
export function QuantityField({ id, label, quantity, onChange }: QuantityFieldProps) {
  const errorId = useId()
  const [isTyping, setIsTyping] = useState(false)
  const units = unitsOf(quantity)
  // Emptied to type another number.
  const error = isTyping && quantity === '' ? undefined : quantityError(quantity)
  return (
    <div className="quantity-field">
      <Stepper
        id={id}
        label={label}
        text={String(quantity)}
        value={units}
        min={MIN_QUANTITY}
        max={MAX_QUANTITY}
        errorId={error && errorId}
        onType={(text) => onChange(typedQuantity(text))}
        onStep={(by) => units + by >= MIN_QUANTITY && onChange(units + by)}
        onEnter={(input) => {
          setIsTyping(true)
          input.select()
        }}
        onLeave={() => setIsTyping(false)}
      />
      {error && (
        <span className="field-error" id={errorId} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

interface PickedLineProps {
  line: OrderLine
  quantity: Quantity
  /** Class of the name. */
  className: string
  onResize: (quantity: Quantity) => void
  onRemove: () => void
  /** More fields. */
  children?: ReactNode
}

/** A presentation picked for a new or replacement order. */
export function PickedLine({ line, quantity, className, onResize, onRemove, children }: PickedLineProps) {
  const name = lineName(line)
  const row = useRef<HTMLLIElement>(null)
  useFocusHandedOn(row)
  return (
    <li ref={row} className="admin-row">
      <p className={className}>{name}</p>
      <QuantityField quantity={quantity} label={name} onChange={onResize} />
      {children}
      <IconButton
        icon={Trash2}
        text={`Quitar ${name}`}
        look="quiet"
        isIconOnly
        title="Quitar"
        onClick={firstClick(onRemove)}
      />
    </li>
  )
}
