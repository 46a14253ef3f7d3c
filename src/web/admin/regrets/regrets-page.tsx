import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  REGRET_STATUS_LABEL,
  REGRET_STATUSES,
  type RegretStatus,
} from '../../../contract/legal/regret-rules.ts'
import type { Regret } from '../../../contract/legal/regrets.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { counted } from '../kit/counted.ts'
import { HeldPages } from '../kit/held-pages.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { TabChips } from '../kit/tab-chips.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { useNow } from '../kit/use-now.ts'
import { useRowDialog } from '../kit/use-row-dialog.ts'
import { useStable } from '../kit/use-stable.ts'
import { type RegretAction, RegretCard } from './regret-card.tsx'
import { RegretDialog } from './regret-dialog.tsx'
import {
  belongs,
  readRegretFilter,
  regretList,
  regretParams,
  type RegretRow,
  REGRETS_PAGE_SIZE,
} from './regrets-query.ts'
import './regrets-page.css'

const LOAD_FAILED = 'Error al cargar las solicitudes'
const REFRESH_FAILED = 'Error al actualizar las solicitudes'

/** Requests to withdraw from a purchase, newest first, with the time left for an answer. */
export function RegretsPage() {
  const [params] = useSearchParams()
  const filter = readRegretFilter(params)
  const query = useQuery(regretList(filter))
  const box = useRef<HTMLDivElement>(null)
  const list = useRegretRows(box, query, filter)
  const dialog = useRowDialog<RegretAction, Regret>(list.rows)
  const [done, setDone] = useState('')
  const changed = (regret: Regret) => {
    dialog.close()
    if (!belongs(regret, filter)) list.drop(regret.id)
    setDone(`Solicitud ${regret.code}: ${REGRET_STATUS_LABEL[regret.status]}`)
  }
  useFailureToast(query.isError, REFRESH_FAILED)
  return (
    <>
      <ListHead title="Arrepentimientos">
        <RefreshButton
          refetch={query.refetch}
          words={{ done: 'Solicitudes actualizadas', failed: REFRESH_FAILED }}
          isPolled
        />
      </ListHead>
      <output className="admin-done">{done}</output>
      <StatusChips chosen={filter.status} />
      <RegretList {...{ box, filter, query, list }} onAct={useStable(dialog.show)} />
      {dialog.open && (
        <RegretDialog
          key={dialog.open.row.id}
          regret={dialog.open.row}
          onChanged={changed}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

type RegretsQuery = ReturnType<typeof useQuery<{ results: RegretRow[]; count: number }>>
type RegretFilter = ReturnType<typeof readRegretFilter>

function useRegretRows(box: RefObject<HTMLElement | null>, query: RegretsQuery, filter: RegretFilter) {
  return useHeldList({
    box,
    query,
    listKey: regretParams(filter).toString(),
    page: filter.page,
    pageSize: REGRETS_PAGE_SIZE,
    belongs: (regret) => belongs(regret, filter),
  })
}

interface RegretListProps {
  box: RefObject<HTMLDivElement | null>
  filter: RegretFilter
  query: RegretsQuery
  list: ReturnType<typeof useRegretRows>
  onAct: (action: RegretAction, regret: Regret) => void
}

function RegretList({ box, filter, query, list, onAct }: RegretListProps) {
  const now = useNow()
  const count = query.data?.count ?? 0
  return (
    <div ref={box}>
      <HeldPages
        state={query}
        list={list}
        one="solicitud nueva"
        many="solicitudes nuevas"
        shown={list.rows.length}
        count={count}
        countText={counted(count, 'solicitud', 'solicitudes')}
        skeleton={<RowSkeletons list="regrets" row="regret-skeleton" />}
        empty={<EmptyState title="No hay solicitudes de arrepentimiento" />}
        errorText={query.dataUpdatedAt > 0 ? REFRESH_FAILED : LOAD_FAILED}
        page={filter.page}
        pageSize={REGRETS_PAGE_SIZE}
        paramsOf={(page) => regretParams({ ...filter, page })}
        pagesLabel="Páginas de solicitudes"
      >
        <ul className="regrets" aria-label="Solicitudes">
          {list.rows.map((regret) => (
            <RegretCard key={regret.id} {...{ regret, now, onAct }} isGone={list.gone.has(regret.id)} />
          ))}
        </ul>
      </HeldPages>
    </div>
  )
}

function StatusChips({ chosen }: { chosen: RegretStatus | undefined }) {
  const [, setParams] = useSearchParams()
  return (
    <TabChips
      label="Estado de las solicitudes"
      tabs={[undefined, ...REGRET_STATUSES].map((status) => ({
        key: status,
        name: status ? REGRET_STATUS_LABEL[status] : 'Todas',
      }))}
      chosen={chosen}
      onChoose={(status) => setParams(regretParams({ status, page: 1 }), { preventScrollReset: true })}
    />
  )
}
