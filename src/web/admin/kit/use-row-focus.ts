import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Focuses a row once the list is rendered; also a row requested by another screen. */
export function useRowFocus(panel: RefObject<HTMLElement | null>): (id: number | undefined) => void {
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
