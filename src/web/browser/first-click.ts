/** Ignores the second click of a double click, which would undo or repeat the first, or hit the row that moved up. */
export const firstClick =
  <Click extends { detail: number }>(action: (click: Click) => void) =>
  (click: Click) => {
    if (click.detail < 2) action(click)
  }
