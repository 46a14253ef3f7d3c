import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** Between tries, when the code cannot be loaded. */
const AGAIN_MS = 3000

interface LaterProps<Props> {
  /** The component's own, once it is needed. */
  props: Props | undefined
  /** Shown until then, and until the code is loaded. */
  children?: ReactNode
  /** Shown below `children` when it is needed and cannot be loaded: some browsers try again only after a reload. */
  failure?: ReactNode
}

/**
 * A component whose code is loaded `afterMs` after the page, so that it is there when the connection is lost later, or at
 * once when it has its props. Without `afterMs` only then.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, afterMs?: number) {
  let loaded: ComponentType<Props> | undefined
  return function Later({ props, children, failure }: LaterProps<Props>) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [hasFailed, setHasFailed] = useState(false)
    const isLoaded = Loaded !== undefined
    const isNeeded = props !== undefined
    useEffect(() => {
      if (isLoaded || (!isNeeded && afterMs === undefined)) return undefined
      let isGone = false
      let timer: ReturnType<typeof setTimeout>
      const start = () =>
        void load().then(
          (component) => {
            loaded = component
            return setLoaded(() => component)
          },
          () => {
            if (isGone) return
            setHasFailed(true)
            timer = setTimeout(start, AGAIN_MS)
          },
        )
      timer = setTimeout(start, isNeeded ? 0 : afterMs)
      return () => {
        isGone = true
        clearTimeout(timer)
      }
    }, [isNeeded, isLoaded])
    if (Loaded && props) return <Loaded {...props} />
    return (
      <>
        {children}
        {isNeeded && hasFailed && failure}
      </>
    )
  }
}
