import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { isFocusLost } from '../../ui/use-focus-on-arrival.ts'
import './more-button.css'

interface MoreButtonProps {
  list: { isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** What one line of the list is. */
  lines?: string
  children: ReactNode
}

/** Mount it while there is more. After the last page it goes, and the first of the lines that came has the focus. */
export function MoreButton({ list, lines = '[data-row]', children }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(0)
  useLayoutEffect(() => {
    const leaving = button.current
    return () => {
      if (document.activeElement !== leaving) return
      // Once the lines are there.
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

/** What is folded away cannot take the focus. */
function linesShown(lines: string): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(`#contenido :is(${lines})`)]
  return all.filter((line) => line.checkVisibility())
}
