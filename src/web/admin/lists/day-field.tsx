import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'

interface DayFieldProps {
  label: string
  /** The day in the address; '' for none. */
  value: string
  onDay: (day: string) => void
}

/**
 * A day that is kept in the address. While it is typed the field shows what was typed: on the way to 2026 each key makes
 * a day, such as 0002-11-15, and writing that back would start the year again. Such a day is applied on leaving.
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
