import type { FocusEvent } from 'react'

/**
 * `onFocus` of an entry in a row that scrolls sideways: browsers leave a half visible one where it is. Only for the
 * keyboard, as the row must not move during a press.
 */
export function showWhole({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest' })
}
