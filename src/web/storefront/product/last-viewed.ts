import { browserStorage } from '../../browser/storage.ts'

const KEY = 'lastViewed'
/** One row of cards. */
export const LAST_VIEWED = 4

/** Ids of the products last viewed in this browser, newest first. */
export function lastViewed(except?: number): number[] {
  const ids = browserStorage.readJson(KEY)
  if (!Array.isArray(ids)) return []
  return ids.filter((id) => Number.isSafeInteger(id) && id !== except).slice(0, LAST_VIEWED)
}

/** A row beside the product itself. */
export function noteViewed(id: number): void {
  browserStorage.writeJson(KEY, [id, ...lastViewed(id)])
}
