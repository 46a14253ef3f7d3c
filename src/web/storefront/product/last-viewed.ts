import { browserStorage } from '../../browser/storage.ts'

const KEY = 'lastViewed'
/** One row of cards. */
export const LAST_VIEWED = 4

/** Ids of the products last viewed in this browser, newest first. */
export function lastViewed(): number[] {
  const ids = browserStorage.readJson(KEY)
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)).slice(0, LAST_VIEWED) : []
}

export function noteViewed(id: number): void {
  const ids = [id, ...lastViewed().filter((other) => other !== id)]
  browserStorage.writeJson(KEY, ids.slice(0, LAST_VIEWED))
}
