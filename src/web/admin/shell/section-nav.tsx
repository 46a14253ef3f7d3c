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
import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import type { Right } from '../../../contract/accounts/roles.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import { useAdminPath } from './use-admin-path.ts'
import { useMay, useMayEnter } from './rights.tsx'
import { usePendingCounts } from './use-pending-counts.ts'

interface Screen {
  name: string
  /** The second key, after `g`. */
  key: string
  Icon: LucideIcon
  needs: Right
  counts?: 'orders' | 'claims' | 'regrets' | 'access' | 'mails'
}
interface Section extends Screen {
  path: (admin: AdminPaths) => string
}

/** By the names of their addresses. */
const SCREENS = {
  todo: { name: 'Para hacer', key: 'h', Icon: ListChecks, needs: 'todo' },
  orders: { name: 'Pedidos', key: 'o', Icon: ClipboardList, needs: 'orders_read', counts: 'orders' },
  packing: { name: 'Preparación', key: 'f', Icon: PackageCheck, needs: 'packing' },
  claims: { name: 'Reclamos', key: 'r', Icon: ShieldCheck, needs: 'claims_read', counts: 'claims' },
  regrets: { name: 'Arrepentimientos', key: 'y', Icon: Undo2, needs: 'claims_read', counts: 'regrets' },
  users: { name: 'Usuarios', key: 'u', Icon: Users, needs: 'customers_read' },
  access: { name: 'Solicitudes', key: 'q', Icon: UserPlus, needs: 'access', counts: 'access' },
  products: { name: 'Productos', key: 'p', Icon: Sprout, needs: 'catalog_read' },
  prices: { name: 'Precios', key: 'c', Icon: BadgePercent, needs: 'everything' },
  banks: { name: 'Bancos', key: 'k', Icon: Landmark, needs: 'everything' },
  brands: { name: 'Marcas', key: 'm', Icon: Tags, needs: 'everything' },
  banners: { name: 'Banners', key: 'b', Icon: Images, needs: 'everything' },
  stock: { name: 'Stock', key: 't', Icon: Boxes, needs: 'stock_read' },
  lots: { name: 'Lotes', key: 'l', Icon: Package, needs: 'stock_read' },
  reports: { name: 'Reportes', key: 'e', Icon: ChartColumn, needs: 'reports_read' },
  activity: { name: 'Actividad', key: 'a', Icon: History, needs: 'everything' },
  identity: { name: 'Identidad', key: 'd', Icon: Palette, needs: 'everything' },
  pages: { name: 'Páginas', key: 'w', Icon: FileText, needs: 'everything' },
  settings: { name: 'Ajustes', key: 's', Icon: Settings, needs: 'everything' },
  mails: { name: 'Mails', key: 'v', Icon: Mails, needs: 'orders_read', counts: 'mails' },
} satisfies Partial<Record<keyof AdminPaths, Screen>>
type ScreenName = keyof typeof SCREENS

const screensOf = (...names: ScreenName[]): Section[] =>
  names.map((name) => ({ ...SCREENS[name], path: (admin) => admin[name]() }))

interface Entry {
  /** Its screens: the first is where the entry leads, the others are its tabs. */
  tabs: Section[]
  /** When more than one of its screens may be seen; that of the first by default. */
  name?: string
  /** The second screen has its own link beside the first. */
  isPair?: boolean
}

const only = (...names: ScreenName[]): Entry => ({ tabs: screensOf(...names) })

/** The menu: what a day asks for first, then by kind of work. */
const MENU: { name?: string; entries: Entry[] }[] = [
  { entries: [only('todo')] },
  {
    name: 'Vender',
    entries: [only('orders'), only('packing'), only('claims', 'regrets'), only('users', 'access')],
  },
  {
    name: 'Catálogo',
    entries: [
      only('products'),
      only('prices'),
      { tabs: screensOf('banks', 'brands'), isPair: true },
      only('banners'),
    ],
  },
  { name: 'Depósito', entries: [only('stock'), only('lots')] },
  { name: 'Mirar', entries: [only('reports'), only('activity')] },
  {
    entries: [{ name: 'Tienda', tabs: screensOf('settings', 'identity', 'pages', 'mails') }],
  },
]

/** The screens of the back office, in the order of its menu. */
export const SECTIONS: Section[] = MENU.flatMap(({ entries }) => entries.flatMap(({ tabs }) => tabs))

