import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, type Location } from 'react-router'
import { announce, Announcer } from '../ui/announcer.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import '../styles/button.css'
import '../styles/layout.css'
// Gate and loader are drawn by the server only, but the browser needs their sheets.
import '../styles/age-gate.css'
import '../styles/loader.css'

/** The frame of every screen. Account and back office bring their own bars. */
export function Layout() {
  const location = useLocation()
  const isBare = hasOwnBars(location.pathname)
  useFocusOnArrival(location)
  return (
    <div className="site-frame">
      <SkipLinks pathname={location.pathname} />
      {!isBare && <Header />}
      <main className="site-main" id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      {!isBare && <Footer />}
      <ToastRegion />
      <Announcer />
      <ScrollRestoration />
    </div>
  )
}

/** Any path that contains one of these, wherever it stands: readings 2. */
function hasOwnBars(pathname: string): boolean {
  return ['/panel', '/account', '/admin'].some((part) => pathname.includes(part))
}

function SkipLinks({ pathname }: { pathname: string }) {
  const isList = pathname.startsWith('/productos') || pathname.startsWith('/merch')
  return (
    <div className="skip-links">
      <a href="#contenido">Saltar al contenido</a>
      {isList && <a href="#filtros">Saltar a filtros</a>}
    </div>
  )
}

/** Without a new document nothing tells a screen reader that there is a new page: the heading takes focus and is said. */
function useFocusOnArrival({ pathname }: Location) {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading =
      document.querySelector<HTMLElement>('#contenido h1') ?? document.getElementById('contenido')
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname])
}
