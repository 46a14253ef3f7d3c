import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { claimedText, LOT_STATE_LABEL, LOT_STATES } from '../../../contract/catalog/lot-rules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { counted } from '../kit/counted.ts'
import { ListHead } from '../kit/list-head.tsx'
import { readPage } from '../kit/read-page.ts'
import { RefreshButton } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { SearchAndViews } from '../kit/search-and-views.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { HarvestButton } from './harvest-button.tsx'
import { HarvestDialog } from './harvest-dialog.tsx'
import { daysText, lastTestText, leftText, stateBadge } from './lot-words.ts'
import { LOT_PAGE_SIZE, type Lot, type LotFilter, lotList, readLotState } from './lots-query.ts'
import '../../ui/badge.css'
import '../kit/table.css'
import './lots.css'

const FAILED = 'Error al cargar los lotes'

const VIEWS = [undefined, ...LOT_STATES].map((view) => ({
  view,
  name: view === undefined ? 'Todos' : LOT_STATE_LABEL[view],
}))

/** Lots with their units, germination and claims. */
export function LotsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const admin = useAdminPath()
  const filter = { search: params.get('search') ?? '', state: readLotState(params), page: readPage(params) }
  const query = useQuery(lotList(filter))
  const [isAdding, setIsAdding] = useState(false)
  const { results = [], count = 0 } = query.data ?? {}
  const { search, state, page } = filter
  return (
    <>
      <ListHead title="Lotes">
        <HarvestButton onAdd={() => setIsAdding(true)} />
        <RefreshButton refetch={query.refetch} words={{ done: 'Lotes actualizados', failed: FAILED }} />
      </ListHead>
      <Tools filter={filter} />
      <AsyncList
        state={query}
        count={results.length}
        countText={counted(count, 'lote', 'lotes')}
        skeleton={<RowSkeletons list="stock-skeletons" row="stock-skeleton" count={6} />}
        empty={<Empty isFiltered={search !== '' || state !== undefined || page > 1} />}
        errorText={FAILED}
      >
        <LotTable lots={results} />
        <Pagination
          page={page}
          pages={Math.ceil(count / LOT_PAGE_SIZE)}
          href={(to) => admin.lots({ search, state, page: to > 1 ? to : undefined })}
          label="Páginas de los lotes"
        />
      </AsyncList>
      {isAdding && (
        <HarvestDialog onClose={() => setIsAdding(false)} onDone={({ id }) => void navigate(admin.lot(id))} />
      )}
    </>
  )
}

function Tools({ filter: { search, state } }: { filter: LotFilter }) {
  const admin = useAdminPath()
  return (
    <SearchAndViews
      search={{ label: 'Buscar lotes', placeholder: 'Código o producto', value: search }}
      label="Vistas de los lotes"
      names={VIEWS}
      view={state}
      to={(words, view) => admin.lots({ search: words, state: view })}
    />
  )
}

function LotTable({ lots }: { lots: Lot[] }) {
  return (
    <div className="admin-table-frame admin-table-cards lot-rows">
      <table className="admin-table">
        <caption className="visually-hidden">Lotes</caption>
        <thead>
          <tr>
            <th scope="col">Lote</th>
            <th scope="col">Estado</th>
            <th scope="col">Germinación</th>
            <th scope="col">Quedan</th>
            <th scope="col">Reclamos</th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <Row key={lot.id} lot={lot} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ lot }: { lot: Lot }) {
  const admin = useAdminPath()
  return (
    <tr data-row tabIndex={-1}>
      <th scope="row">
        <Link to={admin.lot(lot.id)} data-key="Enter">
          {lot.code}
        </Link>
        <span className="lot-facts">{lot.product}</span>
        <span className="lot-facts">{daysText(lot)}</span>
      </th>
      <td data-label="Estado">
        <LotBadge lot={lot} />
      </td>
      <td data-label="Germinación">{lastTestText(lot)}</td>
      <td data-label="Quedan">{leftText(lot)}</td>
      <td data-label="Reclamos">{claimedText(lot.claims)}</td>
    </tr>
  )
}

export function LotBadge({ lot }: { lot: Lot }) {
  const { text, tone } = stateBadge(lot)
  return <span className={`badge ${tone}`.trimEnd()}>{text}</span>
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const admin = useAdminPath()
  return (
    <EmptyState title={isFiltered ? 'No se encontraron lotes' : 'Todavía no hay lotes'}>
      {isFiltered ? (
        <Link className="button secondary" to={admin.lots()}>
          Quitar los filtros
        </Link>
      ) : (
        <p>Un lote es una cosecha de un producto: dice de dónde salió cada sobre y quién lo recibió.</p>
      )}
    </EmptyState>
  )
}
