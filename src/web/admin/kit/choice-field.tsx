import type { ComponentProps } from 'react'
import { SelectField } from '../../ui/form/field.tsx'

export interface ChoiceFieldProps extends ComponentProps<typeof SelectField> {
  /** Values and their names, in the order shown. */
  names: Readonly<Record<string, string>> | readonly (readonly [value: string | number, name: string])[]
}

/** A select of named values; `children` stand before them. */
export function ChoiceField({ names, children, ...field }: ChoiceFieldProps) {
  return (
    <SelectField {...field}>
      {children}
      {(Array.isArray(names) ? names : Object.entries(names)).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
