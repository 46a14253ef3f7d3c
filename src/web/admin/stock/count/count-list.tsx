import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { presentationTitle } from '../../../../contract/catalog/presentations.ts'
import type { CountLine, StockCount } from '../../../../contract/catalog/stock-counts.ts'
import { formatNumber } from '../../../../contract/place.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AsyncList } from '../../../ui/list/async-list.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { counted } from '../../kit/counted.ts'
import { type PlainColumn, PlainTable } from '../../kit/data-table.tsx'
import { readPage } from '../../kit/read-page.ts'
import { RowSkeletons } from '../../kit/row-skeletons.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { ViewLinks } from '../../kit/view-links.tsx'
import { moveInGrid } from '../../products/grid-keys.ts'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { differenceText } from './count-words.ts'
import { COUNT_PAGE_SIZE, type CountFilter, countLines, type CountLines } from './use-count.ts'

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
  const filter = {
    search: params.get('search') ?? '',
    view: VIEWS.find(({ view }) => view === params.get('view'))?.view,
    page: readPage(params),
  }
  const query = useQuery(countLines(count.id, filter))
  const { results = [], count: all = 0 } = query.data ?? {}
  const box = useRef<HTMLDivElement>(null)
  const columns: PlainColumn<CountLine>[] = [
    {
      name: 'Producto',
      render: (line) => (
        <>
          {presentationTitle(line)}
          <span className="stock-facts">{line.brand}</span>
        </>
      ),
    },
    {
      name: 'Contado',
      render: (line, place) => (
        <CountField
          {...{ line, place, lines }}
          onKey={(event) => moveInGrid(event, box.current, undefined)}
        />
      ),
    },
    {
      name: 'Diferencia',
      className: 'count-outcome',
      render: (line) => <Outcome line={line} typed={lines.typed[line.blister_id]} />,
    },
  ]
  return (
    <>
      <Tools filter={filter} />
      <AsyncList
        state={query}
        count={results.length}
        countText={counted(all, 'presentación', 'presentaciones')}
        skeleton={<RowSkeletons list="stack-3" row="stock-skeleton" count={10} />}
        empty={<EmptyState title="No se encontraron presentaciones" />}
        errorText="Error al cargar las presentaciones"
      >
        <PlainTable
          ref={box}
          className="count-rows"
          caption="Lo contado de cada presentación"
          columns={columns}
          rows={results}
          keyOf={({ blister_id: id }) => id}
        />
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

function errorId({ blister_id: id }: CountLine): string {
  return `count-error-${id}`
}

interface CountFieldProps {
  line: CountLine
  /** Its index in the list, for keyboard navigation. */
  place: number
  lines: CountLines
  onKey: (event: KeyboardEvent) => void
}

/** The count of a presentation; Enter saves it and moves to the next one. */
function CountField({ line, place, lines, onKey }: CountFieldProps) {
  const { blister_id: id, counted } = line
  const typed = lines.typed[id]
  return (
    <input
      className="field-control count-input"
      aria-label={`Contado de ${presentationTitle(line)}`}
      aria-invalid={typed?.error ? true : undefined}
      aria-describedby={typed?.error ? errorId(line) : undefined}
      inputMode="numeric"
      autoComplete="off"
      data-cell={place}
      value={typed?.text ?? (counted === null ? '' : formatNumber(counted))}
      onChange={(event) => lines.change(line, event.target.value)}
      onBlur={() => lines.save(line)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') lines.save(line)
        onKey(event)
      }}
    />
  )
}

function Outcome({ line, typed }: { line: CountLine; typed: CountLines['typed'][number] | undefined }) {
  return (
    <>
      {typed?.isBusy ? 'Guardando…' : <Difference line={line} />}
      {typed?.error && (
        <span className="field-error" id={errorId(line)} role="alert">
          {typed.error}
        </span>
      )}
    </>
  )
}

function Difference({ line: { difference, expected, counted_by: by } }: { line: CountLine }) {
  if (difference === null) return <span className="count-none">Sin contar</span>
  return (
    <>
      <strong data-tone={difference === 0 ? 'ok' : 'warn'}>{differenceText(difference)}</strong>
      <span className="stock-facts">
        {[
          difference !== 0 &&
            `se ${expected === 1 ? 'esperaba' : 'esperaban'} ${formatNumber(expected ?? 0)}`,
          by,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
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
