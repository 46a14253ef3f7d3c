import { useMedia } from '../../browser/media.ts'
import { browserStorage } from '../../browser/storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

export type ListView = 'cards' | 'table'

const STORED = 'adminProductsView'
const chosen = createStore<ListView>(() => (browserStorage.read(STORED) === 'table' ? 'table' : 'cards'))
/** The table needs a desktop screen. */
const WIDE = '(width >= 62rem)'

/** Cards or table, as stored in this browser; always cards where a table does not fit. */
export function useListView(): { view: ListView; isWide: boolean } {
  const isWide = useMedia(WIDE)
  const view = useStore(chosen, 'cards')
  return { view: isWide ? view : 'cards', isWide }
}

export function setListView(view: ListView): void {
  chosen.set(view)
  browserStorage.write(STORED, view)
}
