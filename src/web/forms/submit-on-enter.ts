import type { KeyboardEvent } from 'react'

/** For `<form onKeyDown>`: Enter submits from a select too, where some browsers do nothing. */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
