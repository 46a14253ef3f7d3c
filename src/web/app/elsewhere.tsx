import { useLayoutEffect } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { keepToasts } from '../ui/toast.tsx'

/**
 * Addresses of the other entry: storefront and account, or the panel. The address is in the history when the document is
 * loaded, so Back and the state of the step stay. The server knows which of them exist.
 */
export function elsewhere(path: string): RouteObject {
  return { path, loader: () => (import.meta.env.SSR ? redirect('/') : null), Component: Elsewhere }
}

function Elsewhere() {
  useLayoutEffect(() => {
    keepToasts()
    window.location.reload()
  }, [])
  return null
}
