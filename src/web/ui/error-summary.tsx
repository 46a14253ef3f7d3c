import { useEffect, useId, useRef, type MouseEvent } from 'react'
import { CircleAlert } from 'lucide-react'
import '../styles/error-summary.css'
import { useErrorTitle } from './use-error-title.ts'

export interface SummaryError {
  /** Id of the control, or undefined when the error belongs to no single one. */
  field?: string | undefined
  text: string
}

interface ErrorSummaryProps {
  errors: SummaryError[]
  title?: string | undefined
  /** Raise it at each failed submit, so that the summary takes focus even when the errors are the same. */
  submits?: number
}

/** What a failed submit found, above the form. It takes focus when something new is wrong, never when errors go away. */
export function ErrorSummary({ errors, title = 'Hay un problema', submits = 0 }: ErrorSummaryProps) {
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ texts: new Set<string>(), submits: 0 })
  useEffect(() => {
    const texts = new Set(errors.map((error) => error.text))
    const isNews =
      submits !== before.current.submits || [...texts].some((text) => !before.current.texts.has(text))
    before.current = { texts, submits }
    if (isNews && texts.size > 0) box.current?.focus()
  }, [errors, submits])
  useErrorTitle(errors.length > 0)

  if (errors.length === 0) return null
  return (
    <div className="error-summary" role="alert" aria-labelledby={titleId} tabIndex={-1} ref={box}>
      <h2 className="error-summary-title" id={titleId}>
        <CircleAlert aria-hidden="true" size={20} />
        {title}
      </h2>
      <ul>
        {errors.map(({ field, text }) => (
          <li key={`${field}-${text}`}>{field ? <FieldLink field={field} text={text} /> : text}</li>
        ))}
      </ul>
    </div>
  )
}

/** A link moves the view but not always the focus, so it is helped. */
function FieldLink({ field, text }: { field: string; text: string }) {
  const go = (event: MouseEvent) => {
    const control = document.getElementById(field)
    if (!control) return
    event.preventDefault()
    control.focus()
  }
  return (
    <a href={`#${field}`} onClick={go}>
      {text}
    </a>
  )
}
