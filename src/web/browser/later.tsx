import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** Delay between retries. */
const AGAIN_MS = 3000

interface LaterProps<Props> {
  /** Props of the component; undefined until it is needed. */
  props: Props | undefined
  /** Shown until it is needed and its code is loaded. */
  children?: ReactNode
  /** Shown below `children` if loading fails: some browsers only retry after a reload. */
  failure?: ReactNode
}

/**
 * A lazy component. Its code is loaded when it gets props, or `afterMs` after the page, so that it works if the
 * connection is lost later.
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
