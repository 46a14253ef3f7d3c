import { createStore, useStore } from '../browser/store.ts'

const words = createStore(() => '')

/** Announced by screen readers after their current sentence. A repeated text is announced again. */
export function announce(text: string): void {
  // Only changes are announced: a trailing space makes a repetition a change.
  words.set(text === words.get() ? `${text}\u00a0` : text)
}

/** The live region of `announce`; render one in each page frame. */
export function Announcer() {
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {useStore(words, '')}
    </div>
  )
}
