import { Keyboard, LogOut, Menu, Search, Store, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../session/session.ts'
import { useShopName } from '../../app/site.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { AdminNav, sectionName } from './section-nav.tsx'
import { useAdminPath } from './use-admin-path.ts'

interface BarProps {
  onHelp: () => void
  onLeave: () => void
}

/** Low screens cut the menu off above its last entries. */
function showCurrent(side: HTMLElement | null): void {
  side?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
}

/** The side menu of desktops. */
export function AdminSide(bar: BarProps) {
  return (
    <aside className="admin-side" aria-label="Menú" ref={showCurrent}>
      <Logo />
      <AdminNav />
      <Foot {...bar} />
    </aside>
  )
}

/** On narrow screens: menu, section, palette. On desktops: palette and the link to the shop. */
export function AdminTopBar({ onPalette, onHelp, onLeave }: BarProps & { onPalette: () => void }) {
  const admin = useAdminPath()
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const help = () => {
    close()
    onHelp()
  }
  return (
    <header className="admin-top">
      <button
        type="button"
        className="button quiet icon-only admin-top-menu"
        aria-label="Menú"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Menu aria-hidden="true" />
      </button>
      <div className="admin-top-section">{sectionName(pathname, admin)}</div>
      <button
        type="button"
        className="button admin-top-palette"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onPalette}
      >
        <Search aria-hidden="true" size={20} />
        <span className="admin-top-words">Buscar o ir a…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <Link className="button quiet admin-top-shop" to={paths.home()}>
        <Store aria-hidden="true" size={20} />
        Ver tienda
      </Link>
      <Dialog open={isOpen} onClose={close} title="Menú" className="admin-drawer">
        <AdminNav onGo={close} />
        <Foot onHelp={help} onLeave={onLeave} onGo={close} withShop />
      </Dialog>
    </header>
  )
}

function Logo() {
  const name = useShopName()
  return (
    <Link className="admin-logo" to={paths.panel()} aria-label={`${name}, mi cuenta`}>
      <svg viewBox="0 0 48 60" width="24" height="30" aria-hidden="true" focusable="false">
        <path className="admin-logo-seed" d="M24 2C36 2 44 17 44 32S36 58 24 58 4 47 4 32 12 2 24 2Z" />
        <path
          className="admin-logo-sprout"
          d="M22.5 60V18h3v42ZM24 31c1-10 7-17 15-19 1 10-5 18-15 19Zm0 11c-1-10-7-17-15-19-1 10 5 18 15 19Z"
        />
      </svg>
      <span>{name.toUpperCase()}</span>
    </Link>
  )
}

function Foot({ onHelp, onLeave, onGo, withShop }: BarProps & { onGo?: () => void; withShop?: boolean }) {
  const session = useSession()
  return (
    <ul className="admin-foot">
      {withShop && (
        <li>
          <Link to={paths.home()}>
            <Store aria-hidden="true" size={20} />
            Ver tienda
          </Link>
        </li>
      )}
      <li>
        <Link to={paths.panel()} onClick={onGo}>
          <UserRound aria-hidden="true" size={20} />
          {session?.username || 'Mi cuenta'}
        </Link>
      </li>
      <li>
        <button type="button" title="Atajos de teclado" onClick={onHelp}>
          <Keyboard aria-hidden="true" size={20} />
          <span>Atajos de teclado</span>
        </button>
      </li>
      <li>
        <button type="button" title="Cerrar sesión" onClick={onLeave}>
          <LogOut aria-hidden="true" size={20} />
          <span>Cerrar sesión</span>
        </button>
      </li>
    </ul>
  )
}
