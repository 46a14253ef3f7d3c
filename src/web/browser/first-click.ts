/** Ignores the second click of a double click, which would undo or repeat the first. */
export const firstClick = (action: () => void) => (click: { detail: number }) => {
  if (click.detail < 2) action()
}
