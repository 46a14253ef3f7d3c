import { ClipboardCheck, History, PackagePlus } from 'lucide-react'
import { Link } from 'react-router'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import {
  LOW_STOCK,
  STOCK_HEADING,
  STOCK_STATES,
  withheldText,
} from '../../../contract/catalog/stock-rules.ts'
import type { StockPage as Answer, StockRow } from '../../../contract/catalog/stock.ts'
import { formatPesos } from '../../../contract/money.ts'
import { formatNumber } from '../../../contract/place.ts'
import { listStock } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { useMedia } from '../../browser/media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { counted } from '../kit/counted.ts'
import type { Column, RowProps } from '../kit/data-table.tsx'
import { listAddress, oneOf, words } from '../kit/list-address.ts'
import { ListScreen } from '../kit/list-screen.tsx'
import { type ListSource, usePanelList } from '../kit/use-panel-list.ts'
import { ViewLinks } from '../kit/view-links.tsx'
import { useHarvestDialog } from '../lots/harvest-dialog.tsx'
import { presentationsText } from '../prices/price-words.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { Needs, useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { AdjustDialog, LedgerDialog, LowDialog } from './stock-dialogs.tsx'
import './stock-page.css'

interface Filter {
  search: string
  state: (typeof STOCK_STATES)[number] | undefined
}

type Listed = StockRow & { id: number }
type Kind = 'adjust' | 'low' | 'ledger'
type Props = RowProps<Listed, Kind>

const STOCK: ListSource<Listed, Filter, Answer & { results: Listed[] }> = {
  name: 'admin-stock',
  address: listAddress<Filter>({ search: words, state: oneOf(STOCK_STATES) }),
  pageSize: 20,
  ask: async ({ search, state }, page, signal) => {
    const query = { ...page, state, search: search || undefined }
    const answer = await call(listStock, { query, signal })
    return { ...answer, results: answer.results.map((row) => ({ ...row, id: row.blister_id })) }
  },
}

const WORDS = {
  title: 'Stock',
  rows: ['presentación', 'presentaciones'],
  refreshed: 'Stock actualizado',
  loadFailed: 'Error al cargar el stock',
  list: 'Unidades de cada presentación',
  pages: 'Páginas del stock',
} as const

const VIEWS = [
  { view: undefined, name: 'Todas' },
  { view: 'low', name: LOW_STOCK },
  { view: 'out', name: 'Sin stock' },
  { view: 'reserved', name: 'Reservado' },
] as const

const COLUMNS: Column<Listed, Kind>[] = [
  { name: 'Producto', render: ({ row }) => <StockName row={row} /> },
  {
    name: STOCK_HEADING.available,
    label: 'Disponible',
    kind: 'number',
    render: ({ row }) => <Available row={row} />,
  },
  { name: STOCK_HEADING.reserved, kind: 'number', render: ({ row }) => formatNumber(row.reserved) },
  { name: STOCK_HEADING.on_hand, kind: 'number', render: ({ row }) => formatNumber(row.on_hand) },
  {
    name: STOCK_HEADING.low_from,
    kind: 'number',
    className: 'stock-low',
    render: (props) => <LowMark {...props} />,
  },
  {
    name: STOCK_HEADING.value,
    kind: 'number',
    render: ({ row }) => row.value !== undefined && formatPesos(row.value),
  },
  { name: 'Acciones', className: 'stock-actions', render: (props) => <StockButtons {...props} /> },
]

/** Available, reserved and on-hand units of each presentation. */
export default function StockPage() {
  const admin = useAdminPath()
  const list = usePanelList<Listed, Filter, Kind, Answer & { results: Listed[] }>(STOCK)
  const { search, state, page } = list.filter
  const { open, close } = list.dialog
  const totals = list.query.data?.totals
  const { button, dialog } = useHarvestDialog()
  const seesValue = useMay()('orders_read')
  return (
    <ListScreen
      list={list}
      words={WORDS}
      countText={totals ? `${presentationsText(list.count)} · ${totalsText(totals)}` : ''}
      actions={button}
      more={
        <>
          <DownloadButton path="/stock/csv/" query={{ search: search || undefined, state }} name="stock.csv">
            Descargar
          </DownloadButton>
          <Needs right="stock_write">
            <Link className="button secondary" to={admin.stockCount()}>
              <ClipboardCheck aria-hidden="true" size={20} />
              Recuento
            </Link>
          </Needs>
        </>
      }
      search={{ label: 'Buscar presentaciones', placeholder: 'Producto, talle o marca' }}
      views={
        <ViewLinks
          label="Vistas del stock"
          links={VIEWS.map(({ view, name }) => ({
            name,
            to: list.hrefOf({ state: view }),
            isShown: view === state,
          }))}
        />
      }
      look={{ list: 'stack-3', skeleton: 'stock-skeleton', table: 'stock-rows', count: 10 }}
      columns={COLUMNS.filter(({ name }) => seesValue || name !== STOCK_HEADING.value)}
      empty={<Empty isFiltered={search !== '' || state !== undefined || page > 1} />}
    >
      {open?.kind === 'ledger' && <LedgerDialog row={open.row} onClose={close} />}
      {open?.kind === 'low' && <LowDialog row={open.row} onClose={close} onDone={list.say} />}
      {open?.kind === 'adjust' && <AdjustDialog row={open.row} onClose={close} onDone={list.say} />}
      {dialog}
    </ListScreen>
  )
}

