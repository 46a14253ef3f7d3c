import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import './back-link.css'

interface BackLinkProps {
  to: string
  className?: string
  children: string
}

/** Link to a list with its filters, which its rows pass on in the history state. */
export function BackLink({ to, className = 'admin-back', children }: BackLinkProps) {
  const { from = '' } = (useLocation().state ?? {}) as { from?: unknown }
  const search = typeof from === 'string' && from.startsWith('?') ? from : ''
  return (
    <Link className={className} to={to + search}>
      <ArrowLeft aria-hidden="true" size={18} />
      {children}
    </Link>
  )
}
