import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useFocusHandedOn } from './use-focus-on-arrival.ts'
import './states.css'

interface ErrorPanelProps {
  title: string
  /** What is still shown, or what to do. */
  note?: ReactNode
  onRetry?: (() => void) | undefined
}

/** Says what could not be loaded or done, and offers to retry. Announced when it appears. */
export function ErrorPanel({ title, note, onRetry }: ErrorPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useFocusHandedOn(panel)
  return (
    <div className="error-panel" role="alert" ref={panel}>
      <CircleAlert aria-hidden="true" size={22} />
      <div className="error-panel-text">
        <p className="strong">{title}</p>
        {note && <p>{note}</p>}
      </div>
      {onRetry && (
        <button type="button" className="button secondary" onClick={onRetry}>
          Reintentar
        </button>
      )}
    </div>
  )
}
