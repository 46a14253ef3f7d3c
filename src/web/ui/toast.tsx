import { createStore, useStore } from '../browser/store.ts'
import { later } from '../browser/later.tsx'
import { withoutErrors, withoutToast, withToast, type Toast, type ToastKind } from './toasts/toast-queue.ts'
import './button.css'
import './toast.css'

const NONE: readonly Toast[] = []
const ToastStack = later(async () => (await import('./toasts/toast-stack.tsx')).ToastStack, 3000)
const toasts = createStore(() => NONE)
let lastId = 0

let isMuted = () => false
/**
 * Suppresses error toasts while `when` returns true, e.g. when many calls fail for one reason that the next screen
 * explains.
 */
export function muteErrorToasts(when: () => boolean): void {
  isMuted = when
}

/** Shows a short message for three seconds. Never use it for something that is shown nowhere else. */
export function showToast(kind: ToastKind, text: string): void {
  if (kind === 'error' && isMuted()) return
  const shown = kind === 'success' ? withoutErrors(toasts.get()) : toasts.get()
  toasts.set(withToast(shown, { id: ++lastId, kind, text, at: performance.now() }))
}

/** Render one in each page frame. Its code is loaded after the page, or with the first toast. */
export function ToastRegion() {
  const shown = useStore(toasts, NONE)
  return <ToastStack props={shown.length > 0 ? { shown, dismiss, dismissErrors } : undefined} />
}

function dismiss(id: number): void {
  toasts.set(withoutToast(toasts.get(), id))
}

function dismissErrors(before: number): void {
  toasts.set(withoutErrors(toasts.get(), before))
}
