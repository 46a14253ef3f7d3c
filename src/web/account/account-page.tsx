import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  replace,
  type RouterContextProvider,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import {
  FileUser,
  Heart,
  Images,
  LogOut,
  type LucideIcon,
  Package,
  Settings,
  ShieldCheck,
  Sprout,
  Store,
} from 'lucide-react'
import { roleCan } from '../../contract/accounts/roles.ts'
import { adminPaths } from '../app/admin-paths.ts'
import { prime } from '../data/prime.ts'
import { UnlistedHead } from '../app/page-head.tsx'
import { paths } from '../app/paths.ts'
import { myOrders, profile } from '../data/queries.ts'
import { readSession, type Session, useSession } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { LoadingCards } from '../ui/list/card-skeleton.tsx'
import { BannersSection } from '../app/banners-section.tsx'
import { forgetClaim } from './claims/claim-photos.ts'
import { myClaims } from './claims/claims-query.ts'
import { LastOrder, OrdersSection } from './orders/orders-section.tsx'
import { OwnDataSection } from './profile/own-data-section.tsx'
import { SettingsSection } from './profile/settings-section.tsx'
import { useHandedText } from './use-handed-over.ts'
import { WarrantySection } from './claims/warranty-section.tsx'
import { withoutEndSlashes } from '../../contract/page-address.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { showWhole } from '../ui/show-whole.ts'
import './account.css'

const primed = prime(({ request }) => {
  const session = readSession()
  const claims = sectionIn(new URL(request.url).searchParams, session) === 'warranty' && !session?.isAdmin
  return [profile(session), myOrders(session), ...(claims ? [myClaims(session)] : [])]
})

/**
 * For convenience only: the server checks every call. The server renders pages without a session. Redirects replace the page
 * in the history: a page that pushed one each time would catch every Back.
 */
export function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>) {
  const { pathname, search } = new URL(args.request.url)
  if (!import.meta.env.SSR && !readSession()) return replace(paths.login(pathname + search))
  return primed(args)
}

const SECTIONS = {
  orders: { title: 'Mis pedidos', Section: OrdersSection },
  settings: { title: 'Configuración', Section: SettingsSection },
  data: { title: 'Mis datos', Section: OwnDataSection },
  warranty: { title: 'Garantía', Section: WarrantySection },
  banners: { title: 'Banners', Section: BannersSection },
} satisfies Record<AccountSection, object>

/** The heading, unless the section has its own, and the reason when the panel redirected here. */
function Head({ title }: { title: string | undefined }) {
  const sentAway = useHandedText('sentAway')
  return (
    <>
      {title !== undefined && (
        <h1 tabIndex={-1} aria-describedby={sentAway && 'sent-away'}>
          {title}
        </h1>
      )}
      {sentAway && (
        <p className="callout warn" id="sent-away">
          {sentAway}
        </p>
      )}
    </>
  )
}

