import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { placeKey } from '../../browser/place-key.ts'
import { Announcer } from '../../ui/announcer.tsx'
import { OfflineNotice } from '../../ui/offline-notice.tsx'
import { NavigationLine } from '../../ui/refresh-line.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { ChoosingPlace } from './choosing-place.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useFocusOnSameScreen } from './use-focus-on-same-screen.ts'
import '../../ui/button.css'
import './header.css'

/** The layout of storefront and account. The panel has its own, and `/panel` its own bars. */
export default function Layout() {
  const location = useLocation()
  const isBare = hasOwnBars(location.pathname)
  useFocusOnArrival(location.pathname)
  useFocusOnSameScreen()
  return (
    <div className="site-frame">
      <SkipLinks pathname={location.pathname} />
      {!isBare && <Header />}
      <NavigationLine />
      <OfflineNotice />
      <main className="site-main" id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      {!isBare && <ChoosingPlace />}
      {!isBare && <Footer />}
      <ToastRegion />
      <Announcer />
      <ScrollRestoration getKey={placeKey} />
    </div>
  )
}

/** True for any path that contains one of these. */
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
