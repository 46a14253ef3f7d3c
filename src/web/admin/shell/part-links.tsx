import { Link } from 'react-router'
import '../../forms/forms.css'
import './shell.css'

interface PartLinksProps {
  /** The group's label for screen readers. */
  label: string
  parts: { name: string; to: string; isCurrent: boolean }[]
}

/** Links between parts of a screen, each with its own address. */
export function PartLinks({ label, parts }: PartLinksProps) {
  return (
    <nav className="part-links wrap-2" aria-label={label}>
      {parts.map(({ name, to, isCurrent }) => (
        <Link key={name} className="admin-chip" to={to} aria-current={isCurrent ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
