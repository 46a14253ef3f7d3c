import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CountLine, StockCount } from '../../../../contract/catalog/stock-counts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AsyncList } from '../../../ui/list/async-list.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { counted } from '../../kit/counted.ts'
import { readPage } from '../../kit/read-page.ts'
import { RowSkeletons } from '../../kit/row-skeletons.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { ViewLinks } from '../../kit/view-links.tsx'
import { moveInGrid } from '../../products/grid-keys.ts'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { COUNT_PAGE_SIZE, type CountFilter, countLines, readCountView } from './count-query.ts'
import { CountRow } from './count-row.tsx'
import type { CountLines } from './use-count.ts'
import '../../kit/lists.css'

const VIEWS = [
  { view: undefined, name: 'Todas' },
  { view: 'missing', name: 'Sin contar' },
  { view: 'counted', name: 'Contadas' },
  { view: 'differing', name: 'Con diferencias' },
] as const

/** Every presentation with a field for its counted units. */
export function CountList({ count, lines }: { count: StockCount; lines: CountLines }) {
  const admin = useAdminPath()
  const [params] = useSearchParams()
  const filter = { search: params.get('search') ?? '', view: readCountView(params), page: readPage(params) }
  const query = useQuery(countLines(count.id, filter))
  const { results = [], count: all = 0 } = query.data ?? {}
  return (
    <>
      <Tools filter={filter} />
      <AsyncList
        state={query}
        count={results.length}
        countText={counted(all, 'presentación', 'presentaciones')}
        skeleton={<RowSkeletons list="stock-skeletons" row="stock-skeleton" count={10} />}
        empty={<EmptyState title="No se encontraron presentaciones" />}
        errorText="Error al cargar las presentaciones"
      >
        <Lines rows={results} lines={lines} />
        <Pagination
          page={filter.page}
          pages={Math.ceil(all / COUNT_PAGE_SIZE)}
          href={(to) => admin.stockCount({ ...filter, page: to > 1 ? to : undefined })}
          label="Páginas del recuento"
        />
      </AsyncList>
    </>
  )
}

interface LinesProps {
  rows: CountLine[]
  lines: CountLines
}

function Lines({ rows, lines }: LinesProps) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div className="admin-table-frame admin-table-cards count-rows" ref={box}>
      <table className="admin-table">
        <caption className="visually-hidden">Lo contado de cada presentación</caption>
        <thead>
          <tr>
            <th scope="col">Producto</th>
            <th scope="col">Contado</th>
            <th scope="col">Diferencia</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line, place) => (
            <CountRow
              key={line.blister_id}
              {...{ line, place, lines }}
              onKey={(event) => moveInGrid(event, box.current, undefined)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Tools({ filter: { search, view: shown } }: { filter: CountFilter }) {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const to = (words: string, view: CountFilter['view']) => admin.stockCount({ search: words, view })
  return (
    <>
      <div className="admin-tools">
        <SearchField
          label="Buscar presentaciones"
          placeholder="Producto, talle o marca"
          value={search}
          onSearch={(words) => void navigate(to(words, shown), { replace: true, preventScrollReset: true })}
        />
      </div>
      <ViewLinks
        label="Vistas del recuento"
        links={VIEWS.map(({ view, name }) => ({ name, to: to(search, view), isShown: view === shown }))}
      />
    </>
  )
}
