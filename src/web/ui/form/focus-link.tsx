import type { MouseEvent } from 'react'

/** A link to a control of this page, which takes the focus: browsers only scroll to it. */
export function FocusLink({ id, children }: { id: string; children: string }) {
  const go = (event: MouseEvent) => {
    const control = document.getElementById(id)
    if (!control) return
    event.preventDefault()
    control.focus()
  }
  return (
    <a href={`#${id}`} onClick={go}>
      {children}
    </a>
  )
}
