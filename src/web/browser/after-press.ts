/** Actions that wait for the release; undefined while nothing is pressed. */
let waiting: (() => void)[] | undefined

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', () => (waiting ??= []), true)
  // The click follows in the same task.
  for (const end of ['mouseup', 'dragend']) document.addEventListener(end, () => setTimeout(release), true)
}

/**
 * Runs `action` now, or, while a mouse button or a tap is down, after its click. Leaving a field may show an error that
 * moves the pressed button away from the pointer, and the browser then sends no click.
 */
export function afterPress(action: () => void): void {
  if (waiting) waiting.push(action)
  else action()
}

function release(): void {
  const actions = waiting ?? []
  waiting = undefined
  for (const action of actions) action()
}
