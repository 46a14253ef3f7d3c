import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../forms/forms.css'
import './lists.css'

interface AppliedFiltersProps<Name extends string> {
  applied: readonly { name: Name; label: string }[]
  /** Before the label, for screen readers. */
  removeText: string
  onRemove: (name: Name) => void
  /** After the last chip. */
  children?: ReactNode
}

/** The active filters as chips with a button to remove each. */
export function AppliedFilters<Name extends string>(props: AppliedFiltersProps<Name>) {
  const { applied, removeText, onRemove, children } = props
  if (applied.length === 0) return null
  return (
    <ul className="admin-chips" aria-label="Filtros aplicados">
      {applied.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className="admin-chip"
            aria-label={`${removeText} ${label}`}
            onClick={() => onRemove(name)}
          >
            {label}
            <X aria-hidden="true" size={16} />
          </button>
        </li>
      ))}
      {children}
    </ul>
  )
}
