import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'

interface HeldListInput<R> {
  /** The element around the list. */
  box: RefObject<HTMLElement | null>
  query: { data: { results: R[] } | undefined; isPlaceholderData: boolean }
  /** Changes with the list: tab, search, page. */
  listKey: string
  page: number
  pageSize: number
  /**
   * Whether a row belongs to this list. The cached response still has a row that this screen just changed: without
   * this check a dropped row would reappear, marked as changed by another person.
   */
  belongs: (row: R) => boolean
}

/** The rows of a polled list: updated by id, and only moved while the list is not in use. */
export function useHeldList<R extends Row>(input: HeldListInput<R>) {
  const { box, query, listKey, page, pageSize, belongs } = input
  const { data, isPlaceholderData } = query
  const focusRow = useRowFocus(box)
  const asAnswered = isPlaceholderData ? undefined : data?.results
  const answer = asAnswered?.filter(belongs)
  const [held, setHeld] = useState<{ key: string; rows: readonly R[] }>()
  const shown = held?.key === listKey ? held.rows : (answer ?? [])
  const { rows, fresh, gone } = mergeRows({ shown, answer: answer ?? shown, page, pageSize })

  const take = useEffectEvent((all: readonly R[]) => {
    const news = all.filter(belongs)
    const isHeld = isAtWorkIn(box.current)
    setHeld((now) => {
      const isKept = isHeld && now?.key === listKey && now.rows.length > 0
      const next = isKept ? mergeRows({ shown: now.rows, answer: news, page, pageSize }).rows : news
      return { key: listKey, rows: next }
    })
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- focus and pointer are known only outside React
    if (asAnswered) take(asAnswered)
  }, [asAnswered])

  /** Removes rows that this screen has just moved elsewhere. */
  const leave = (ids: readonly number[]) =>
    setHeld((now) =>
      now?.key === listKey ? { ...now, rows: now.rows.filter(({ id }) => !ids.includes(id)) } : now,
    )
  /** Removes one and focuses the next one of `among`. */
  const drop = (id: number, among: readonly R[] = rows) => {
    focusRow(neighbourOf(among, id))
    leave([id])
  }
  return {
    /** While another list loads, the previous one. */
    rows: isPlaceholderData ? (data?.results ?? []) : rows,
    gone,
    hasNews: fresh.length > 0 || gone.size > 0,
    /** Number of rows above the first shown one. */
    fresh: page === 1 ? fresh.length : 0,
    /** Shows the list of the latest response. */
    show: () => answer && setHeld({ key: listKey, rows: answer }),
    leave,
    drop,
  }
}

/** Scrolled, a dialog open, or pointer or focus in the list. */
function isAtWorkIn(list: HTMLElement | null): boolean {
  return (
    window.scrollY > 80 ||
    document.querySelector('dialog[open]') !== null ||
    list?.matches(':hover') === true ||
    list?.contains(document.activeElement) === true
  )
}

/** The row below one, else the one above: takes the focus when it is removed. */
export function neighbourOf(rows: readonly { id: number }[], id: number): number | undefined {
  const at = rows.findIndex((row) => row.id === id)
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1])?.id
}

/** Focuses a row once the list is rendered; also a row requested by another screen. */
function useRowFocus(panel: RefObject<HTMLElement | null>): (id: number | undefined) => void {
  const { state } = useLocation() as { state: unknown }
  const sent = typeof state === 'object' && state !== null && 'row' in state ? Number(state.row) : undefined
  const [wanted, setWanted] = useState(sent)
  useEffect(() => {
    const row = wanted && panel.current?.querySelector<HTMLElement>(`[data-id="${wanted}"]`)
    if (!row) return undefined
    // After the heading, which takes the focus on arrival.
    const timer = setTimeout(() => {
      row.focus()
      setWanted(undefined)
    })
    return () => clearTimeout(timer)
  })
  return setWanted
}

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
