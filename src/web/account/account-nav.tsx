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
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearchParams } from 'react-router'
import { withoutEndSlashes } from '../../contract/page-address.ts'
import { adminPaths } from '../app/admin-paths.ts'
import { paths } from '../app/paths.ts'
import { profile } from '../data/queries.ts'
import type { Session } from '../session/session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { showWhole } from '../ui/show-whole.ts'
import './account.css'

export type AccountSection = 'orders' | 'settings' | 'data' | 'warranty' | 'banners'

/** The section in an address. An unknown one means the settings, as do the banners for a customer. */
export function sectionIn(search: URLSearchParams, session: Session | null): AccountSection {
  const asked = search.get('section')
  if (asked === 'banners') return session?.isAdmin === false ? 'settings' : asked
  return asked === 'orders' || asked === 'warranty' || asked === 'data' ? asked : 'settings'
}

interface AccountNavProps {
  session: Session | null
  busy: boolean
  onLeave: () => void
}

export function AccountNav({ session, busy, onLeave }: AccountNavProps) {
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
