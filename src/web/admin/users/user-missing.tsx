import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { showToast } from '../../ui/toast.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './users-page.css'

const LEAVING = 'No se pudo cargar el usuario, regresando a la lista'
const SECONDS = 2

interface UserMissingProps {
  text: string
  note?: string
  /** A warning instead of an error. */
  isWarning?: boolean
  /** Only where a retry may succeed. */
  onRetry?: () => void
}

/**
 * Says why there is nothing to show and returns to the list after two seconds, unless the user stays: a time limit
 * that can be turned off (WCAG 2.2.1). The button has the focus, and Escape does the same.
 */
export function UserMissing({ text, note, isWarning = false, onRetry }: UserMissingProps) {
  const { left, stays, stay } = useLeaving()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => showToast(isWarning ? 'warning' : 'error', text), [isWarning, text])
  const Icon = isWarning ? TriangleAlert : CircleAlert
  return (
    <div className="user-missing stack-3" ref={panel} tabIndex={-1}>
      <p className="user-missing-title" role="alert">
        <Icon aria-hidden="true" size={22} />
        {text}
      </p>
      {note && <p>{note}</p>}
      {!stays && (
        <p>
          {LEAVING}
          <span aria-hidden="true"> ({left} s)</span>
        </p>
      )}
      <div className="wrap-2">
        {!stays && (
          <StayButton
            onStay={() => {
              stay()
              panel.current?.focus()
            }}
          />
        )}
        {onRetry && (
          <button type="button" className="button secondary" onClick={onRetry}>
            Reintentar
          </button>
        )}
        <Link className="button secondary" to={useAdminPath().users()}>
          Ir a la lista
        </Link>
      </div>
    </div>
  )
}

function StayButton({ onStay }: { onStay: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the heading of the new screen has taken the focus.
    const timer = setTimeout(() => button.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <button type="button" className="button primary" ref={button} onClick={onStay}>
      Quedarme aquí
    </button>
  )
}

/** Counts down and returns to the list, unless the user stays. */
function useLeaving() {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const [left, setLeft] = useState(SECONDS)
  const [stays, setStays] = useState(false)
  useEffect(() => {
    if (stays) return undefined
    if (left === 0) {
      showToast('warning', LEAVING)
      void navigate(admin.users(), { replace: true })
      return undefined
    }
    const timer = setTimeout(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, stays, admin, navigate])
  useEffect(() => {
    if (stays) return undefined
    const stop = (event: KeyboardEvent) => event.key === 'Escape' && setStays(true)
    document.addEventListener('keydown', stop)
    return () => document.removeEventListener('keydown', stop)
  }, [stays])
  return { left, stays, stay: () => setStays(true) }
}
