import { AsyncList, type ListState } from '../../../ui/list/async-list.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RefreshLine } from '../../../ui/refresh-line.tsx'
import { LoadingBlocks, Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { MoreButton } from '../more-button.tsx'
import { MoreMenu } from '../more-menu.tsx'
import { RowCard } from '../row-card.tsx'
import { RefreshButton } from '../refresh-button.tsx'
import { SearchField } from '../search-field.tsx'

export function Waiting() {
  return (
    <div className="kit-grid">
      <Skeleton className="kit-skeleton" />
      <LoadingBlocks className="" blocks={['kit-skeleton', 'kit-skeleton']} />
      <div>
        <RefreshLine active />
        <p>Con la línea que dice que se está actualizando.</p>
      </div>
      <EmptyState title="Todavía no hay nada">
        <p>Con una salida.</p>
      </EmptyState>
      <ErrorPanel title="No se pudo cargar" note="Se muestra lo último que se cargó." onRetry={() => {}} />
      <div className="kit-picture">
        <Picture src={null} alt="Una imagen que falta" sizes="96px" widths={[96]} width={96} height={96} />
      </div>
    </div>
  )
}

const LOADED: ListState = {
  isPending: false,
  isError: false,
  error: null,
  isRefetching: false,
  dataUpdatedAt: 1,
  refetch: () => Promise.resolve(),
}
const STATES: Record<string, { state: ListState; count: number }> = {
  cargada: { state: LOADED, count: 2 },
  cargando: { state: { ...LOADED, isPending: true, dataUpdatedAt: 0 }, count: 0 },
  vacía: { state: LOADED, count: 0 },
  'con error': { state: { ...LOADED, isError: true, error: new Error('Sin conexión.') }, count: 2 },
  actualizándose: { state: { ...LOADED, isRefetching: true }, count: 2 },
  'de otro filtro': { state: { ...LOADED, isPlaceholderData: true }, count: 2 },
}

interface Lot {
  id: number
  code: string
  units: number
}

const COLUMNS: Column<Lot>[] = [
  { name: 'Lote', render: ({ row }) => row.code },
  { name: 'Unidades', kind: 'number', render: ({ row }) => row.units },
  {
    name: 'Acciones',
    kind: 'buttons',
    render: ({ row }) => (
      <button type="button" className="button secondary">
        Ajustar
        <span className="visually-hidden">{` ${row.code}`}</span>
      </button>
    ),
  },
]

const ROWS = [
  { row: { id: 1, code: 'YERBA-26', units: 12 }, isGone: false },
  { row: { id: 2, code: 'SERENO-25', units: 0 }, isGone: true },
].map((row) => ({ ...row, now: 0, act: () => {} }))

const HEAD = (
  <div className="row-card-head">
    <h3>Una fila como tarjeta</h3>
    <time>hace 2 h</time>
  </div>
)

export function Lists() {
  return (
    <>
      <div className="kit-row">
        <SearchField label="Buscar" placeholder="Nombre" value="yerba" onSearch={() => {}} />
        <RefreshButton
          refetch={() => Promise.resolve({ isError: false })}
          words={{ done: 'Filas actualizadas', failed: 'Error al cargar las filas' }}
        />
        <div className="admin-head-actions row-2">
          <MoreMenu>
            <button type="button" className="button secondary">
              Descargar
            </button>
          </MoreMenu>
        </div>
        <MoreButton list={{ isFetchingNextPage: false, fetchNextPage: () => Promise.resolve() }}>
          Ver más
        </MoreButton>
        <MoreButton list={{ isFetchingNextPage: true, fetchNextPage: () => Promise.resolve() }}>
          Ver más
        </MoreButton>
      </div>
      <div className="kit-grid">
        {Object.entries(STATES).map(([name, { state, count }]) => (
          <div key={name}>
            <h3>{`Lista ${name}`}</h3>
            <AsyncList
              state={state}
              count={count}
              countText={`${count} filas`}
              skeleton={<Skeleton className="kit-skeleton" />}
              empty={<EmptyState title="No hay filas" />}
              errorText="Error al cargar las filas"
            >
              <ul>
                <li>Una fila</li>
                <li>Otra fila</li>
              </ul>
            </AsyncList>
          </div>
        ))}
      </div>
      <DataTable caption="Lotes" columns={COLUMNS} rows={ROWS} />
      <ul className="row-cards">
        <RowCard id={3} className="row-card stack-3" label="Una tarjeta" head={HEAD} isGone>
          <p className="row-card-flags">
            <span className="badge warn">Recibida</span>
            <span className="badge err">Vencida</span>
          </p>
          <p>Con lo que sabe de ella.</p>
        </RowCard>
      </ul>
      <Pagination page={4} pages={12} href={(page) => `?page=${page}`} />
    </>
  )
}
