import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { isFocusLost } from '../../ui/use-focus-on-arrival.ts'
import './controls.css'

interface MoreButtonProps {
  list: { isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** Selector of the lines of the list. */
  lines?: string
  children: ReactNode
}

/** Mount it while there are more pages. After the last page it disappears, and the first new line takes the focus. */
export function MoreButton({ list, lines = '[data-row]', children }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(0)
  useLayoutEffect(() => {
    const leaving = button.current
    return () => {
      if (document.activeElement !== leaving) return
      // After the lines are rendered.
      setTimeout(() => {
        const all = linesShown(lines)
        if (isFocusLost()) (all[before.current] ?? all.at(-1))?.focus()
      })
    }
  }, [lines])
  const more = () => {
    before.current = linesShown(lines).length
    void list.fetchNextPage()
  }
  return (
    <BusyButton
      ref={button}
      className="secondary admin-more"
      busy={list.isFetchingNextPage}
      busyText="Cargando…"
      onClick={more}
    >
      {children}
    </BusyButton>
  )
}

/** Folded lines cannot take the focus. */
function linesShown(lines: string): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(`#contenido :is(${lines})`)]
  return all.filter((line) => line.checkVisibility())
}
