import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../browser/store.ts'
import { later } from '../browser/later.tsx'
import { tabStorage } from '../browser/storage.ts'
import { withoutErrors, withoutToast, withToast, type Toast, type ToastKind } from './toasts/toast-queue.ts'
import './toast.css'

const NONE: readonly Toast[] = []
const ToastStack = later(async () => (await import('./toasts/toast-stack.tsx')).ToastStack, 3000)
const toasts = createStore(() => NONE)
let lastId = 0
const KEPT = 'toasts'
const KEPT_MS = 15_000
const kept = tabStorage.readJson(KEPT)
tabStorage.remove(KEPT)

let isMuted = () => false
/**
 * Suppresses error toasts while `when` returns true, e.g. when many calls fail for one reason that the next screen
 * explains.
 */
export function muteErrorToasts(when: () => boolean): void {
  isMuted = when
}

/**
 * Shows a short message for three seconds. Never use it for something that is shown nowhere else. Returns what ends it, for an
 * error whose fault is mended before.
 */
export function showToast(kind: ToastKind, text: string): () => void {
  if (kind === 'error' && isMuted()) return () => undefined
  const shown = kind === 'success' ? withoutErrors(toasts.get()) : toasts.get()
  const toast = { id: ++lastId, kind, text, at: performance.now() }
  toasts.set(withToast(shown, toast))
  // A repeated one is still the first.
  return () => toasts.set(toasts.get().filter((other) => other.kind !== kind || other.text !== text))
}

/** For the next document, before this one is left. */
export function keepToasts(): void {
  tabStorage.writeJson(KEPT, { at: Date.now(), toasts: toasts.get() })
}
// safe: `keepToasts` wrote them
const { at = 0, toasts: handedOver = [] } = (kept ?? {}) as { at?: number; toasts?: Toast[] }
/** Whether this document was loaded by `keepToasts` of the one before. Longer ago it was by somebody else. */
export const isHandedOver = Date.now() - at < KEPT_MS
if (isHandedOver) for (const { kind, text } of handedOver) showToast(kind, text)

/**
 * Above everything, open dialogs included; render one in each page frame. One live region for all toasts, there and shown before the
 * first: screen readers tell what is added to it. Its code is loaded after the page, or with the first toast.
 */
export function ToastRegion() {
  const shown = useStore(toasts, NONE)
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.showPopover?.(), [])
  return (
    <section className="toast-region" aria-label="Notificaciones" popover="manual" ref={region}>
      <div role="status" aria-atomic="false">
        <ToastStack props={shown.length > 0 ? { region, shown, dismiss, dismissErrors } : undefined} />
      </div>
    </section>
  )
}

function dismiss(id: number): void {
  toasts.set(withoutToast(toasts.get(), id))
}

function dismissErrors(before: number): void {
  toasts.set(withoutErrors(toasts.get(), before))
}
