import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { mergeRows, type Row } from './held-rows.ts'

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

  /** Removes a row that this screen has just moved elsewhere, and focuses the next one of `among`. */
  const drop = (id: number, among: readonly R[] = rows) => {
    focusRow(neighbourOf(among, id))
    setHeld((now) => (now?.key === listKey ? { ...now, rows: now.rows.filter((row) => row.id !== id) } : now))
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
