import { Field, type FieldProps } from '../../ui/form/field.tsx'
import { amountText, tidyNumber } from '../products/amounts.ts'

interface NumberFieldProps extends FieldProps {
  value: string
  /** How the panel writes the number. */
  write?: (value: number) => string
  onTidy: (text: string) => void
}

/** A field for a number, which is written as everywhere in the panel once the field is left. */
export function NumberField({ write = amountText, onTidy, onBlur, ...field }: NumberFieldProps) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="off"
      {...field}
      onBlur={(event) => {
        const tidy = tidyNumber(field.value, write)
        if (tidy !== field.value) onTidy(tidy)
        onBlur?.(event)
      }}
    />
  )
}
