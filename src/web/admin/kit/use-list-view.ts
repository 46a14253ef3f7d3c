import { useMedia } from '../../browser/media.ts'
import { browserStorage } from '../../browser/storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

export type ListView = 'cards' | 'table'

const STORED = 'adminProductsView'
const chosen = createStore(readChosen)
/** The table needs a desktop screen. */
const WIDE = '(width >= 62rem)'

/** Cards at first, later cards or table as chosen in this browser; always cards where a table does not fit. */
export function useListView(): { view: ListView; isWide: boolean } {
  const isWide = useMedia(WIDE)
  const view = useStore(chosen, undefined)
  return { view: isWide && view === 'table' ? 'table' : 'cards', isWide }
}

function readChosen(): ListView | undefined {
  const stored = browserStorage.read(STORED)
  return stored === 'table' || stored === 'cards' ? stored : undefined
}

export function setListView(view: ListView): void {
  chosen.set(view)
  browserStorage.write(STORED, view)
}
