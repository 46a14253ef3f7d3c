import type { KeyboardEvent } from 'react'

/** For `<select onKeyDown>`: Enter submits its form, as from a text field. Some browsers do nothing. */
export function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
