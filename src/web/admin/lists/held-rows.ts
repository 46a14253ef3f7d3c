/** Lists are newest first: by `created_at`, then by `id`. */
export interface Row {
  id: number
  created_at: string
}

interface Page<R> {
  /** What the screen shows. */
  shown: readonly R[]
  /** What the server says now. */
  answer: readonly R[]
  page: number
  pageSize: number
}

interface Merged<R> {
  /** The rows in the places they have, as they are now; what comes after the last one is added, as it moves nothing. */
  rows: R[]
  /** What would have to be put between or above them. */
  fresh: R[]
  /** Shown, and no longer in this list. */
  gone: Set<number>
}

/** What an answer changes of a list without moving anything in it. */
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

/** Others may have pushed a row to the next page, or drawn it to the one before: then it is only elsewhere. */
function isInReach(row: Row, { answer, page, pageSize }: Omit<Page<Row>, 'shown'>): boolean {
  const [first, last] = [answer[0], answer.at(-1)]
  const isOnNextPage = last !== undefined && answer.length >= pageSize && isOlder(row, last)
  const isOnPageBefore = page > 1 && (first === undefined || isOlder(first, row))
  return !isOnNextPage && !isOnPageBefore
}
