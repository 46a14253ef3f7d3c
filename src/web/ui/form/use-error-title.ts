import { useEffect } from 'react'

const PREFIX = 'Error: '

/** How many forms of the page show an error. */
let failing = 0

/** While a sent form has errors, the title of the document begins with "Error". */
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
