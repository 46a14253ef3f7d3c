import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import './back-link.css'

interface BackLinkProps {
  to: string
  className?: string
  children: string
}

/** To a list, as it was left: its rows hand on the search of its address. */
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
