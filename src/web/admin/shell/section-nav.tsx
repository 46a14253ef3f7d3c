import {
  BadgePercent,
  Boxes,
  ClipboardList,
  FileText,
  History,
  Images,
  Landmark,
  ListChecks,
  type LucideIcon,
  Palette,
  Settings,
  ShieldCheck,
  Sprout,
  Tags,
  Undo2,
  UserPlus,
  Users,
} from 'lucide-react'
import { NavLink } from 'react-router'
import type { AdminPaths } from '../../app/admin-paths.ts'
import type { Session } from '../../session/session.ts'
import { useAdminPath } from './use-admin-path.ts'
import { usePendingCounts } from './use-pending-counts.ts'

interface Section {
  name: string
  path: (admin: AdminPaths) => string
  /** The second key, after `g`. */
  key: string
  Icon: LucideIcon
  counts?: 'orders' | 'claims' | 'regrets' | 'access'
}

/** The screens of the back office, by frequency of use. */
export const SECTIONS: Section[] = [
  { name: 'Para hacer', path: (admin) => admin.todo(), key: 'h', Icon: ListChecks },
  { name: 'Productos', path: (admin) => admin.products(), key: 'p', Icon: Sprout },
  { name: 'Pedidos', path: (admin) => admin.orders(), key: 'o', Icon: ClipboardList, counts: 'orders' },
  { name: 'Reclamos', path: (admin) => admin.claims(), key: 'r', Icon: ShieldCheck, counts: 'claims' },
  {
    name: 'Arrepentimientos',
    path: (admin) => admin.regrets(),
    key: 'e',
    Icon: Undo2,
    counts: 'regrets',
  },
  {
    name: 'Solicitudes',
    path: (admin) => admin.access(),
    key: 'q',
    Icon: UserPlus,
    counts: 'access',
  },
  { name: 'Stock', path: (admin) => admin.stock(), key: 't', Icon: Boxes },
  { name: 'Precios', path: (admin) => admin.prices(), key: 'c', Icon: BadgePercent },
  { name: 'Banners', path: (admin) => admin.banners(), key: 'b', Icon: Images },
  { name: 'Bancos', path: (admin) => admin.banks(), key: 'k', Icon: Landmark },
  { name: 'Marcas', path: (admin) => admin.brands(), key: 'm', Icon: Tags },
  { name: 'Usuarios', path: (admin) => admin.users(), key: 'u', Icon: Users },
  { name: 'Actividad', path: (admin) => admin.activity(), key: 'a', Icon: History },
  { name: 'Páginas', path: (admin) => admin.pages(), key: 'w', Icon: FileText },
  { name: 'Identidad', path: (admin) => admin.identity(), key: 'd', Icon: Palette },
  { name: 'Ajustes', path: (admin) => admin.settings(), key: 's', Icon: Settings },
]

/** The name of the section of an address. */
export function sectionName(pathname: string, admin: AdminPaths): string {
  return SECTIONS.find(({ path }) => `${pathname}/`.startsWith(`${path(admin)}/`))?.name ?? 'Administración'
}

interface AdminNavProps {
  session: Session | null
  mayEnter: boolean
  onGo?: (() => void) | undefined
}

export function AdminNav({ session, mayEnter, onGo }: AdminNavProps) {
  const admin = useAdminPath()
  const counts = usePendingCounts(session, mayEnter)
  return (
    <nav className="admin-nav" aria-label="Administración">
      <ul>
        {SECTIONS.map(({ name, path, key, Icon, counts: counted }) => (
          <li key={name}>
            <NavLink to={path(admin)} title={`${name} (g ${key})`} onClick={onGo}>
              <Icon aria-hidden="true" size={20} />
              <span>{name}</span>
              {counted && <Pending count={counts[counted]} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Pending({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className="admin-nav-count">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{`, ${count} ${count === 1 ? 'pendiente' : 'pendientes'}`}</span>
    </span>
  )
}
