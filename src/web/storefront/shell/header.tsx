import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Menu, Search, ShoppingCart, UserRound, X } from 'lucide-react'
import { type FormEvent, type Ref, type RefObject, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { useCartCount } from '../cart/cart.ts'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { later } from '../../browser/later.tsx'
import { useDisclosure } from './use-disclosure.ts'
import { Wordmark } from './wordmark.tsx'
import './header.css'

const SECTIONS = [
  { name: 'INICIO', path: paths.home() },
  { name: 'CATALOGO', path: paths.catalogue() },
  { name: 'TROFEOS', path: paths.trophies() },
  { name: 'MERCH', path: paths.merch() },
]

/** Phones hide menu and search behind two buttons once scripts run; without scripts both stay open. */
export function Header() {
  const { data: shop } = useQuery(shopSettings())
  return (
    <header className="site-header">
      <div className="site-header-row page">
        <Link className="site-header-home" to={paths.home()} aria-label={`${shop?.shop_name}, portada`}>
          <Wordmark />
        </Link>
        <MainMenu withTrophies={shop?.has_trophies} />
        <HeaderSearch />
        <CartLink />
        <Link className="header-icon site-header-user" to={paths.panel()} aria-label="Mi cuenta">
          <UserRound aria-hidden="true" />
        </Link>
      </div>
    </header>
  )
}

function MainMenu({ withTrophies = false }: { withTrophies: boolean | undefined }) {
  const id = useId()
  const { open, setOpen, toggle, within } = useDisclosure()
  const session = useSession()
  return (
    <div className="main-menu" ref={within}>
      <Toggle
        label="Menú"
        icon={Menu}
        controls={id}
        open={open}
        ref={toggle}
        onClick={() => setOpen(!open)}
      />
      <nav className="main-menu-nav" id={id} aria-label="Principal" data-open={open || undefined}>
        <ul>
          {SECTIONS.filter(({ path }) => withTrophies || path !== paths.trophies()).map(({ name, path }) => (
            <li key={path}>
              <NavLink to={path} end={path === paths.home()}>
                {name}
              </NavLink>
            </li>
          ))}
          {session && (
            <li className="main-menu-orders">
              <OrdersLink />
            </li>
          )}
          <li className="main-menu-account">
            <Link to={paths.panel()}>
              <UserRound aria-hidden="true" size={20} />
              Mi cuenta
            </Link>
          </li>
        </ul>
      </nav>
    </div>
  )
}

/** A section of the account differs in the query, which `NavLink` ignores. */
function OrdersLink() {
  const { pathname, search } = useLocation()
  const to = paths.account('orders')
  // More may follow: '&cancelados'.
  return (
    <Link to={to} aria-current={(pathname + search).startsWith(to) ? 'page' : undefined}>
      MIS PEDIDOS
    </Link>
  )
}

function HeaderSearch() {
  const id = useId()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const { open, setOpen, toggle, within } = useDisclosure()
  const reveal = () => {
    setOpen(!open)
    if (!open) setTimeout(() => field.current?.focus())
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const words = field.current?.value ?? ''
    await navigate(paths.catalogue({ search: words.trim() }))
    // The list now shows the words, with a button that clears them.
    if (field.current?.value === words) field.current.value = ''
  }
  return (
    <div className="header-search" ref={within}>
      <Toggle label="Buscar" icon={Search} controls={id} open={open} ref={toggle} onClick={reveal} />
      <search
        id={id}
        className="header-search-form"
        aria-label="En toda la tienda"
        data-open={open || undefined}
      >
        <SearchForm field={field} onSubmit={(event) => void send(event)} />
      </search>
    </div>
  )
}

interface ToggleProps {
  label: string
  icon: LucideIcon
  /** Id of the element that it shows and hides. */
  controls: string
  open: boolean
  ref: Ref<HTMLButtonElement>
  onClick: () => void
}

function Toggle({ label, icon: Icon, controls, open, ref, onClick }: ToggleProps) {
  return (
    <button
      type="button"
      className="header-icon disclosure-toggle"
      aria-expanded={open}
      aria-controls={controls}
      aria-label={label}
      ref={ref}
      onClick={onClick}
    >
      {open ? <X aria-hidden="true" /> : <Icon aria-hidden="true" />}
    </button>
  )
}

interface SearchFormProps {
  field: RefObject<HTMLInputElement | null>
  onSubmit: (event: FormEvent) => void
}

const Suggestions = later(async () => (await import('../suggest/suggestions.tsx')).Suggestions)

/** Its suggestions are loaded when it is first used. */
function SearchForm({ field, onSubmit }: SearchFormProps) {
  const [isUsed, setIsUsed] = useState(false)
  return (
    <form action="/productos" onSubmit={onSubmit}>
      <input
        ref={field}
        onFocus={() => setIsUsed(true)}
        type="search"
        name="search"
        aria-label="Buscar semillas"
        placeholder="Buscar semillas"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
      />
      <button type="submit" className="header-icon" aria-label="Buscar en el catálogo">
        <Search aria-hidden="true" size={20} />
      </button>
      <Suggestions props={isUsed ? { field } : undefined} />
    </form>
  )
}

function CartLink() {
  const count = useCartCount()
  const name = count === 0 ? 'Carrito' : `Carrito, ${count} ${count === 1 ? 'unidad' : 'unidades'}`
  return (
    <Link className="header-icon site-header-cart" to={paths.cart()} aria-label={name}>
      <ShoppingCart aria-hidden="true" />
      {count > 0 && (
        <span className="cart-count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