function totalsText({ available, reserved, withheld, on_hand, value }: Answer['totals']): string {
  const held = withheld === 0 ? '' : `${counted(withheld, 'retenida', 'retenidas')}, `
  const where = `${counted(available, 'disponible', 'disponibles')}, ${formatNumber(reserved)} ${reserved === 1 ? 'reservada' : 'reservadas'}, ${held}${formatNumber(on_hand)} en depósito`
  return value === undefined ? where : `${where} · ${formatPesos(value)}`
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const admin = useAdminPath()
  return (
    <EmptyState title={isFiltered ? 'No se encontraron presentaciones' : 'Todavía no hay productos'}>
      {isFiltered ? (
        <Link className="button secondary" to={admin.stock()}>
          Quitar los filtros
        </Link>
      ) : (
        <Needs right="everything">
          <Link className="button primary" to={admin.newProduct()}>
            Cargar un producto
          </Link>
        </Needs>
      )}
    </EmptyState>
  )
}

function StockName({ row }: { row: Listed }) {
  const admin = useAdminPath()
  const name = presentationTitle(row)
  const mayEdit = useMay()('everything')
  return (
    <>
      {mayEdit ? <Link to={admin.editProduct(row.product_id)}>{name}</Link> : name}
      <span className="stock-facts">{factsOf(row)}</span>
    </>
  )
}

/** '8 retenidas' in lots on hold, '3 sin lote' for products with lots, and the number of waiting customers. */
function factsOf({ brand, shown, withheld, unlotted, on_hand, waiting }: StockRow): string {
  const isLotted = unlotted < on_hand
  return [
    brand,
    !shown && 'Oculto',
    withheld > 0 && withheldText(withheld),
    isLotted && `${formatNumber(unlotted)} sin lote`,
    waiting > 0 && waitingText(waiting),
  ]
    .filter(Boolean)
    .join(' · ')
}

function waitingText(count: number): string {
  return `${count === 1 ? '1 persona espera' : `${formatNumber(count)} personas esperan`} que vuelva`
}

function Available({ row: { available, low_from } }: { row: Listed }) {
  const tone = available === 0 ? 'err' : available <= low_from ? 'warn' : undefined
  return (
    <>
      <span data-tone={tone}>{formatNumber(available)}</span>
      {tone && (
        <span className="visually-hidden">
          {tone === 'err' ? ', sin stock' : `, ${LOW_STOCK.toLowerCase()}`}
        </span>
      )}
    </>
  )
}

/** Grey numbers are the setting's. */
function LowMark({ row, act }: Props) {
  const units = formatNumber(row.low_from)
  const may = useMay()
  if (!may('stock_write')) return units
  return (
    <button
      type="button"
      className="button quiet"
      data-key="v"
      data-own={row.low_at !== null || undefined}
      aria-haspopup="dialog"
      title="Cambiar el aviso (v)"
      onClick={() => act('low', row)}
    >
      {units}
      <span className="visually-hidden">{`, cambiar el aviso de ${presentationTitle(row)}`}</span>
    </button>
  )
}

/** A mouse has room for titles. */
const DESK = '(pointer: fine) and (width >= 62rem)'

function StockButtons({ row, act }: Props) {
  const name = presentationTitle(row)
  const isDesk = useMedia(DESK)
  return (
    <>
      <Needs right="stock_write">
        <IconButton
          icon={PackagePlus}
          text="Ajustar"
          of={` el stock de ${name}`}
          data-key="e"
          aria-haspopup="dialog"
          onClick={() => act('adjust', row)}
        />
      </Needs>
      <IconButton
        icon={History}
        text="Movimientos"
        of={` de ${name}`}
        title="Movimientos (Enter)"
        look="quiet"
        isIconOnly={isDesk}
        data-key="Enter"
        aria-haspopup="dialog"
        onClick={() => act('ledger', row)}
      />
    </>
  )
}
