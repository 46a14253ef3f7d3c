import { useEffect, useId, useRef } from 'react'
import { CircleAlert } from 'lucide-react'
import { FocusLink } from './focus-link.tsx'
import { useErrorTitle } from './use-error-title.ts'

interface SummaryError {
  /** Id of the control; undefined when the error concerns none or several. */
  field?: string | undefined
  text: string
}

interface ErrorSummaryProps {
  errors: SummaryError[]
  title?: string | undefined
  /** Raise it at each failed submit: the summary takes the focus then. */
  submits?: number
}

/** The errors of a failed submit, above the form. It takes the focus after a submit, never when errors change with typing. */
export function ErrorSummary({ errors, title = 'Hay un problema', submits = 0 }: ErrorSummaryProps) {
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef(0)
  useEffect(() => {
    const isNew = submits !== seen.current
    seen.current = submits
    if (isNew && errors.length > 0) box.current?.focus()
  }, [errors, submits])
  useErrorTitle(errors.length > 0)

  if (errors.length === 0) return null
  return (
    <div className="error-summary taps" role="alert" aria-labelledby={titleId} tabIndex={-1} ref={box}>
      <h2 className="error-summary-title" id={titleId}>
        <CircleAlert aria-hidden="true" size={20} />
        {title}
      </h2>
      <ul>
        {errors.map(({ field, text }) => (
          <li key={`${field}-${text}`}>{field ? <FocusLink id={field}>{text}</FocusLink> : text}</li>
        ))}
      </ul>
    </div>
  )
}
