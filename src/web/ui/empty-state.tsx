import { type ReactNode, useRef } from 'react'
import { useFocusHandedOn } from './use-focus-on-arrival.ts'
import './states.css'

/** Says that there is nothing to show; `children` offer something to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  const state = useRef<HTMLDivElement>(null)
  useFocusHandedOn(state)
  return (
    <div className="empty-state" ref={state}>
      <svg className="empty-state-picture" viewBox="0 0 120 80" aria-hidden="true" focusable="false">
        <path className="empty-state-ground" d="M4 66q28-10 56-6t56-2v18H4z" />
        <ellipse className="empty-state-seed" cx="60" cy="44" rx="15" ry="20" />
        <path className="empty-state-line" d="M60 28c5 8 5 24 0 32M96 12v12M90 18h12M20 26v8M16 30h8" />
      </svg>
      <p className="empty-state-title">{title}</p>
      {children}
    </div>
  )
}
