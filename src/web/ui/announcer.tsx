import { useSyncExternalStore } from 'react'

let words = ''
const listeners = new Set<() => void>()

/** Says something to screen readers when they have finished their sentence. The same words twice are said twice. */
export function announce(text: string): void {
  // Readers speak only of what changes: a trailing space makes a repetition a change.
  words = text === words ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

/** The live region `announce` speaks through; one for each page frame. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => words,
    () => '',
  )
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
