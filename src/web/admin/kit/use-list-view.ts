import { useMedia } from '../../browser/media.ts'
import { browserStorage } from '../../browser/storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

export type ListView = 'cards' | 'table'

const STORED = 'adminProductsView'
const chosen = createStore(readChosen)
/** The table needs a desktop screen. */
const WIDE = '(width >= 62rem)'
const WIDEST = '(width >= 80rem)'

/**
 * Cards or table, as chosen in this browser; always cards where a table does not fit. Without a choice cards, or on a screen of
 * 1280 pixels `atFirst`.
 */
export function useListView(atFirst: ListView): { view: ListView; isWide: boolean } {
  const isWide = useMedia(WIDE)
  const isWidest = useMedia(WIDEST)
  const view = useStore(chosen, undefined) ?? (isWidest ? atFirst : 'cards')
  return { view: isWide ? view : 'cards', isWide }
}

function readChosen(): ListView | undefined {
  const stored = browserStorage.read(STORED)
  return stored === 'table' || stored === 'cards' ? stored : undefined
}

export function setListView(view: ListView): void {
  chosen.set(view)
  browserStorage.write(STORED, view)
}
