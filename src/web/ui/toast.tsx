import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { createStore, useStore } from '../browser/store.ts'
import { TOAST_MS, withoutToast, withToast, type Toast, type ToastKind } from './toast-queue.ts'
import './button.css'
import './toast.css'

const NONE: readonly Toast[] = []
const toasts = createStore(() => NONE)
let lastId = 0

let isMuted = () => false
/** No error toasts while `when` returns true: many calls fail for one reason, which the next screen explains. */
export function muteErrorToasts(when: () => boolean): void {
  isMuted = when
}

/** Shows a short message for three seconds. Never use it for something that is shown nowhere else. */
export function showToast(kind: ToastKind, text: string): void {
  if (kind === 'error' && isMuted()) return
  toasts.set(withToast(toasts.get(), { id: ++lastId, kind, text }))
}

/** Render one in each page frame. F6 moves the focus from the page to the toasts and back. */
export function ToastRegion() {
  const shown = useStore(toasts, NONE)
  const region = useRef<HTMLElement>(null)
  useTopLayer(region, shown)
  useF6(region)
  return (
    <section className="toast-region" aria-label="Notificaciones" popover="manual" ref={region}>
      {shown.length > 0 && <ToastStack shown={shown} />}
    </section>
  )
}

/** Hover, focus and a hidden tab stop the clock. */
function ToastStack({ shown }: { shown: readonly Toast[] }) {
  const [held, setHeld] = useState(false)
  const hidden = useSyncExternalStore(
    subscribeVisibility,
    () => document.hidden,
    () => false,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles no action, only pauses the timer
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={held || hidden} />
      ))}
    </div>
  )
}

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert }

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const left = useRef(TOAST_MS)
  useEffect(() => {
    if (paused) return undefined
    const start = performance.now()
    const timer = setTimeout(() => dismiss(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - start
    }
  }, [paused, toast.id])

  const Icon = ICONS[toast.kind]
  const isUrgent = toast.kind === 'warning' || toast.kind === 'error'
  return (
    <div className={`toast toast-${toast.kind}`} role={isUrgent ? 'alert' : 'status'}>
      <Icon aria-hidden="true" size={22} />
      <span className="toast-text">{toast.text}</span>
      <button
        type="button"
        className="button quiet icon-only"
        aria-label="Cerrar notificación"
        onClick={() => dismiss(toast.id)}
      >
        <X aria-hidden="true" size={20} />
      </button>
    </div>
  )
}

/** Above everything, open dialogs included: the last element to enter the top layer lies on top. */
function useTopLayer(region: RefObject<HTMLElement | null>, shown: readonly Toast[]) {
  useEffect(() => {
    const box = region.current
    if (typeof box?.showPopover !== 'function') return
    const isOpen = box.matches(':popover-open')
    const isBelowDialog = isOpen && document.querySelector('dialog[open]') !== null
    if (isOpen && (shown.length === 0 || isBelowDialog)) box.hidePopover()
    if (shown.length > 0 && !box.matches(':popover-open')) box.showPopover()
  }, [region, shown])
}

function useF6(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const cycle = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || toasts.get().length === 0) return
      event.preventDefault()
      if (region.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>('main')?.focus()
      else region.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', cycle)
    return () => document.removeEventListener('keydown', cycle)
  }, [region])
}

function dismiss(id: number): void {
  toasts.set(withoutToast(toasts.get(), id))
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
