import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Announcer } from '../ui/announcer.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { useFocusOnArrival } from '../ui/use-focus-on-arrival.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useFocusOnSameScreen } from './use-focus-on-same-screen.ts'
import '../styles/button.css'
import '../styles/layout.css'
// Gate and loader are drawn by the server only, but the browser needs their sheets.
import '../styles/age-gate.css'
import '../styles/loader.css'

/** The frame of shop and account; the back office has its own. Bare `/panel` brings its own bars. */
export function Layout() {
  const location = useLocation()
  const isBare = hasOwnBars(location.pathname)
  useFocusOnArrival(location.pathname)
  useFocusOnSameScreen()
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

/** Any path that contains one of these, wherever it stands. */
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
