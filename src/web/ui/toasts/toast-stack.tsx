import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { keepClear } from './move-clear.ts'
import { TOAST_MS, type Toast } from './toast-queue.ts'

interface ToastStackProps {
  /** Holds the toasts: a popover. */
  region: RefObject<HTMLElement | null>
  shown: readonly Toast[]
  dismiss: (id: number) => void
  /** Dismisses the errors shown before this time. */
  dismissErrors: (before: number) => void
}

/** A toast this recent belongs to the navigation that follows it. */
const YOUNG_MS = 1000
/** Outside React: the panel has a frame of its own, with its own toasts. */
let lastPath = typeof location === 'undefined' ? '' : location.pathname

/** The toasts. F6 moves the focus from the page to them and back. */
export function ToastStack({ region, shown, dismiss, dismissErrors }: ToastStackProps) {
  const { pathname } = useLocation()
  useTopLayer(region, shown)
  useF6(region)
  useEffect(() => {
    if (lastPath === pathname) return
    lastPath = pathname
    dismissErrors(performance.now() - YOUNG_MS)
  }, [pathname, dismissErrors])
  return <ToastCards shown={shown} dismiss={dismiss} />
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
  useMended(toast, dismiss)

  const Icon = ICONS[kind]
  return (
    <div className={`toast toast-${kind}`}>
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

/** How often a shown error looks whether the page still says it. */
const RECHECK_MS = 250

/**
 * An error ends with its fault: when the page said the same and no longer does. Not when it said so in a dialog that closes: then
 * the toast is what remains.
 */
function useMended({ id, kind, text }: Toast, dismiss: (id: number) => void): void {
  useEffect(() => {
    if (kind !== 'error') return undefined
    let said: { in: HTMLDialogElement | null } | undefined
    const timer = setInterval(() => {
      const sayer = sayerOf(text)
      if (sayer) said = { in: sayer.closest('dialog') }
      else if (said && said.in?.open !== false) dismiss(id)
    }, RECHECK_MS)
    return () => clearInterval(timer)
  }, [id, kind, text, dismiss])
}

/** The first visible element outside toasts that shows this text; perhaps after scrolling. */
function sayerOf(text: string): Element | undefined {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.nodeValue?.includes(text) ? node.parentElement : null
    if (
      element?.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.toast-region, .visually-hidden, script')
    )
      return element
  }
  return undefined
}

/** Also above a dialog that was opened since: the last element to enter the top layer lies on top. */
function useTopLayer(region: RefObject<HTMLElement | null>, shown: readonly Toast[]) {
  useLayoutEffect(() => {
    const box = region.current
    if (!box || shown.length === 0) return undefined
    if (document.querySelector('dialog[open]') && box.matches(':popover-open')) {
      box.hidePopover()
      box.showPopover()
    }
    return keepClear(box)
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
