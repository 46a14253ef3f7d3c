import { useEffect } from 'react'
import { redirect, type RouteObject, useLocation } from 'react-router'
import { keepToasts } from '../ui/toast.tsx'

/**
 * Addresses of the other entry: those of storefront and account, or of the panel. The address is in the history before its
 * document is loaded, so Back and the state of the navigation are as within an entry. The server redirects where nothing is.
 */
export function elsewhere(path: string): RouteObject {
  return { path, loader: () => (import.meta.env.SSR ? redirect('/') : null), Component: Elsewhere }
}

/** Higher than any page: the router scrolls to where that page was left, and the browser does again when it is loaded. */
const HEIGHT = '99999px'

/** Anew for each address: going on to another one takes the place of a reload that is under way. */
function Elsewhere() {
  return <Reload key={useLocation().key} />
}

function Reload() {
  // Not before the screen is gone, which may ask whether it may be left.
  useEffect(() => {
    keepToasts()
    window.location.reload()
  }, [])
  return <div style={{ height: HEIGHT }} />
}