/** `/mi-cuenta?section=…`, and `/panel` for the settings. An unknown section shows the settings. */
export default function AccountPage() {
  const session = useSession()
  const [search] = useSearchParams()
  const isOwner = useQuery(profile(session)).data?.role === 'owner'
  const asked = sectionIn(search, session)
  const name = asked === 'banners' && session && !isOwner ? 'settings' : asked
  const { title, Section } = SECTIONS[name]
  const [leaving, leave] = useLeaving()
  useGuard(leaving)
  return (
    <div className="page account-page stack-4">
      <UnlistedHead title={title} description="Pedidos y datos de la cuenta." />
      <AccountNav session={session} busy={leaving.busy} onLeave={() => leave(signOut)} />
      <div className="account-main stack-4">
        <Head title={name === 'banners' && session ? undefined : title} />
        {session ? (
          <>
            {session.isAdmin && name === 'settings' && <ToPanel session={session} />}
            {hasLastOrder(name) && !search.has('nuevo') && <LastOrder session={session} />}
            <Section key={session.userId} session={session} onLeave={leave} />
          </>
        ) : (
          <>
            <noscript>
              <p>Para ver la cuenta hace falta JavaScript.</p>
            </noscript>
            <LoadingCards
              className="account-skeleton stack-4"
              cards={['account-skeleton-card', 'account-skeleton-card']}
              parts={['title', 'line', 'line']}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** What staff look for behind the icon of the shop's head. */
function ToPanel({ session }: { session: Session }) {
  const role = useQuery(profile(session)).data?.role
  const admin = adminPaths('/panel')
  // Until the role is known, as for most.
  const hasTodo = !role || roleCan(role, 'todo')
  return (
    <section className="surface last-order stack-3" aria-labelledby="panel-de-la-tienda">
      <h2 id="panel-de-la-tienda">Panel de la tienda</h2>
      <p className="last-order-line row-2">
        {hasTodo ? 'Los pedidos, reclamos y solicitudes que esperan.' : 'Productos, pedidos y reportes.'}
      </p>
      <Link className="button primary" to={hasTodo ? admin.todo() : admin.products()}>
        {hasTodo ? 'Para hacer' : 'Ver productos'}
      </Link>
    </section>
  )
}

function hasLastOrder(section: AccountSection): boolean {
  return section === 'settings' || section === 'warranty'
}

interface Leaving {
  busy: boolean
  /** Tells the guard that a sign-out leads home, not to the login. */
  onPurpose: { current: boolean }
}

function useLeaving(): [Leaving, (end: () => void) => void] {
  const navigate = useNavigate()
  const onPurpose = useRef(false)
  const [busy, setBusy] = useState(false)
  const leave = async (end: () => void) => {
    onPurpose.current = true
    setBusy(true)
    end()
    forgetClaim()
    await navigate(paths.home(), { replace: true })
  }
  return [{ busy, onPurpose }, (end) => void leave(end)]
}

/** Leaves the page without a session, also when it ends in another tab. */
function useGuard({ onPurpose }: Leaving): void {
  const navigate = useNavigate()
  const session = useSession()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (session || readSession() || onPurpose.current) return
    void navigate(paths.login(pathname + search), { replace: true })
  }, [session, navigate, pathname, search, onPurpose])
}

type AccountSection = 'orders' | 'settings' | 'data' | 'warranty' | 'banners'

/** The section in an address. An unknown one means the settings, as do the banners for a customer. */
function sectionIn(search: URLSearchParams, session: Session | null): AccountSection {
  const asked = search.get('section')
  if (asked === 'banners') return session?.isAdmin === false ? 'settings' : asked
  return asked === 'orders' || asked === 'warranty' || asked === 'data' ? asked : 'settings'
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
      <p className="account-greeting">{useGreeting(session)}</p>
      {session?.isAdmin && <AdminNav session={session} />}
      <nav className="account-nav" aria-label="Cuenta">
        <p className="account-nav-title" id="cuenta-menu">
          MI CUENTA
        </p>
        <ul aria-labelledby="cuenta-menu">
          {!session?.isAdmin && (
            <SectionEntry section="warranty" session={session} Icon={ShieldCheck} text="Garantía" />
          )}
          <SectionEntry section="settings" session={session} Icon={Settings} text="Configuración" />
          <SectionEntry section="data" session={session} Icon={FileUser} text="Mis datos" />
          <Entry to="/favoritos" Icon={Heart} text="Favoritos" />
          <Entry to={paths.germination()} Icon={Sprout} text="Guía de Germinación" />
          {/* `/panel` has no storefront bar. The server gets the address without a trailing slash. */}
          {withoutEndSlashes(pathname) === paths.panel() && (
            <Entry to={paths.home()} Icon={Store} text="Volver a la tienda" />
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

/** Greets by first name, or by user name if that cannot be loaded. */
function useGreeting(session: Session | null): string {
  const { data, isError } = useQuery(profile(session))
  const name = data?.first_name || (data || isError ? session?.username : undefined)
  return name ? `Hola, ${name}` : '\u00a0'
}

function AdminNav({ session }: { session: Session }) {
  const profiled = useQuery(profile(session)).data
  return (
    <nav className="account-nav account-nav-staff" aria-label="Administración">
      <p className="account-nav-title">ADMINISTRACIÓN</p>
      <ul>
        <Entry to={adminPaths('/panel').products()} Icon={Package} text="Productos" />
        {(!profiled || profiled.role === 'owner') && (
          <SectionEntry
            section="banners"
            session={session}
            Icon={Images}
            text="Banners"
            isWaiting={!profiled}
          />
        )}
      </ul>
    </nav>
  )
}

interface EntryProps {
  to: string
  Icon: LucideIcon
  text: string
  isHere?: boolean
  /** Reserves its space until the role is known. */
  isWaiting?: boolean
}

function Entry({ to, Icon, text, isHere = false, isWaiting = false }: EntryProps) {
  return (
    <li className={isWaiting ? 'is-waiting' : undefined}>
      <Link to={to} aria-current={isHere ? 'page' : undefined} onFocus={showWhole}>
        <Icon aria-hidden="true" size={20} />
        {text}
      </Link>
    </li>
  )
}

interface SectionEntryProps extends Pick<EntryProps, 'Icon' | 'text' | 'isWaiting'> {
  section: AccountSection
  session: Session | null
}

/** Sections differ in the query, which `NavLink` ignores. */
function SectionEntry({ section, session, ...entry }: SectionEntryProps) {
  const [search] = useSearchParams()
  return <Entry {...entry} to={paths.account(section)} isHere={sectionIn(search, session) === section} />
}
