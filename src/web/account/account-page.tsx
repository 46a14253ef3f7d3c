import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Settings, Store } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  redirect,
  type RouterContextProvider,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { prime } from '../data.ts'
import { paths } from '../paths.ts'
import { myOrders, profile } from '../queries.ts'
import { readSession, type Session, useSession } from '../session.ts'
import { signOut } from '../sign-out.ts'
import { SITE } from '../site.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import '../styles/account.css'
import { LastOrder } from './last-order.tsx'
import { OrdersSection } from './orders-section.tsx'
import { SettingsSection } from './settings-section.tsx'

const primed = prime(() => [profile(readSession()), myOrders(readSession())])

/** For comfort only: the server checks every call. Nobody is signed in while a page is drawn on the server. */
export function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>) {
  if (!import.meta.env.SSR && !readSession()) {
    const { pathname, search } = new URL(args.request.url)
    return redirect(paths.login(pathname + search))
  }
  return primed(args)
}

const SECTIONS = {
  orders: { title: 'Mis pedidos', Section: OrdersSection },
  settings: { title: 'Configuración', Section: SettingsSection },
}

/** `/mi-cuenta?section=…`, and `/panel` for the settings. An unknown section shows the settings. */
export default function AccountPage() {
  const session = useSession()
  const [search] = useSearchParams()
  const name = search.get('section') === 'orders' ? 'orders' : 'settings'
  const { title, Section } = SECTIONS[name]
  const [leaving, leave] = useLeaving()
  useGuard(leaving)
  return (
    <div className="page account-page">
      <title>{`${title} · ${SITE}`}</title>
      <meta name="description" content="Pedidos y datos de la cuenta." />
      <meta name="robots" content="noindex" />
      <link rel="canonical" href={paths.account()} />
      <AccountNav session={session} busy={leaving.busy} onLeave={leave} />
      <div className="account-main">
        <h1 tabIndex={-1}>{title}</h1>
        {session ? (
          <>
            {name !== 'orders' && <LastOrder session={session} />}
            <Section key={session.userId} session={session} />
          </>
        ) : (
          <AccountSkeleton />
        )}
      </div>
    </div>
  )
}

interface Leaving {
  busy: boolean
  /** Read by the guard: who leaves on purpose goes home, not to the login. */
  onPurpose: { current: boolean }
}

function useLeaving(): [Leaving, () => void] {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const onPurpose = useRef(false)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    onPurpose.current = true
    setBusy(true)
    await signOut(queryClient)
    await navigate(paths.home())
  }
  return [{ busy, onPurpose }, () => void leave()]
}

/** Without a session there is nothing to see here, also when it ends in another tab. */
function useGuard({ onPurpose }: Leaving): void {
  const navigate = useNavigate()
  const session = useSession()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (session || readSession() || onPurpose.current) return
    void navigate(paths.login(pathname + search), { replace: true })
  }, [session, navigate, pathname, search, onPurpose])
}

interface AccountNavProps {
  session: Session | null
  busy: boolean
  onLeave: () => void
}

function AccountNav({ session, busy, onLeave }: AccountNavProps) {
  const { pathname } = useLocation()
  return (
    <aside className="account-side">
      <p className="account-greeting">{session ? `Hola, ${session.username}` : '\u00a0'}</p>
      <nav className="account-nav" aria-label="Cuenta">
        <p className="account-nav-title" id="cuenta-menu">
          MI CUENTA
        </p>
        <ul aria-labelledby="cuenta-menu">
          <li>
            <SectionLink />
          </li>
          {/* Where the shop's own bar is hidden. */}
          {pathname === paths.panel() && (
            <li>
              <Link to={paths.home()}>
                <Store aria-hidden="true" size={20} />
                Volver a la tienda
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <BusyButton className="quiet account-leave" busy={busy} busyText="Cerrando sesión…" onClick={onLeave}>
        <LogOut aria-hidden="true" size={20} />
        Cerrar sesión
      </BusyButton>
    </aside>
  )
}

/** A query tells the sections apart, which `NavLink` does not look at. */
function SectionLink() {
  const [search] = useSearchParams()
  const isHere = search.get('section') !== 'orders'
  return (
    <Link to={paths.account('settings')} aria-current={isHere ? 'page' : undefined}>
      <Settings aria-hidden="true" size={20} />
      Configuración
    </Link>
  )
}

function AccountSkeleton() {
  return (
    <div className="account-skeleton" aria-busy="true">
      <LoadingNote />
      <Skeleton className="account-skeleton-card" />
      <Skeleton className="account-skeleton-card" />
    </div>
  )
}
