import { useId, useState } from 'react'
import { MAX_QUANTITY, MIN_QUANTITY } from '../../../../contract/limits.ts'
import { Stepper } from '../../../ui/form/quantity-stepper.tsx'
import { type Quantity, quantityError, typedQuantity, unitsOf } from './quantities.ts'
import './order-page.css'

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
