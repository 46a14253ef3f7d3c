import { useSyncExternalStore } from 'react'

const KEY = 'germinationChecklist'
const NONE: readonly string[] = []
let current: readonly string[] | undefined
const listeners = new Set<() => void>()

/** What is ticked in the guide, kept in this browser. Empty while the page is drawn and hydrated. */
export function useChecklist() {
  const ticked = useSyncExternalStore(subscribe, read, () => NONE)
  return {
    ticked,
    toggle: (id: string) =>
      keep(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]),
    clear: () => keep(NONE),
  }
}

function read(): readonly string[] {
  if (current) return current
  current = NONE
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (Array.isArray(stored)) current = stored.filter((id) => typeof id === 'string')
  } catch {
    // Blocked, or not written by us: nothing is ticked.
  }
  return current
}

function keep(ticked: readonly string[]): void {
  current = ticked
  try {
    localStorage.setItem(KEY, JSON.stringify(ticked))
  } catch {
    // It lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const other = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    current = undefined
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', other)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', other)
  }
}
