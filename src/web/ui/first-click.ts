import type { MouseEvent } from 'react'

/** For buttons that remove their row: the second click of a double click would remove the next row, which has moved up. */
export function onFirstClick(act: (event: MouseEvent) => void) {
  return (event: MouseEvent): void => {
    if (event.detail < 2) act(event)
  }
}
