import { useEffect } from 'react'

const PREFIX = 'Error: '

/** How many places of the page say that something is wrong. */
let failing = 0

/** While something is wrong with what was sent the title says so first, whoever wrote it. */
export function useErrorTitle(hasFailed: boolean): void {
  useEffect(() => {
    if (!hasFailed) return undefined
    failing += 1
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      failing -= 1
      if (failing === 0 && document.title.startsWith(PREFIX))
        document.title = document.title.slice(PREFIX.length)
    }
  }, [hasFailed])
}
