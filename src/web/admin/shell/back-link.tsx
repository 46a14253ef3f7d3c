import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import './back-link.css'

interface BackLinkProps {
  to: string
  className?: string
  children: string
}

/**
 * Link to a list. Who comes from the list goes back in the history, which keeps its filters, pages and scroll: its rows pass on
 * their filters in the history state.
 */
export function BackLink({ to, className = 'admin-back', children }: BackLinkProps) {
  const { from } = (useLocation().state ?? {}) as { from?: unknown }
  const navigate = useNavigate()
  const search = typeof from === 'string' && from.startsWith('?') ? from : ''
  const goBack = (event: MouseEvent) => {
    // As the router judges its links: with a key held, the browser opens another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link className={className} to={to + search} onClick={typeof from === 'string' ? goBack : undefined}>
      <ArrowLeft aria-hidden="true" size={18} />
      {children}
    </Link>
  )
}
