import { browserStorage, type Storage, tabStorage } from '../../browser/storage.ts'
import { createStore } from '../../browser/store.ts'

export type Ids = readonly number[]
export const NO_IDS: Ids = []

/** Of the account once it has answered, else of this browser. Changed by `storefront/choose`, which checks what is stored. */
export const favorites = createStore(() => read(browserStorage, 'favorites'))
/** Of this tab. */
export const compared = createStore(() => read(tabStorage, 'compare'))

function read(storage: Storage, name: string): Ids {
  const ids = storage.readJson(name)
  return Array.isArray(ids) ? (ids as number[]) : NO_IDS // safe: others are no product's id
}
