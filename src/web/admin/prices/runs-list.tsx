import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { PriceRun } from '../../../contract/catalog/price-runs.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { adminBrands } from '../brands/brands-query.ts'
import { counted } from '../kit/counted.ts'
import { formatMoment } from '../../shop/dates.ts'
import { readPage } from '../kit/read-page.ts'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { filterText, runTitle, sumsText } from './price-words.ts'
import { priceRuns, RUNS_PAGE_SIZE } from './prices-query.ts'
import { UndoButton, useUndo } from './undo-run.tsx'

/** Changes of many prices, newest first, each with its undo. */
export function RunsList() {
  const [params] = useSearchParams()
  const admin = useAdminPath()
  const page = readPage(params)
  const query = useQuery(priceRuns(page))
  const undoing = useUndo()
  const count = query.data?.count ?? 0
  const href = admin.prices({ ver: 'historial' })
  return (
    <>
      <output className="admin-done">{undoing.said}</output>
      <AsyncList
        state={query}
        count={count}
        countText={counted(count, 'cambio de precios', 'cambios de precios')}
        skeleton={<RowSkeletons list="price-runs" row="price-run-skeleton" count={4} />}
        empty={<EmptyState title="Todavía no hay cambios de precios" />}
        errorText="Error al cargar los cambios de precios"
      >
        <ul className="price-runs" aria-label="Cambios de precios">
          {query.data?.results.map((run) => (
            <RunCard key={run.id} run={run} undoing={undoing} />
          ))}
        </ul>
        <Pagination
          page={page}
          pages={Math.ceil(count / RUNS_PAGE_SIZE)}
          href={(to) => (to > 1 ? `${href}&page=${to}` : href)}
          label="Páginas de cambios"
        />
      </AsyncList>
    </>
  )
}

function RunCard({ run, undoing }: { run: PriceRun; undoing: ReturnType<typeof useUndo> }) {
  const { data: brands = [] } = useQuery(adminBrands())
  const filter = filterText(run.filter, brands)
  return (
    <li className="surface price-run">
      <div>
        <h2>{runTitle(run)}</h2>
        {filter !== undefined && <p>{filter}</p>}
        <p>{sumsText(run.changed, run.sum_old, run.sum_new)}</p>
        <p className="price-run-facts">{`#${run.id} · ${formatMoment(run.created_at)} · ${run.user}`}</p>
      </div>
      {run.undone_by === null ? (
        <UndoButton run={run} undoing={undoing} />
      ) : (
        <p className="price-run-facts">Deshecho</p>
      )}
    </li>
  )
}
