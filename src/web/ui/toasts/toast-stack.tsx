import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { isSaid, isSaidInView } from './is-said-in-view.ts'
import { keepClear } from './move-clear.ts'
import { TOAST_MS, type Toast } from './toast-queue.ts'

interface ToastStackProps {
  shown: readonly Toast[]
  dismiss: (id: number) => void
  /** Dismisses the errors shown before this time. */
  dismissErrors: (before: number) => void
}

/** A toast this recent belongs to the navigation that follows it. */
const YOUNG_MS = 1000
/** Outside React: the panel has a frame of its own, with its own toasts. */
let lastPath = typeof location === 'undefined' ? '' : location.pathname

/** The toasts, above everything. F6 moves the focus from the page to them and back. */
export function ToastStack({ shown, dismiss, dismissErrors }: ToastStackProps) {
  const region = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useTopLayer(region, shown)
  useF6(region)
  useEffect(() => {
    if (lastPath === pathname) return
    lastPath = pathname
    dismissErrors(performance.now() - YOUNG_MS)
  }, [pathname, dismissErrors])
  return (
    <section className="toast-region" aria-label="Notificaciones" popover="manual" ref={region}>
      <ToastCards shown={shown} dismiss={dismiss} />
    </section>
  )
}

/** A pointer that moves over them, focus and a hidden tab stop the clock; a pointer that they came under does not. */
function ToastCards({ shown, dismiss }: Pick<ToastStackProps, 'shown' | 'dismiss'>) {
  const [held, setHeld] = useState(false)
  const hidden = useSyncExternalStore(
    subscribeVisibility,
    () => document.hidden,
    () => false,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles no action, only pauses the timer
    <div
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={held || hidden} dismiss={dismiss} />
      ))}
    </div>
  )
}

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert }

interface ToastCardProps {
  toast: Toast
  paused: boolean
  dismiss: (id: number) => void
}

function ToastCard({ toast, paused, dismiss }: ToastCardProps) {
  const { id, kind, text } = toast
  const left = useRef(TOAST_MS)
  useEffect(() => {
    if (paused) return undefined
    const start = performance.now()
    const timer = setTimeout(() => dismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - start
    }
  }, [paused, id, dismiss])
  const hasTwin = useTwin(toast)

  const Icon = ICONS[kind]
  const isUrgent = kind === 'warning' || kind === 'error'
  return (
    <div
      className={`toast toast-${kind}${hasTwin ? ' visually-hidden' : ''}`}
      role={isUrgent ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" size={22} />
      <span className="toast-text">{text}</span>
      <button
        type="button"
        className="button quiet icon-only"
        aria-label="Cerrar notificación"
        onClick={() => dismiss(id)}
      >
        <X aria-hidden="true" size={20} />
      </button>
    </div>
  )
}

/** How often a toast that is only announced looks whether the page still shows its text. */
const RECHECK_MS = 250

/**
 * An error that the page already shows in view is only announced, until the page removes it: a dialog may close with its
 * error when the list behind it is updated. Warnings are always shown.
 */
function useTwin({ kind, text }: Toast): boolean {
  const [hasTwin, setHasTwin] = useState(false)
  useEffect(() => {
    if (kind !== 'error') return undefined
    // The page renders its own text one frame after the toast.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setHasTwin(isSaidInView(text)))
    })
    return () => cancelAnimationFrame(frame)
  }, [kind, text])
  useEffect(() => {
    if (!hasTwin) return undefined
    const timer = setInterval(() => setHasTwin(isSaid(text)), RECHECK_MS)
    return () => clearInterval(timer)
  }, [hasTwin, text])
  return hasTwin
}

/** Above everything, open dialogs included: the last element to enter the top layer lies on top. */
function useTopLayer(region: RefObject<HTMLElement | null>, shown: readonly Toast[]) {
  useLayoutEffect(() => {
    const box = region.current
    if (!box) return undefined
    if (typeof box.showPopover === 'function') {
      const isOpen = box.matches(':popover-open')
      const isBelowDialog = isOpen && document.querySelector('dialog[open]') !== null
      if (isOpen && (shown.length === 0 || isBelowDialog)) box.hidePopover()
      if (shown.length > 0 && !box.matches(':popover-open')) box.showPopover()
    }
    if (shown.length > 0) return keepClear(box)
    box.classList.remove('toast-region-top')
    return undefined
  }, [region, shown])
}

function useF6(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const cycle = (event: KeyboardEvent) => {
      const button = region.current?.querySelector('button')
      if (event.key !== 'F6' || !button) return
      event.preventDefault()
      if (region.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>('main')?.focus()
      else button.focus()
    }
    document.addEventListener('keydown', cycle)
    return () => document.removeEventListener('keydown', cycle)
  }, [region])
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
