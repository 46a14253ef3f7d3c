import { ErrorSummary } from '../ui/form/error-summary.tsx'
import type { Failure } from './form-state.ts'

interface FormSummaryProps {
  form: {
    failure: Failure | undefined
    errors: Record<string, string>
    tries: number
    idOf: (field: string) => string
  }
  /** Default: 'Hay un problema'. */
  title?: string | undefined
  /** Shown before the fields, instead of the server's errors without a field. */
  general?: string[] | undefined
  /** The errors of fields stand at their fields alone, in a form that is seen whole. */
  isWithoutFields?: boolean | undefined
  /** A prefix that names the part of the form a field is in. */
  partOf?: ((field: string) => string | undefined) | undefined
}

/** The errors of the last submit, above the form, each with a link to its field. */
export function FormSummary({ form, title, general, partOf, isWithoutFields = false }: FormSummaryProps) {
  if (!form.failure) return null
  const fields = Object.entries(isWithoutFields ? {} : form.errors).map(([field, text]) => {
    const part = partOf?.(field)
    return { field: form.idOf(field), text: part ? `${part}: ${text}` : text }
  })
  const others = (general ?? form.failure.general).map((text) => ({ text }))
  return <ErrorSummary title={title} errors={[...others, ...fields]} submits={form.tries} />
}
