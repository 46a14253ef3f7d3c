const KEY = 'lastViewed'
/** As many as stand in one row. */
export const LAST_VIEWED = 4

/** Ids of the products that were looked at in this browser, the last one first. No more than that is kept. */
export function lastViewed(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => Number.isSafeInteger(id)).slice(0, LAST_VIEWED) : []
  } catch {
    return [] // storage is blocked, or somebody else wrote there
  }
}

export function noteViewed(id: number): void {
  try {
    const ids = [id, ...lastViewed().filter((other) => other !== id)]
    localStorage.setItem(KEY, JSON.stringify(ids.slice(0, LAST_VIEWED)))
  } catch {
    // Storage is blocked or full: nothing is remembered.
  }
}
