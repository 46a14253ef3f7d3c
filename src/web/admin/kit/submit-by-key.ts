import type { KeyboardEvent } from 'react'

/** Ctrl/⌘ Enter presses the button of a form; Enter alone opens a list in it. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
