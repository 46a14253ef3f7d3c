import { CircleAlert } from 'lucide-react'
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'

interface FieldWords {
  label: ReactNode
  hint?: ReactNode
  /** Shown between hint and control and read with it; empty or undefined when the field is valid. */
  error?: string | undefined
  /** Does not prevent saving. Announced when it appears: give '' instead of undefined before that. */
  warning?: string | undefined
  /** Adds "(opcional)" to the label; fields are required by default. */
  optional?: boolean | undefined
}

export interface FieldProps extends FieldWords, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement> | undefined
}

/** A labelled input with hint and error. `className` goes to the frame around them. */
export function Field({ label, hint, error, warning, optional, className, id, ...input }: FieldProps) {
  const wiring = useFieldWiring(id, { hint, error, warning }, input['aria-describedby'])
  return (
    <FieldFrame {...{ label, hint, error, warning, optional, className }} id={wiring.id}>
      <input {...input} {...wiring} className="field-control" />
    </FieldFrame>
  )
}

export interface TextAreaFieldProps extends FieldWords, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** A labelled text area with hint and error. */
export function TextAreaField({
  label,
  hint,
  error,
  warning,
  optional,
  className,
  id,
  ...area
}: TextAreaFieldProps) {
  const wiring = useFieldWiring(id, { hint, error, warning }, area['aria-describedby'])
  return (
    <FieldFrame {...{ label, hint, error, warning, optional, className }} id={wiring.id}>
      <textarea rows={4} {...area} {...wiring} className="field-control" />
    </FieldFrame>
  )
}

interface SelectFieldProps extends FieldWords, SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement> | undefined
}

/** A labelled select with hint and error; `children` are its options. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  children,
  ...select
}: SelectFieldProps) {
  const wiring = useFieldWiring(id, { hint, error }, select['aria-describedby'])
  return (
    <FieldFrame {...{ label, hint, error, optional, className }} id={wiring.id}>
      <select {...select} {...wiring} className="field-control">
        {children}
      </select>
    </FieldFrame>
  )
}

/** Id and ARIA attributes of a control with the words of its frame; `more` adds ids to its description. */
export function useFieldWiring(
  id: string | undefined,
  { hint, error, warning }: Pick<FieldWords, 'hint' | 'error' | 'warning'>,
  more?: string,
) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const parts = [hint && 'hint', error && 'error', warning && 'warning'].filter(Boolean)
  const describedBy = [...parts.map((part) => `${fieldId}-${part}`), more].filter(Boolean).join(' ')
  return {
    id: fieldId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  } as const
}

interface FieldFrameProps extends FieldWords {
  id: string
  className?: string | undefined
  children: ReactNode
}

/** Label, hint and error around a control that has the attributes of `useFieldWiring`. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  warning,
  optional,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="field-label" htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="field-optional"> (opcional)</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
      {warning !== undefined && (
        <p className="field-warning" id={`${id}-warning`} role="status">
          {warning}
        </p>
      )}
    </div>
  )
}

/** The error of a field, also for groups of radios, which have no `Field`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <CircleAlert aria-hidden="true" size={18} />
      <span>{children}</span>
    </p>
  )
}
