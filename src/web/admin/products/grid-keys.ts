import type { KeyboardEvent } from 'react'

/** The inputs of a row in `box`, marked with `data-cell`. */
function cellsOf(box: HTMLElement | null, row: number): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>(`[data-cell="${row}"]`) ?? [])]
}

export function cellAt(box: HTMLElement | null, row: number, column: number): HTMLInputElement | undefined {
  return cellsOf(box, row)[column]
}

/** Up and down move between rows, left and right between cells at the edge of the text. Enter in the last row adds one. */
export function moveInGrid(
  event: KeyboardEvent,
  box: HTMLElement | null,
  add: (() => void) | undefined,
): void {
  const { target } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (!(target instanceof HTMLInputElement) || hasModifier) return
  const row = Number(target.dataset['cell'])
  const column = cellsOf(box, row).indexOf(target)
  if (column < 0) return
  const caret = target.selectionStart === target.selectionEnd ? target.selectionStart : undefined
  const to = {
    ArrowUp: cellAt(box, row - 1, column),
    ArrowDown: cellAt(box, row + 1, column),
    ArrowLeft: caret === 0 ? cellAt(box, row, column - 1) : undefined,
    ArrowRight: caret === target.value.length ? cellAt(box, row, column + 1) : undefined,
    Enter: cellAt(box, row + 1, column),
  }[event.key]
  if (event.key === 'Enter') {
    event.preventDefault()
    if (to) to.focus()
    else add?.()
    return
  }
  if (!to) return
  event.preventDefault()
  to.focus()
  to.select()
}
