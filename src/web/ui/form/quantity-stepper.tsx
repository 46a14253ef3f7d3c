import { Minus, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { isFraction, leftQuantity, typedQuantity } from './typed-quantity.ts'

export type Unusable = 'no whole number' | 'too small'

interface QuantityStepperProps {
  value: number
  min: number
  max: number
  /** At least `min`, but possibly above `max`, so that the page can say why it clamps. */
  onChange: (asked: number) => void
  /** Called when the text ends: after a number below `min` the value is `min`, else it is the last that was usable. */
  onRefused?: (typed: Unusable) => void
  /** What is counted, e.g. "Puna Violeta X3". */
  label: string
}

/** A number with a minus and a plus button. */
export function QuantityStepper({ value, min, max, onChange, onRefused, label }: QuantityStepperProps) {
  const { text, type, enter, leave, step } = useTypedNumber(value, min, onChange, onRefused)
  return (
    <Stepper
      {...{ label, value, min, max }}
      text={String(text)}
      onType={type}
      onStep={step}
      onEnter={enter}
      onLeave={leave}
    />
  )
}

interface StepperProps extends Pick<QuantityStepperProps, 'value' | 'min' | 'max' | 'label'> {
  id?: string | undefined
  text: string
  /** The id of the error below it. */
  errorId?: string | undefined
  onType: (text: string) => void
  onStep: (by: 1 | -1) => void
  onEnter: (input: HTMLInputElement) => void
  onLeave: () => void
}

/** The controls alone; the caller decides what a text means. */
export function Stepper({ text, value, min, max, label, errorId, onType, onStep, ...rest }: StepperProps) {
  const ownId = useId()
  const { id = ownId, onEnter, onLeave } = rest
  return (
    <fieldset className="quantity-stepper" aria-label={`Cantidad de ${label}`}>
      <button
        type="button"
        aria-label={`Restar una unidad de ${label}`}
        aria-disabled={value <= min || undefined}
        onClick={() => onStep(-1)}
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
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onLeave()
          else if (key === 'ArrowUp') onStep(1)
          else if (key === 'ArrowDown') onStep(-1)
        }}
        onFocus={(event) => onEnter(event.target)}
        onBlur={onLeave}
      />
      <button type="button" aria-label={`Sumar una unidad de ${label}`} onClick={() => onStep(1)}>
        <Plus aria-hidden="true" size={18} />
      </button>
    </fieldset>
  )
}

/** The text of the field: the value, or a draft while the text is not a usable number. */
function useTypedNumber(
  value: number,
  min: number,
  onChange: (asked: number) => void,
  onRefused?: (typed: Unusable) => void,
) {
  const [draft, setDraft] = useState<string>()
  const before = useRef(value)
  const enter = (input: HTMLInputElement) => {
    before.current = value
    input.select()
  }
  const type = (text: string) => {
    const typed = typedQuantity(text, min)
    if ('draft' in typed) return setDraft(typed.draft)
    setDraft(undefined)
    if (typed.asked !== value) onChange(typed.asked)
  }
  const leave = () => {
    const least = leftQuantity(draft, min)
    // The digits before the comma were a quantity of their own.
    const meant = least ?? (isFraction(draft) ? before.current : value)
    setDraft(undefined)
    if (meant !== value) onChange(meant)
    if (draft !== undefined) onRefused?.(least === undefined ? 'no whole number' : 'too small')
    // Enter ends the text, and the field keeps the focus.
    before.current = meant
  }
  const step = (by: number) => {
    setDraft(undefined)
    if (value + by >= min) onChange(value + by)
  }
  return { text: draft ?? value, type, enter, leave, step }
}
