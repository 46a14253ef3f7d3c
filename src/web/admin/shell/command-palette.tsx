import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  ClipboardCheck,
  ClipboardList,
  type LucideIcon,
  Package,
  Plus,
  Search,
  Store,
  UserRound,
} from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_ID, SEARCH_LENGTH } from '../../../contract/limits.ts'
import type { Right } from '../../../contract/accounts/roles.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import { paths } from '../../app/paths.ts'
import { productList } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { genotypeFound } from '../products/product-words.ts'
import { useMay } from './rights.tsx'
import { SECTIONS } from './section-nav.tsx'
import { useAdminPath } from './use-admin-path.ts'
import { matches } from './palette-match.ts'

interface Command {
  name: string
  hint?: string
  to: string
  Icon: LucideIcon
}

interface CommandPaletteProps {
  session: Session
  open: boolean
  onClose: () => void
}

/** A command palette: screens, new product, orders by number, users by e-mail, products by name. */
export function CommandPalette({ session, open, onClose }: CommandPaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Buscar o ir a…" className="command-palette">
      <Palette session={session} onClose={onClose} />
    </Dialog>
  )
}

function Palette({ session, onClose }: { session: Session; onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const commands = useCommands(session, text.trim())
  const go = (command: Command | undefined) => {
    if (!command) return
    onClose()
    void navigate(command.to)
  }
  const { at, press, choose } = useChoice(id, commands, go)
  return (
    <>
      <input
        className="field-control"
        type="text"
        role="combobox"
        aria-label="Pantalla, producto, número de pedido o email"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${at}` : undefined}
        placeholder="Pantalla, producto, # de pedido, email"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          choose(0)
        }}
        onKeyDown={press}
      />
      <Options id={id} commands={commands} at={at} onChoose={go} />
      <output className="palette-none">{commands.length === 0 && 'Nada coincide con lo escrito.'}</output>
    </>
  )
}

/** The selected command: ↓ and ↑ wrap around, Enter opens it. */
function useChoice(id: string, commands: Command[], go: (command: Command | undefined) => void) {
  const [chosen, choose] = useState(0)
  const at = Math.min(chosen, commands.length - 1)
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) choose((at + step + commands.length) % Math.max(1, commands.length))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(commands[at])
    else return
    event.preventDefault()
  }
  return { at, press, choose }
}

interface OptionsProps {
  id: string
  commands: Command[]
  /** Index of the selected command. */
  at: number
  onChoose: (command: Command) => void
}

function Options({ id, commands, at, onChoose }: OptionsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no text field
    <div className="palette-list" id={`${id}-list`} role="listbox" aria-label="Destinos">
      {commands.map((command, i) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above handles keys
        <div
          key={`${command.to} ${command.name}`}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          onClick={() => onChoose(command)}
        >
          <command.Icon aria-hidden="true" size={20} />
          <span className="palette-name">{command.name}</span>
          {command.hint && <span className="palette-hint">{command.hint}</span>}
        </div>
      ))}
    </div>
  )
}

function useCommands(session: Session, text: string): Command[] {
  const admin = useAdminPath()
  const may = useMay()
  const asked = useDeferredValue(text)
  const isName = asked.length >= 2 && !asked.includes('@')
  const { data, isPlaceholderData } = useQuery({
    ...productList(session, { page: 1, page_size: 5, search: asked }),
    enabled: isName,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  // While products are loading, those of the previous text that still match.
  const found = isName && data ? data.results : []
  const products = isPlaceholderData ? found.filter(({ name }) => matches(name, text)) : found
  return [
    ...lookUps(admin, text, may),
    ...screens(admin, may).filter(({ name }) => matches(name, text)),
    ...products.map((product) => ({
      name: product.name,
      hint: genotypeFound(product, asked) ?? 'Producto',
      to: may('everything') ? admin.editProduct(product.id) : admin.products({ search: product.name }),
      Icon: Package,
    })),
    ...(text === '' || text.includes('@') || /^#?\d+$/.test(text)
      ? []
      : [{ name: `Buscar «${text}» en productos`, to: admin.products({ search: text }), Icon: Search }]),
  ]
}

/** Interprets the text: a number is an order, an e-mail a user. */
function lookUps(admin: AdminPaths, text: string, may: May): Command[] {
  const number = Number(/^#?(\d{1,10})$/.exec(text)?.[1])
  if (may('orders_read') && number >= 1 && number <= MAX_ID)
    return [{ name: `Pedido #${number}`, hint: 'Abrir', to: admin.order(number), Icon: ClipboardList }]
  if (may('customers_read') && text.includes('@'))
    return [{ name: `Usuario ${text}`, hint: 'Buscar', to: admin.users({ email: text }), Icon: UserRound }]
  return []
}

type May = ReturnType<typeof useMay>

function screens(admin: AdminPaths, may: May): Command[] {
  const needing = (right: Right, commands: Command[]) => (may(right) ? commands : [])
  return [
    ...SECTIONS.filter(({ needs }) => may(needs)).map(({ name, path, key, Icon }) => ({
      name,
      hint: `g ${key}`,
      to: path(admin),
      Icon,
    })),
    ...needing('everything', [
      { name: 'Agregar Producto', to: admin.newProduct(), Icon: Plus },
      { name: 'Agregar banco', to: admin.newBank(), Icon: Plus },
    ]),
    ...needing('orders_read', [
      { name: 'Pedidos pendientes', to: admin.orders({ status: 'pending' }), Icon: ClipboardList },
    ]),
    ...needing('stock_write', [{ name: 'Recuento', to: admin.stockCount(), Icon: ClipboardCheck }]),
    { name: 'Productos sin stock', to: admin.products({ stock: 'out-of-stock' }), Icon: Package },
    { name: 'Mi cuenta', to: paths.panel(), Icon: UserRound },
    { name: 'Ver tienda', hint: 'g i', to: paths.home(), Icon: Store },
  ]
}
