export type ToastKind = 'success' | 'info' | 'warning' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** When it was shown, in milliseconds of `performance.now`. */
  at: number
}

export const TOAST_MS = 3000
const MAX_TOASTS = 3

/** The newest is last; repeated texts are dropped, and the oldest toast makes room. */
export function withToast(toasts: readonly Toast[], toast: Toast): readonly Toast[] {
  if (toasts.some(({ kind, text }) => kind === toast.kind && text === toast.text)) return toasts
  return [...toasts, toast].slice(-MAX_TOASTS)
}

export function withoutToast(toasts: readonly Toast[], id: number): readonly Toast[] {
  return toasts.filter((toast) => toast.id !== id)
}

/** Removes errors shown before a time; all by default. */
export function withoutErrors(toasts: readonly Toast[], before = Infinity): readonly Toast[] {
  return toasts.filter(({ kind, at }) => kind !== 'error' || at >= before)
}
