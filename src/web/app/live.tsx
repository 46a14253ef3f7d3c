import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { tellTypedEarly } from '../early/typed-early.ts'

/**
 * Around the whole page: passes input from before hydration to React. Typed text is passed at the first moment when React
 * listens; presses, which the script at the end of the document remembers, at the event `live`, after what only this
 * browser knows is shown. The class `live` is for measurements and tests.
 */
export function Live({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useLayoutEffect(() => {
    try {
      tellTypedEarly(root)
    } catch (error) {
      // Losing typed text is better than losing the page.
      reportError(error)
    }
  }, [root])
  useEffect(() => {
    performance.mark('live')
    const timer = setTimeout(() => {
      // From now on React knows of the session.
      document.documentElement.classList.remove('known')
      window.dispatchEvent(new Event('live'))
    })
    return () => clearTimeout(timer)
  }, [])
  return children
}
