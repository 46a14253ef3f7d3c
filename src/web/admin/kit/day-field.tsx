import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'

interface DayFieldProps {
  label: string
  /** The day in the address; '' for none. */
  value: string
  onDay: (day: string) => void
}

/**
 * A day in the address. Typing the year 2026 passes through valid days such as 0002-11-15: the field keeps the typed text,
 * and a day before 1900 goes into the address only on blur.
 */
export function DayField({ label, value, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  const type = (day: string) => {
    setTyped(day)
    if (day === '' || day >= '1900') onDay(day)
  }
  const leave = () => {
    if (typed !== undefined && typed !== value) onDay(typed)
    setTyped(undefined)
  }
  return (
    <Field
      label={label}
      type="date"
      value={typed ?? value}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  )
}
