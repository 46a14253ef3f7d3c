import { useSyncExternalStore } from 'react'

export type ListView = 'cards' | 'table'

const STORED = 'adminProductsView'
/** A table of this many columns needs a desk. */
const WIDE = '(min-width: 900px)'
const listeners = new Set<() => void>()
let memory: ListView | undefined

/** Cards or table, as this browser remembers it; always cards where a table has no room. */
export function useListView(): { view: ListView; isWide: boolean } {
  const isWide = useSyncExternalStore(subscribeWidth, () => matchMedia(WIDE).matches)
  const stored = useSyncExternalStore(subscribe, read)
  return { view: isWide ? stored : 'cards', isWide }
}

export function setListView(view: ListView): void {
  memory = view
  try {
    localStorage.setItem(STORED, view)
  } catch {
    // Then it holds as long as the page.
  }
  for (const listener of listeners) listener()
}

function read(): ListView {
  if (memory) return memory
  try {
    return localStorage.getItem(STORED) === 'table' ? 'table' : 'cards'
  } catch {
    return 'cards'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function subscribeWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
