import { ErrorSummary } from '../ui/form/error-summary.tsx'
import type { Failure } from './form-state.ts'

interface FormSummaryProps {
  form: {
    failure: Failure | undefined
    errors: Record<string, string>
    tries: number
    idOf: (field: string) => string
  }
  /** 'Hay un problema' unless given. */
  title?: string | undefined
  /** Stands before the fields, instead of what the server said of no field. */
  general?: string[] | undefined
  /** Says before its text which part of the form a field is in. */
  partOf?: (field: string) => string | undefined
}

/** What the last try found, above the form, each with a link to its field. */
export function FormSummary({ form, title, general, partOf }: FormSummaryProps) {
  if (!form.failure) return null
  const fields = Object.entries(form.errors).map(([field, text]) => {
    const part = partOf?.(field)
    return { field: form.idOf(field), text: part ? `${part}: ${text}` : text }
  })
  const others = (general ?? form.failure.general).map((text) => ({ text }))
  return <ErrorSummary title={title} errors={[...others, ...fields]} submits={form.tries} />
}
