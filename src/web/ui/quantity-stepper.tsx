import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { leftQuantity, typedQuantity } from './typed-quantity.ts'
import '../styles/quantity-stepper.css'

export interface QuantityStepperProps {
  value: number
  min: number
  max: number
  /**
   * What was asked for: below `min` never, above `max` possibly (plus at the limit, or typed), so that the page can
   * say why it gives less. The page clamps.
   */
  onChange: (asked: number) => void
  /** What is counted, e.g. "Puna Violeta X3". */
  label: string
}

/** − [field] +. */
export function QuantityStepper({ value, min, max, onChange, label }: QuantityStepperProps) {
  const id = useId()
  /** What stands in the field while it is not a number one can use yet. */
  const [draft, setDraft] = useState<string>()
  const type = (text: string) => {
    const typed = typedQuantity(text, min)
    if ('draft' in typed) return setDraft(typed.draft)
    setDraft(undefined)
    if (typed.asked !== value) onChange(typed.asked)
  }
  const leave = () => {
    const meant = leftQuantity(draft, min)
    setDraft(undefined)
    if (meant !== undefined && meant !== value) onChange(meant)
  }
  const step = (by: number) => {
    setDraft(undefined)
    if (value + by >= min) onChange(value + by)
  }
  return (
    <fieldset className="quantity-stepper" aria-label={`Cantidad de ${label}`}>
      <button
        type="button"
        aria-label={`Restar una unidad de ${label}`}
        aria-disabled={value <= min || undefined}
        onClick={() => step(-1)}
      >
        <Minus aria-hidden="true" size={18} />
      </button>
      <label className="visually-hidden" htmlFor={id}>
        Cantidad de {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={draft ?? value}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') step(1)
          if (event.key === 'ArrowDown') step(-1)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={leave}
      />
      <button type="button" aria-label={`Sumar una unidad de ${label}`} onClick={() => step(1)}>
        <Plus aria-hidden="true" size={18} />
      </button>
    </fieldset>
  )
}
