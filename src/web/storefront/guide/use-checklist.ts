import { useEffect } from 'react'
import { browserStorage } from '../../browser/storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

const KEY = 'germinationChecklist'
const NONE: readonly string[] = []
const checklist = createStore(storedTicks)

/** The ticks of the guide, stored in this browser. None during hydration. */
export function useChecklist() {
  const ticked = useStore(checklist, NONE)
  useEffect(() => {
    const followOtherTab = (event: StorageEvent) => {
      if (event.key === KEY || event.key === null) checklist.set(storedTicks())
    }
    window.addEventListener('storage', followOtherTab)
    return () => window.removeEventListener('storage', followOtherTab)
  }, [])
  return {
    ticked,
    toggle: (id: string) =>
      keep(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]),
    clear: () => keep(NONE),
  }
}

function storedTicks(): readonly string[] {
  const stored = browserStorage.readJson(KEY)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : NONE
}

function keep(ticked: readonly string[]): void {
  checklist.set(ticked)
  browserStorage.writeJson(KEY, ticked)
}
