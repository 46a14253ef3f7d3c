import {
  BadgePercent,
  Boxes,
  ChartColumn,
  ClipboardList,
  FileText,
  History,
  Images,
  Landmark,
  ListChecks,
  type LucideIcon,
  Mails,
  Package,
  PackageCheck,
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
import type { Right } from '../../../contract/accounts/roles.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import type { Session } from '../../session/session.ts'
import { useAdminPath } from './use-admin-path.ts'
import { useMay } from './rights.tsx'
import { usePendingCounts } from './use-pending-counts.ts'

interface Section {
  name: string
  path: (admin: AdminPaths) => string
  /** The second key, after `g`. */
  key: string
  Icon: LucideIcon
  needs: Right
  counts?: 'orders' | 'claims' | 'regrets' | 'access'
}

/** The screens of the back office, by frequency of use. */
export const SECTIONS: Section[] = [
  { name: 'Para hacer', path: (admin) => admin.todo(), key: 'h', Icon: ListChecks, needs: 'todo' },
  { name: 'Productos', path: (admin) => admin.products(), key: 'p', Icon: Sprout, needs: 'catalog_read' },
  {
    name: 'Pedidos',
    path: (admin) => admin.orders(),
    key: 'o',
    Icon: ClipboardList,
    needs: 'orders_read',
    counts: 'orders',
  },
  { name: 'Mensajes', path: (admin) => admin.mails(), key: 'v', Icon: Mails, needs: 'orders_read' },
  {
    name: 'Preparación',
    path: (admin) => admin.packing(),
    key: 'f',
    Icon: PackageCheck,
    needs: 'packing',
  },
  {
    name: 'Reclamos',
    path: (admin) => admin.claims(),
    key: 'r',
    Icon: ShieldCheck,
    needs: 'claims_read',
    counts: 'claims',
  },
  {
    name: 'Arrepentimientos',
    path: (admin) => admin.regrets(),
    key: 'y',
    Icon: Undo2,
    needs: 'claims_read',
    counts: 'regrets',
  },
  {
    name: 'Solicitudes',
    path: (admin) => admin.access(),
    key: 'q',
    Icon: UserPlus,
    needs: 'access',
    counts: 'access',
  },
  { name: 'Stock', path: (admin) => admin.stock(), key: 't', Icon: Boxes, needs: 'stock_read' },
  { name: 'Lotes', path: (admin) => admin.lots(), key: 'l', Icon: Package, needs: 'stock_read' },
  { name: 'Precios', path: (admin) => admin.prices(), key: 'c', Icon: BadgePercent, needs: 'everything' },
  { name: 'Reportes', path: (admin) => admin.reports(), key: 'e', Icon: ChartColumn, needs: 'reports_read' },
  { name: 'Banners', path: (admin) => admin.banners(), key: 'b', Icon: Images, needs: 'everything' },
  { name: 'Bancos', path: (admin) => admin.banks(), key: 'k', Icon: Landmark, needs: 'everything' },
  { name: 'Marcas', path: (admin) => admin.brands(), key: 'm', Icon: Tags, needs: 'everything' },
  { name: 'Usuarios', path: (admin) => admin.users(), key: 'u', Icon: Users, needs: 'customers_read' },
  { name: 'Actividad', path: (admin) => admin.activity(), key: 'a', Icon: History, needs: 'everything' },
  { name: 'Páginas', path: (admin) => admin.pages(), key: 'w', Icon: FileText, needs: 'everything' },
  { name: 'Identidad', path: (admin) => admin.identity(), key: 'd', Icon: Palette, needs: 'everything' },
  { name: 'Ajustes', path: (admin) => admin.settings(), key: 's', Icon: Settings, needs: 'everything' },
]

/** The name of the section of an address. */
export function sectionName(pathname: string, admin: AdminPaths): string {
  return SECTIONS.find(({ path }) => `${pathname}/`.startsWith(`${path(admin)}/`))?.name ?? 'Administración'
}

/** The right that a screen needs. */
export function rightTo(pathname: string, admin: AdminPaths): Right {
  if (pathname.startsWith(`${admin.products()}/`)) return 'everything'
  if (pathname === admin.newOrder()) return 'orders_write'
  return SECTIONS.find(({ path }) => `${pathname}/`.startsWith(`${path(admin)}/`))?.needs ?? 'everything'
}

interface AdminNavProps {
  session: Session | null
  mayEnter: boolean
  onGo?: (() => void) | undefined
}

export function AdminNav({ session, mayEnter, onGo }: AdminNavProps) {
  const admin = useAdminPath()
  const may = useMay()
  const counts = usePendingCounts(session, may)
  // Until the rights are known, entries are hidden and their space is reserved.
  const shown = mayEnter ? SECTIONS.filter(({ needs }) => may(needs)) : SECTIONS
  return (
    <nav className={`admin-nav${mayEnter ? '' : ' is-waiting'}`} aria-label="Administración">
      <ul>
        {shown.map(({ name, path, key, Icon, counts: counted }) => (
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