const isAt = (pathname: string, { path }: Section, admin: AdminPaths) =>
  `${pathname}/`.startsWith(`${path(admin)}/`)

/** The name of the section of an address. */
export function sectionName(pathname: string, admin: AdminPaths): string {
  return SECTIONS.find((section) => isAt(pathname, section, admin))?.name ?? 'Administración'
}

/** The right that a screen needs. */
export function rightTo(pathname: string, admin: AdminPaths): Right {
  if (pathname.startsWith(`${admin.products()}/`)) return 'everything'
  if (pathname === admin.newOrder()) return 'orders_write'
  return SECTIONS.find((section) => isAt(pathname, section, admin))?.needs ?? 'everything'
}

export function AdminNav({ onGo }: { onGo?: (() => void) | undefined }) {
  const may = useMay()
  const mayEnter = useMayEnter()
  const counts = usePendingCounts()
  // Until the rights are known, entries are hidden and their space is reserved.
  const see = (tabs: Section[]) => (mayEnter ? tabs.filter(({ needs }) => may(needs)) : tabs)
  const groups = MENU.map(({ name, entries }) => ({
    name,
    entries: entries
      .map((entry) => ({ ...entry, tabs: see(entry.tabs) }))
      .filter(({ tabs }) => tabs.length > 0),
  })).filter(({ entries }) => entries.length > 0)
  return (
    <nav className={`admin-nav${mayEnter ? '' : ' is-waiting'}`} aria-label="Administración">
      {groups.map(({ name, entries }) => (
        <Fragment key={entries[0]?.tabs[0]?.key}>
          {name && <p>{name}</p>}
          <ul>
            {entries.map((entry) => (
              <EntryLinks key={entry.tabs[0]?.key} entry={entry} counts={counts} onGo={onGo} />
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  )
}

interface EntryLinksProps {
  entry: Entry
  counts: ReturnType<typeof usePendingCounts>
  onGo: (() => void) | undefined
}

function EntryLinks({ entry: { tabs, name, isPair = false }, counts, onGo }: EntryLinksProps) {
  const admin = useAdminPath()
  const { pathname } = useLocation()
  const [first, ...others] = tabs
  if (!first) return null
  const current = tabs.find((tab) => isAt(pathname, tab, admin))
  const { Icon } = first
  const isCurrent = isPair ? current === first : current !== undefined
  return (
    <li>
      <Link
        to={first.path(admin)}
        title={`${first.name} (g ${first.key})`}
        aria-current={isCurrent ? (current === first ? 'page' : 'true') : undefined}
        onClick={onGo}
      >
        <Icon aria-hidden="true" size={20} />
        <span>{others.length > 0 ? (name ?? first.name) : first.name}</span>
        <Pending count={pendingOf(tabs, counts)} />
      </Link>
      {isPair &&
        others.map((other) => (
          <Link
            key={other.key}
            to={other.path(admin)}
            title={`${other.name} (g ${other.key})`}
            aria-current={current === other ? 'page' : undefined}
            onClick={onGo}
          >
            <other.Icon aria-hidden="true" size={20} />
            <span>{other.name}</span>
          </Link>
        ))}
    </li>
  )
}

function pendingOf(tabs: Section[], counts: ReturnType<typeof usePendingCounts>): number {
  return tabs.reduce((sum, { counts: counted }) => sum + ((counted && counts[counted]) ?? 0), 0)
}

/** The screens that share an entry of the menu, above their lists. */
export function SectionTabs() {
  const admin = useAdminPath()
  const may = useMay()
  const counts = usePendingCounts()
  const { pathname } = useLocation()
  const entry = MENU.flatMap(({ entries }) => entries).find(({ tabs }) =>
    tabs.some(({ path }) => path(admin) === pathname),
  )
  const tabs = entry?.tabs.filter(({ needs }) => may(needs)) ?? []
  if (tabs.length < 2 || entry?.isPair) return null
  return (
    <nav className="admin-views" aria-label="Secciones">
      <ul>
        {tabs.map((tab) => (
          <li key={tab.key}>
            <Link to={tab.path(admin)} aria-current={tab.path(admin) === pathname ? 'page' : undefined}>
              {tab.name}
              <Pending count={pendingOf([tab], counts)} />
            </Link>
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
