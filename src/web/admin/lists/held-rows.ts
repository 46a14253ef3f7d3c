import { useEffect, useEffectEvent, useState } from 'react'

/** Lists are newest first: by `created_at`, then by `id`. */
interface Row {
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

interface HeldRowsInput<R> {
  /** Changes when another list is asked for: tab, search, page. */
  listKey: string
  answer: readonly R[] | undefined
  page: number
  pageSize: number
  /** Whether somebody is at work in the list, so that nothing in it may move. */
  isHeld: () => boolean
  /**
   * Whether a row is one of this list. What this screen has just changed stands in the answer, as it is now, until the
   * next one comes: taken up again after it was dropped, it would stay as one that somebody else has changed.
   */
  belongs: (row: R) => boolean
}

/** The rows of a list that is asked for again and again: patched by id, moved only when nobody is at work in it. */
export function useHeldRows<R extends Row>(input: HeldRowsInput<R>) {
  const { listKey, answer: asAnswered, page, pageSize, isHeld, belongs } = input
  const answer = asAnswered?.filter(belongs)
  const [held, setHeld] = useState<{ key: string; rows: readonly R[] }>()
  const isThis = held?.key === listKey
  const shown = isThis ? held.rows : (answer ?? [])
  const merged = mergeRows({ shown, answer: answer ?? shown, page, pageSize })

  const take = useEffectEvent((all: readonly R[]) => {
    const news = all.filter(belongs)
    const keeps = isHeld()
    setHeld((now) => {
      const isKept = keeps && now?.key === listKey && now.rows.length > 0
      const rows = isKept ? mergeRows({ shown: now.rows, answer: news, page, pageSize }).rows : news
      return { key: listKey, rows }
    })
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- where focus and pointer are is known only outside React
    if (asAnswered) take(asAnswered)
  }, [asAnswered])

  return {
    ...merged,
    /** Shows the list as the server has it. */
    show: () => answer && setHeld({ key: listKey, rows: answer }),
    /** Takes out a row that this screen has just moved elsewhere. */
    drop: (id: number) =>
      setHeld((now) =>
        now?.key === listKey ? { ...now, rows: now.rows.filter((row) => row.id !== id) } : now,
      ),
  }
}

/** Scrolled, a dialog open, or pointer or focus in the list. */
export function isAtWorkIn(list: HTMLElement | null): boolean {
  return (
    window.scrollY > 80 ||
    document.querySelector('dialog[open]') !== null ||
    list?.matches(':hover') === true ||
    list?.contains(document.activeElement) === true
  )
}
