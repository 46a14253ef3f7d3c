import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { formatPesos } from '../../../contract/money.ts'
import { LOW_STOCK } from '../../../contract/catalog/stock-rules.ts'
import type { StockPage as Answer, StockRow } from '../../../contract/catalog/stock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { DownloadButton } from '../shell/download-button.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { readPage } from '../kit/read-page.ts'
import { RefreshButton } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { SearchAndViews } from '../kit/search-and-views.tsx'
import { presentationsText } from '../prices/price-words.ts'
import { HarvestButton } from '../lots/harvest-button.tsx'
import { HarvestDialog } from '../lots/harvest-dialog.tsx'
import { Needs } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { LedgerDialog } from './ledger-dialog.tsx'
import { LowDialog } from './low-dialog.tsx'
import { readStockState, STOCK_PAGE_SIZE, type StockFilter, stockList } from './stock-query.ts'
import { StockTable } from './stock-table.tsx'
import { formatNumber } from '../../../contract/place.ts'
import { counted } from '../kit/counted.ts'
import './stock-page.css'

const FAILED = 'Error al cargar el stock'

const VIEWS = [
  { view: undefined, name: 'Todas' },
  { view: 'low', name: LOW_STOCK },
  { view: 'out', name: 'Sin stock' },
  { view: 'reserved', name: 'Reservado' },
] as const

export interface OpenRow {
  kind: 'adjust' | 'low' | 'ledger'
  row: StockRow
}

/** Available, reserved and on-hand units of each presentation. */
export function StockPage() {
  const [params] = useSearchParams()
  const admin = useAdminPath()
  const filter = {
    search: params.get('search') ?? '',
    state: readStockState(params),
    page: readPage(params),
  }
  const query = useQuery(stockList(filter))
  const [open, setOpen] = useState<OpenRow>()
  const [said, setSaid] = useState('')
  const [isHarvest, setIsHarvest] = useState(false)
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  return (
    <>
      <ListHead title="Stock">
        <HarvestButton onAdd={() => setIsHarvest(true)} />
        <Needs right="stock_write">
          <Link className="button secondary" to={admin.stockCount()}>
            Recuento
          </Link>
        </Needs>
        <RefreshButton refetch={query.refetch} words={{ done: 'Stock actualizado', failed: FAILED }} />
        <DownloadButton
          path="/stock/csv/"
          query={{ search: filter.search || undefined, state: filter.state }}
          name="stock.csv"
        >
          Descargar
        </DownloadButton>
      </ListHead>
      <Tools filter={filter} said={said} />
      <Rows filter={filter} query={query} onOpen={setOpen} />
      {open?.kind === 'ledger' && <LedgerDialog row={open.row} onClose={close} />}
      {open?.kind === 'low' && <LowDialog row={open.row} onClose={close} onDone={setSaid} />}
      {isHarvest && (
        <HarvestDialog
          onClose={() => setIsHarvest(false)}
          onDone={({ id }) => void navigate(admin.lot(id))}
        />
      )}
      {open?.kind === 'adjust' && <AdjustDialog row={open.row} onClose={close} onDone={setSaid} />}
    </>
  )
}

function Tools({ filter, said }: { filter: StockFilter; said: string }) {
  const admin = useAdminPath()
  const { search, state } = filter
  return (
    <SearchAndViews
      search={{ label: 'Buscar presentaciones', placeholder: 'Producto, talle o marca', value: search }}
      label="Vistas del stock"
      names={VIEWS}
      view={state}
      to={(words, view) => admin.stock({ search: words, state: view })}
    >
      <output className="admin-done">{said}</output>
    </SearchAndViews>
  )
}

interface RowsProps {
  filter: StockFilter
  query: ReturnType<typeof useQuery<Answer>>
  onOpen: (open: OpenRow) => void
}

function Rows({ filter, query, onOpen }: RowsProps) {
  const admin = useAdminPath()
  const { search, state, page } = filter
  const { results = [], count = 0, totals } = query.data ?? {}
  return (
    <AsyncList
      state={query}
      count={results.length}
      countText={totals ? `${presentationsText(count)} · ${totalsText(totals)}` : ''}
      skeleton={<RowSkeletons list="stock-skeletons" row="stock-skeleton" count={10} />}
      empty={<Empty isFiltered={search !== '' || state !== undefined || page > 1} />}
      errorText={FAILED}
    >
      <StockTable rows={results} onOpen={onOpen} />
      <Pagination
        page={page}
        pages={Math.ceil(count / STOCK_PAGE_SIZE)}
        href={(to) => admin.stock({ search, state, page: to > 1 ? to : undefined })}
        label="Páginas del stock"
      />
    </AsyncList>
  )
}

function totalsText({ available, reserved, withheld, on_hand, value }: Answer['totals']): string {
  const units = (count: number) => formatNumber(count)
  const held = withheld === 0 ? '' : `${counted(withheld, 'retenida', 'retenidas')}, `
  const where = `${counted(available, 'disponible', 'disponibles')}, ${units(reserved)} ${reserved === 1 ? 'reservada' : 'reservadas'}, ${held}${units(on_hand)} en depósito`
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
