import type { ReactNode } from 'react'
import { GoneNote } from './held-news.tsx'

interface RowCardProps {
  id: number
  isGone?: boolean
  className: string
  /** For screen readers. */
  label?: string
  /** Above the note of a row that is gone. */
  head?: ReactNode
  children: ReactNode
}

/** A row of a list as a card; keys and focus find it by `data-row`. */
export function RowCard({ id, isGone = false, className, label, head, children }: RowCardProps) {
  return (
    <li
      className={`surface ${className}${isGone ? ' is-gone' : ''}`}
      data-row
      data-id={id}
      tabIndex={-1}
      aria-label={label}
    >
      {head}
      {isGone && <GoneNote />}
      {children}
    </li>
  )
}
