/** Lists are newest first: by `created_at`, then by `id`. */
export interface Row {
  id: number
  created_at: string
}

interface Page<R> {
  /** The rows on the screen. */
  shown: readonly R[]
  /** The rows of the latest response. */
  answer: readonly R[]
  page: number
  pageSize: number
}

interface Merged<R> {
  /** Shown rows in place, updated; rows after the last one are appended. */
  rows: R[]
  /** Rows that would have to be inserted between or above them. */
  fresh: R[]
  /** Shown rows that are no longer in this list. */
  gone: Set<number>
}

/** Merges a response into a list without moving its rows. */
export function mergeRows<R extends Row>({ shown, answer, page, pageSize }: Page<R>): Merged<R> {
  const now = new Map(answer.map((row) => [row.id, row]))
  const before = new Set(shown.map((row) => row.id))
  const room = pageSize - shown.length
  const last = shown.at(-1)
  const added = answer.filter((row) => !before.has(row.id) && last && isOlder(row, last)).slice(0, room)
  const places = new Set([...before, ...added.map((row) => row.id)])
  return {
    rows: [...shown.map((row) => now.get(row.id) ?? row), ...added],
    fresh: answer.filter((row) => !places.has(row.id)),
    gone: new Set(
      shown
        .filter((row) => !now.has(row.id) && isInReach(row, { answer, page, pageSize }))
        .map(({ id }) => id),
    ),
  }
}

function isOlder(row: Row, than: Row): boolean {
  return row.created_at === than.created_at ? row.id < than.id : row.created_at < than.created_at
}

/** Other rows may have pushed this one to the next page, or moved it to the previous one: then it is not gone. */
function isInReach(row: Row, { answer, page, pageSize }: Omit<Page<Row>, 'shown'>): boolean {
  const [first, last] = [answer[0], answer.at(-1)]
  const isOnNextPage = last !== undefined && answer.length >= pageSize && isOlder(row, last)
  const isOnPageBefore = page > 1 && (first === undefined || isOlder(first, row))
  return !isOnNextPage && !isOnPageBefore
}
