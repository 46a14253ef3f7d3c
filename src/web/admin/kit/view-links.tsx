import { Link } from 'react-router'
import './lists.css'

interface ViewLink {
  name: string
  to: string
  isShown: boolean
}

/** The views of a list, each an address. */
export function ViewLinks({ label, links }: { label: string; links: readonly ViewLink[] }) {
  return (
    <nav className="admin-views" aria-label={label}>
      <ul>
        {links.map(({ name, to, isShown }) => (
          <li key={name}>
            <Link to={to} preventScrollReset aria-current={isShown ? 'true' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
