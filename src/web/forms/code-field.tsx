import type { Ref } from 'react'
import { CODE_DIGITS } from '../../contract/limits.ts'
import { Field } from '../ui/form/field.tsx'

interface CodeFieldProps {
  id: string
  className?: string
  value: string
  error?: string | undefined
  onChange: (code: string) => void
  ref?: Ref<HTMLInputElement>
}

/** The six mailed digits; accepts pasted text and the suggestion of a phone. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      label="Código de verificación"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Longer than a code, so that one with spaces can be pasted.
      maxLength={20}
      onChange={(event) => onChange(codeDigits(event.target.value))}
    />
  )
}

/** The digits of what was typed or pasted, at most as many as a code has. */
export function codeDigits(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, CODE_DIGITS)
}
