import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** Between tries, when the code cannot be loaded. */
const AGAIN_MS = 3000

interface LaterProps<Props> {
  /** The component's own, once it is needed. */
  props: Props | undefined
  /** Shown until then, and until the code is loaded. */
  children?: ReactNode
}

/**
 * A component whose code is loaded `afterMs` after the page, so that it is there when the connection is lost later, or at
 * once when it has its props.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, afterMs: number) {
  return function Later({ props, children }: LaterProps<Props>) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>()
    const isLoaded = Loaded !== undefined
    const isNeeded = props !== undefined
    useEffect(() => {
      if (isLoaded) return undefined
      let timer: ReturnType<typeof setTimeout>
      const start = () =>
        void load().then(
          (component) => setLoaded(() => component),
          () => (timer = setTimeout(start, AGAIN_MS)),
        )
      timer = setTimeout(start, isNeeded ? 0 : afterMs)
      return () => clearTimeout(timer)
    }, [isNeeded, isLoaded])
    return Loaded && props ? <Loaded {...props} /> : children
  }
}
