import { Images, LogOut, Package, Settings, ShieldCheck, Sprout, Store } from 'lucide-react'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  redirect,
  type RouterContextProvider,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { withoutEndSlashes } from '../../contract/page-address.ts'
import { prime } from '../data/prime.ts'
import { UnlistedHead } from '../app/page-head.tsx'
import { adminPaths, paths } from '../app/paths.ts'
import { myOrders, profile } from '../data/queries.ts'
import { readSession, type Session, useSession } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { SITE } from '../app/site.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import './account.css'
import { forgetClaim } from './claims/claim-photos.ts'
import { myClaims } from './claims/claims-query.ts'
import { LastOrder } from './orders/last-order.tsx'
import { OrdersSection } from './orders/orders-section.tsx'
import { SettingsSection } from './profile/settings-section.tsx'
import { WarrantySection } from './claims/warranty-section.tsx'

const primed = prime(({ request }) => {
  const session = readSession()
  const claims = sectionIn(new URL(request.url).searchParams) === 'warranty' && !session?.isAdmin
  return [profile(session), myOrders(session), ...(claims ? [myClaims(session)] : [])]
})

/** For comfort only: the server checks every call. Nobody is signed in while a page is drawn on the server. */
export function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>) {
  const { pathname, search, searchParams } = new URL(args.request.url)
  const session = readSession()
  if (!import.meta.env.SSR && !session) return redirect(paths.login(pathname + search))
  if (isAboutBanners(searchParams) && session?.isAdmin) return redirect(BANNERS)
  return primed(args)
}

const BANNERS = adminPaths('/panel').banners()

/** Banners are a screen of the back office that the account has always linked to. */
function isAboutBanners(search: URLSearchParams): boolean {
  return search.get('section') === 'banners'
}

const SECTIONS = {
  orders: { title: 'Mis pedidos', Section: OrdersSection },
  settings: { title: 'Configuración', Section: SettingsSection },
  warranty: { title: 'Garantía', Section: WarrantySection },
}

function sectionIn(search: URLSearchParams): keyof typeof SECTIONS {
  const asked = search.get('section')
  return asked === 'orders' || asked === 'warranty' ? asked : 'settings'
}

/** `/mi-cuenta?section=…`, and `/panel` for the settings. An unknown section shows the settings. */
export default function AccountPage() {
  const session = useSession()
  const [search] = useSearchParams()
  const name = sectionIn(search)
  const { title, Section } = SECTIONS[name]
  const [leaving, leave] = useLeaving()
  useGuard(leaving)
  useBannersElsewhere(session, isAboutBanners(search))
  return (
    <div className="page account-page">
      <UnlistedHead title={`${title} · ${SITE}`} description="Pedidos y datos de la cuenta." />
      <AccountNav session={session} busy={leaving.busy} onLeave={leave} />
      <div className="account-main">
        <h1 tabIndex={-1}>{title}</h1>
        {session ? (
          <>
            {name !== 'orders' && !search.has('nuevo') && <LastOrder session={session} />}
            <Section key={session.userId} session={session} />
          </>
        ) : (
          <>
            <noscript>
              <p>Para ver la cuenta hace falta JavaScript.</p>
            </noscript>
            <AccountSkeleton />
          </>
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
  const navigate = useNavigate()
  const onPurpose = useRef(false)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    onPurpose.current = true
    setBusy(true)
    signOut()
    forgetClaim()
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

/** What the loader does when it knows who asks: while the server draws a page it does not. */
function useBannersElsewhere(session: Session | null, isAsked: boolean): void {
  const navigate = useNavigate()
  const isElsewhere = isAsked && session?.isAdmin === true
  useEffect(() => {
    if (isElsewhere) void navigate(BANNERS, { replace: true })
  }, [isElsewhere, navigate])
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
      <p className="account-greeting">{session?.username ? `Hola, ${session.username}` : '\u00a0'}</p>
      {session?.isAdmin && (
        <nav className="account-nav" aria-label="Administración">
          <p className="account-nav-title">ADMINISTRACIÓN</p>
          <ul>
            <li>
              <Link to={adminPaths('/panel').products()}>
                <Package aria-hidden="true" size={20} />
                Productos
              </Link>
            </li>
            <li>
              <Link to={adminPaths('/panel').banners()}>
                <Images aria-hidden="true" size={20} />
                Banners
              </Link>
            </li>
          </ul>
        </nav>
      )}
      <nav className="account-nav" aria-label="Cuenta">
        <p className="account-nav-title" id="cuenta-menu">
          MI CUENTA
        </p>
        <ul aria-labelledby="cuenta-menu">
          {!session?.isAdmin && (
            <li>
              <SectionLink section="warranty">
                <ShieldCheck aria-hidden="true" size={20} />
                Garantía
              </SectionLink>
            </li>
          )}
          <li>
            <SectionLink section="settings">
              <Settings aria-hidden="true" size={20} />
              Configuración
            </SectionLink>
          </li>
          <li>
            <Link to={paths.germination()} onFocus={showWhole}>
              <Sprout aria-hidden="true" size={20} />
              Guía de Germinación
            </Link>
          </li>
          {/* Where the shop's own bar is hidden. The server knows the address without the slash at its end. */}
          {withoutEndSlashes(pathname) === paths.panel() && (
            <li>
              <Link to={paths.home()} onFocus={showWhole}>
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
function SectionLink({ section, children }: { section: 'settings' | 'warranty'; children: ReactNode }) {
  const [search] = useSearchParams()
  return (
    <Link
      to={paths.account(section)}
      aria-current={sectionIn(search) === section ? 'page' : undefined}
      onFocus={showWhole}
    >
      {children}
    </Link>
  )
}

/** On a phone the row is wider than the screen, and Chromium leaves half outside what the keyboard has come to. */
function showWhole({ currentTarget }: FocusEvent<HTMLElement>): void {
  // Not under a finger or a mouse, which would then let go of something else.
  if (currentTarget.matches(':focus-visible'))
    currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
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
