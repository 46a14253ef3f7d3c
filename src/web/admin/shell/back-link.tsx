import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import './shell.css'

/**
 * Link to a list. Coming from the list, it goes back in the history, which keeps filters, pages and scroll position;
 * rows pass their filters in the history state.
 */
export function BackLink({ to, children }: { to: string; children: string }) {
  const { from } = (useLocation().state ?? {}) as { from?: unknown }
  const navigate = useNavigate()
  const search = typeof from === 'string' && from.startsWith('?') ? from : ''
  const goBack = (event: MouseEvent) => {
    // As in the router's links: with a modifier key the browser opens another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link className="admin-back" to={to + search} onClick={typeof from === 'string' ? goBack : undefined}>
      <ArrowLeft aria-hidden="true" size={18} />
      {children}
    </Link>
  )
}
