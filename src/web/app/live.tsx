import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { readBeforeReact, tellTypedEarly } from '../early/typed-early.ts'

/**
 * Wraps the whole page and passes input from before hydration to React: typed text as soon as React listens; presses,
 * remembered by the script at the end of the document, at the event `live`, after client-only state is shown. The
 * class `live` is for measurements and tests.
 */
export function Live({ root, children }: { root: HTMLElement; children: ReactNode }) {
  const [before] = useState(() => readBeforeReact(root))
  useLayoutEffect(() => {
    try {
      tellTypedEarly(root, before)
    } catch (error) {
      // Losing typed text is better than losing the page.
      reportError(error)
    }
  }, [root, before])
  useEffect(() => {
    performance.mark('live')
    const timer = setTimeout(() => {
      // From here on components see the session.
      document.documentElement.classList.remove('known')
      window.dispatchEvent(new Event('live'))
    })
    return () => clearTimeout(timer)
  }, [])
  return children
}
