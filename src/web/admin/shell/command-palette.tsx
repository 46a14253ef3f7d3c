import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ClipboardList, Package, Search, Tag, UserRound } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_ID, SEARCH_LENGTH } from '../../../contract/limits.ts'
import type { Right } from '../../../contract/accounts/roles.ts'
import { searchedPhone } from '../../../contract/phone.ts'
import { listOrders } from '../../../contract/orders/calls.ts'
import { listLots } from '../../../contract/catalog/calls.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import { call } from '../../data/api.ts'
import { productList } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useSettled } from '../kit/use-settled.ts'
import { recipientOf } from '../orders/order-words.ts'
import { productFoundBy } from '../products/product-words.ts'

import { askUsers, fullName } from '../users/users-query.ts'
import { adminKey } from './admin-key.ts'
import { type Command, type KnownCommand, knownCommands, matches } from './palette-commands.ts'
import { useMay } from './rights.tsx'
import { SECTIONS } from './section-nav.tsx'
import { useAdminPath } from './use-admin-path.ts'

interface CommandPaletteProps {
  session: Session
  open: boolean
  onClose: () => void
}

/** A command palette: screens, verbs, settings, and the customers, orders, lots and products that a text finds. */
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
        aria-label="Pantalla, acción, cliente, pedido, producto, lote o ajuste"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${at}` : undefined}
        placeholder="Cliente, pedido, producto, pantalla o acción"
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

/** How many of each kind are shown. */
const FOUND = 4
const SETTLED_MS = 150

function useCommands(session: Session, text: string): Command[] {
  const admin = useAdminPath()
  const may = useMay()
  const asked = useSettled(text, SETTLED_MS)
  // While a text is looked up, what the last one found and still matches.
  const shown = [
    ...useRecords('customers_read', asked, findCustomers),
    ...useRecords('orders_read', asked, findOrders),
    ...useRecords('stock_read', asked, findLots),
  ].filter(({ found }) => asked === text || matches(found, text))
  return [
    ...lookUps(admin, text, may),
    ...knownCommands(admin, screens(admin), may, text),
    ...shown.map(({ name, hint, to, Icon }) => ({ name, hint, to: to(admin), Icon })),
    ...useProducts(session, asked, text),
    ...(text === '' || text.includes('@') || isNumber(text)
      ? []
      : [{ name: `Buscar «${text}» en productos`, to: admin.products({ search: text }), Icon: Search }]),
  ]
}

const isNumber = (text: string) => /^#?\d+$/.test(text)
/** Of an order and of nothing else: digits alone may be a part of a telephone. */
const isOrderNumber = (text: string) =>
  orderNumber(text) !== undefined && (/\D/.test(text) || searchedPhone(text) === undefined)
const isLookedUp = (text: string) => text.length >= 2

interface Found extends Omit<Command, 'to'> {
  to: (admin: AdminPaths) => string
  /** The words it is found by. */
  found: string
}

/** Search results of one kind of record; none for a role without the right to it. */
function useRecords(
  right: Right,
  text: string,
  find: (text: string, signal: AbortSignal) => Promise<Found[]>,
): Found[] {
  const isAsked = useMay()(right) && isLookedUp(text)
  const { data } = useQuery({
    queryKey: [...adminKey('palette'), right, text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return isAsked && data ? data : []
}

/** By name, user name, phone or e-mail. */
async function findCustomers(text: string, signal: AbortSignal): Promise<Found[]> {
  if (isOrderNumber(text)) return []
  const query = { page: 1, page_size: FOUND, ...(text.includes('@') ? { email: text } : { username: text }) }
  const { results } = await askUsers(query, signal)
  return results.map((user) => ({
    name: fullName(user),
    hint: [user.phone, user.email].find((one) => one) ?? 'Cliente',
    to: (admin) => admin.user(user.id),
    Icon: UserRound,
    found: `${fullName(user)} ${user.username} ${user.phone} ${user.email}`,
  }))
}

/** By name, phone, e-mail, product or tracking number; by its number without asking. */
async function findOrders(text: string, signal: AbortSignal): Promise<Found[]> {
  if (isOrderNumber(text)) return []
  const { results } = await call(listOrders, { query: { search: text, page: 1, page_size: FOUND }, signal })
  return results.map((order) => ({
    name: `Pedido #${order.id}`,
    hint: recipientOf(order),
    to: (admin) => admin.order(order.id),
    Icon: ClipboardList,
    found: `Pedido ${order.id} ${recipientOf(order)} ${order.customer_phone} ${order.customer_email} ${order.tracking}`,
  }))
}

async function findLots(text: string, signal: AbortSignal): Promise<Found[]> {
  const { results } = await call(listLots, { query: { search: text, page: 1, page_size: FOUND }, signal })
  return results.map((lot) => ({
    name: `Lote ${lot.code}`,
    hint: lot.product,
    to: (admin) => admin.lot(lot.id),
    Icon: Tag,
    found: `Lote ${lot.code} ${lot.product}`,
  }))
}

function useProducts(session: Session, asked: string, text: string): Command[] {
  const admin = useAdminPath()
  const mayEdit = useMay()('everything')
  const isName = isLookedUp(asked) && !asked.includes('@')
  const { data, isPlaceholderData } = useQuery({
    ...productList(session, { page: 1, page_size: 5, search: asked }),
    enabled: isName,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const found = isName && data ? data.results : []
  const shown = isPlaceholderData || asked !== text ? found.filter(({ name }) => matches(name, text)) : found
  return shown.map((product) => ({
    name: product.name,
    hint: productFoundBy(product, asked) ?? 'Producto',
    to: mayEdit ? admin.editProduct(product.id) : admin.products({ search: product.name }),
    Icon: Package,
  }))
}

function screens(admin: AdminPaths): KnownCommand[] {
  return SECTIONS.map(({ name, path, key, Icon, needs }) => ({
    name,
    hint: `g ${key}`,
    to: path(admin),
    Icon,
    needs,
  }))
}

type May = ReturnType<typeof useMay>

/** Interprets the text: with a sign or its word, or shorter than a telephone, a number is an order; an e-mail is looked for. */
function lookUps(admin: AdminPaths, text: string, may: May): Command[] {
  const number = orderNumber(text)
  if (may('orders_read') && number !== undefined)
    return [{ name: `Pedido #${number}`, hint: 'Abrir', to: admin.order(number), Icon: ClipboardList }]
  if (may('customers_read') && text.includes('@'))
    return [{ name: `Usuario ${text}`, hint: 'Buscar', to: admin.users({ email: text }), Icon: UserRound }]
  return []
}

function orderNumber(text: string): number | undefined {
  const digits = /^(?:(?:pedido\s*)?#|pedido\s+)(\d{1,10})$|^(\d{1,6})$/i.exec(text)
  const number = Number(digits?.[1] ?? digits?.[2])
  return number >= 1 && number <= MAX_ID ? number : undefined
}
