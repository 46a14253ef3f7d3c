import { useEffect, useRef, useState } from 'react'
import { FACTOR_CODE_LENGTH } from '../../contract/accounts/second-factor-rules.ts'
import { Field, type FieldProps } from '../ui/form/field.tsx'

/** A code of the second factor. */
export function FactorField(props: Omit<FieldProps, 'label'>) {
  return (
    <Field
      label="Código de la app"
      hint="O uno de los códigos de recuperación"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={FACTOR_CODE_LENGTH}
      {...props}
    />
  )
}

/** The same, from when the server asks for it: only accounts with a second factor see it. */
export function AskedFactorField(props: Omit<FieldProps, 'label'>) {
  const [isAsked, setIsAsked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (props.error !== undefined && !isAsked) setIsAsked(true)
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  return isAsked ? <FactorField ref={input} {...props} /> : null
}

/** The code as calls expect it: nothing when none was asked for. */
export function codeSent(code: string): { code?: string } {
  return code.trim() === '' ? {} : { code }
}
