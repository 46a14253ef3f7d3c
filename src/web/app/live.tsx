import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { tellTypedEarly } from '../early/typed-early.ts'

/**
 * Around the whole page: hands over to React what was typed and pressed before it. Typed text at the first moment at
 * which React listens; presses, which the script at the end of the document remembers, at the event `live`, after what
 * only this browser knows is shown. The mark `live` is for measurements and tests.
 */
export function Live({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useLayoutEffect(() => {
    try {
      tellTypedEarly(root)
    } catch (error) {
      // A text to be typed again is better than no page.
      reportError(error)
    }
  }, [root])
  useEffect(() => {
    performance.mark('live')
    const timer = setTimeout(() => window.dispatchEvent(new Event('live')))
    return () => clearTimeout(timer)
  }, [])
  return children
}
