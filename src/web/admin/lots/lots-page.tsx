import { Link } from 'react-router'
import {
  claimedText,
  LOT_STATE_LABEL,
  LOT_STATES,
  type LotState,
} from '../../../contract/catalog/lot-rules.ts'
import { listLots } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Column } from '../kit/data-table.tsx'
import { listAddress, oneOf, words } from '../kit/list-address.ts'
import { ListScreen } from '../kit/list-screen.tsx'
import { type ListSource, usePanelList } from '../kit/use-panel-list.ts'
import { ViewLinks } from '../kit/view-links.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { useHarvestDialog } from './harvest-dialog.tsx'
import { daysText, lastTestText, leftText, stateBadge } from './lot-words.ts'
import type { Lot } from './lots-query.ts'
import './lots.css'

interface Filter {
  search: string
  state: LotState | undefined
}

const LOTS: ListSource<Lot, Filter> = {
  name: 'admin-lots',
  address: listAddress<Filter>({ search: words, state: oneOf(LOT_STATES) }),
  pageSize: 20,
  ask: ({ search, state }, page, signal) =>
    call(listLots, { query: { ...page, state, search: search || undefined }, signal }),
}

const WORDS = {
  title: 'Lotes',
  rows: ['lote', 'lotes'],
  refreshed: 'Lotes actualizados',
  loadFailed: 'Error al cargar los lotes',
  pages: 'Páginas de los lotes',
} as const

const COLUMNS: Column<Lot>[] = [
  { name: 'Lote', render: ({ row }) => <LotName lot={row} /> },
  { name: 'Estado', render: ({ row }) => <LotBadge lot={row} /> },
  { name: 'Germinación', render: ({ row }) => lastTestText(row) },
  { name: 'Quedan', render: ({ row }) => leftText(row) },
  { name: 'Reclamos', render: ({ row }) => claimedText(row.claims) },
]

/** Lots with their units, germination and claims. */
export default function LotsPage() {
  const admin = useAdminPath()
  const list = usePanelList<Lot, Filter, string>(LOTS)
  const { search, state, page } = list.filter
  const { button, dialog } = useHarvestDialog()
  return (
    <ListScreen
      list={list}
      words={WORDS}
      actions={button}
      search={{ label: 'Buscar lotes', placeholder: 'Código o producto' }}
      views={
        <ViewLinks
          label="Vistas de los lotes"
          links={[undefined, ...LOT_STATES].map((view) => ({
            name: view === undefined ? 'Todos' : LOT_STATE_LABEL[view],
            to: list.hrefOf({ state: view }),
            isShown: view === state,
          }))}
        />
      }
      look={{ list: 'stack-3', skeleton: 'stock-skeleton', table: 'lot-rows', count: 6 }}
      columns={COLUMNS}
      empty={
        search === '' && state === undefined && page === 1 ? (
          <EmptyState title="Todavía no hay lotes">
            <p>Un lote es una cosecha de un producto: dice de dónde salió cada sobre y quién lo recibió.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No se encontraron lotes">
            <Link className="button secondary" to={admin.lots()}>
              Quitar los filtros
            </Link>
          </EmptyState>
        )
      }
    >
      {dialog}
    </ListScreen>
  )
}

function LotName({ lot }: { lot: Lot }) {
  const admin = useAdminPath()
  return (
    <>
      <Link to={admin.lot(lot.id)} data-key="Enter">
        {lot.code}
      </Link>
      <span className="lot-product">{lot.product}</span>
      <span className="lot-facts">{daysText(lot)}</span>
    </>
  )
}

export function LotBadge({ lot }: { lot: Lot }) {
  const { text, tone } = stateBadge(lot)
  return <span className={`badge ${tone}`.trimEnd()}>{text}</span>
}
