import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import {
  CLAIM_STATUSES,
  type ClaimStatus,
  CLAIMS_FORBIDDEN,
} from '../../../contract/warranty/warranty-status.ts'
import { Refusal } from '../../data/api.ts'
import { claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { counted } from '../kit/counted.ts'
import { HeldPages } from '../kit/held-pages.tsx'
import { DownloadButton } from '../shell/download-button.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { useNow } from '../kit/use-now.ts'
import { useRowDialog } from '../kit/use-row-dialog.ts'
import { useStable } from '../kit/use-stable.ts'
import { AdminClaimCard, type ClaimAction } from './claim-card.tsx'
import { ClaimDialog } from './claim-dialogs.tsx'
import { claimMatches } from './claim-words.ts'
import { ReplacementDialog } from './replacement-dialog.tsx'
import {
  belongs,
  claimCounts,
  type ClaimFilter,
  claimList,
  type ClaimsAnswer,
  claimParams,
  CLAIMS_PAGE_SIZE,
  readClaimFilter,
} from './claims-query.ts'
import '../../forms/chips.css'
import '../kit/list-filters.css'
import '../kit/list-tools.css'
import '../kit/status-count.css'
import './claims-page.css'

const LOAD_FAILED = 'Error al cargar los reclamos'
const REFRESH_FAILED = 'Error al actualizar los reclamos'

/** Warranty claims, newest first. */
export default function ClaimsPage() {
  const [params, setParams] = useSearchParams()
  const filter = readClaimFilter(params)
  const query = useQuery(claimList(filter))
  const box = useRef<HTMLDivElement>(null)
  const list = useClaimRows(box, query, filter)
  const dialog = useRowDialog<ClaimAction, Claim>(list.rows)
  const act = useStable(dialog.show)
  const [typed, setTyped] = useTypedSearch(filter.search)
  const [done, setDone] = useState('')
  const shown = list.rows.filter((claim) => claimMatches(claim, typed))
  const go = (change: Partial<ClaimFilter>) => {
    setDone('')
    setParams(claimParams({ ...filter, page: 1, ...change }), {
      replace: change.search !== undefined,
      preventScrollReset: true,
    })
  }
  /** A row that no longer belongs to the list is removed. */
  const changed = (claim: Claim) => {
    dialog.close()
    if (!belongs(claim, filter)) list.drop(claim.id, shown)
    setDone(`Reclamo #${claim.id}: ${claimStatusLabel(claim.status)}`)
  }
  return (
    <>
      <Head query={query} filter={filter} />
      <Tools {...{ filter, go, done }} onType={setTyped} />
      <ClaimList {...{ box, filter, query, list, shown, go }} onAct={act} />
      {dialog.open?.kind === 'replace' && (
        <ReplacementDialog claim={dialog.open.row} onClose={dialog.close} />
      )}
      {dialog.open && dialog.open.kind !== 'replace' && (
        <ClaimDialog
          key={`${dialog.open.kind} ${dialog.open.row.id}`}
          claim={dialog.open.row}
          kind={dialog.open.kind}
          onChanged={changed}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

/** The typed text, which filters the loaded claims at each key; follows the search of the address when that changes. */
function useTypedSearch(search: string) {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  if (search !== known) {
    setKnown(search)
    setTyped(search)
  }
  return [typed, setTyped] as const
}

function Head({ query, filter: { status, search } }: { query: ClaimsQuery; filter: ClaimFilter }) {
  useFailureToast(query.isError, REFRESH_FAILED)
  return (
    <ListHead title="Reclamos">
      <RefreshButton
        refetch={query.refetch}
        words={{ done: 'Reclamos actualizados', failed: REFRESH_FAILED }}
        isPolled
      />
      <DownloadButton
        path="/warranty-claims/csv/"
        query={{ status, search: search || undefined }}
        name="reclamos.csv"
      >
        Descargar
      </DownloadButton>
    </ListHead>
  )
}

interface ToolsProps {
  filter: ClaimFilter
  go: (change: Partial<ClaimFilter>) => void
  /** The last action. */
  done: string
  onType: (words: string) => void
}

function Tools({ filter, go, done, onType }: ToolsProps) {
  const counts = useQuery(claimCounts()).data
  const search = (words: string) => {
    onType(words)
    if (words !== filter.search) go({ search: words })
  }
  return (
    <>
      <div className="admin-tools">
        <SearchField
          label="Buscar reclamos por nombre, email, número de pedido o producto"
          placeholder="Nombre, email, pedido o producto"
          value={filter.search}
          onType={onType}
          onSearch={search}
        />
        <output className="admin-done">{done}</output>
      </div>
      <StatusChips chosen={filter.status} counts={counts} onChoose={(status) => go({ status })} />
    </>
  )
}

type ClaimsQuery = UseQueryResult<ClaimsAnswer>

function useClaimRows(box: RefObject<HTMLElement | null>, query: ClaimsQuery, filter: ClaimFilter) {
  return useHeldList({
    box,
    query,
    listKey: claimParams(filter).toString(),
    page: filter.page,
    pageSize: CLAIMS_PAGE_SIZE,
    belongs: (claim) => belongs(claim, filter),
  })
}

interface ClaimListProps {
  box: RefObject<HTMLDivElement | null>
  filter: ClaimFilter
  query: ClaimsQuery
  list: ReturnType<typeof useClaimRows>
  /** The claims that match the typed text. */
  shown: Claim[]
  go: (change: Partial<ClaimFilter>) => void
  onAct: (action: ClaimAction, claim: Claim) => void
}

function ClaimList({ box, filter, query, list, shown, go, onAct }: ClaimListProps) {
  const now = useNow()
  const count = query.data?.count ?? 0
  return (
    <div ref={box}>
      <HeldPages
        state={query}
        list={list}
        one="reclamo nuevo"
        many="reclamos nuevos"
        shown={shown.length}
        count={count}
        countText={countText(filter, count)}
        skeleton={
          <RowSkeletons
            list="admin-claims"
            row="admin-claim-skeleton"
            parts={['badge', 'title', 'line', 'line', 'line', 'line', 'line', 'buttons', 'buttons']}
          />
        }
        empty={<NoClaims filter={filter} onClear={() => go({ search: '', status: undefined })} />}
        errorText={errorText(query.error, query.dataUpdatedAt > 0)}
        page={filter.page}
        pageSize={CLAIMS_PAGE_SIZE}
        paramsOf={(page) => claimParams({ ...filter, page })}
        pagesLabel="Páginas de reclamos"
      >
        <ul className="admin-claims" aria-label="Reclamos">
          {shown.map((claim) => (
            <AdminClaimCard key={claim.id} {...{ claim, now, onAct }} isGone={list.gone.has(claim.id)} />
          ))}
        </ul>
      </HeldPages>
    </div>
  )
}

interface StatusChipsProps {
  chosen: ClaimStatus | undefined
  counts: Record<ClaimStatus, number> | undefined
  onChoose: (status: ClaimStatus | undefined) => void
}

function StatusChips({ chosen, counts, onChoose }: StatusChipsProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <fieldset className="claim-chips-frame" aria-label="Estado de los reclamos">
      <div className="claim-chips">
        {[undefined, ...CLAIM_STATUSES].map((status) => (
          <button
            key={status ?? 'all'}
            type="button"
            className="admin-chip"
            aria-pressed={status === chosen}
            onClick={() => onChoose(status)}
          >
            <span>{status ? claimStatusLabel(status) : 'Todos'}</span>
            {counts && (
              <>
                <span className="visually-hidden">, </span>
                <span className="admin-tab-count">{status ? counts[status] : all}</span>
              </>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function errorText(error: unknown, hasData: boolean): string {
  if (error instanceof Refusal && [401, 403].includes(error.status)) return CLAIMS_FORBIDDEN
  return hasData ? REFRESH_FAILED : LOAD_FAILED
}

function countText({ status, search }: ClaimFilter, count: number): string {
  return [
    counted(count, 'reclamo registrado', 'reclamos registrados'),
    status && `en estado ${claimStatusLabel(status)}`,
    search && `con «${search}»`,
  ]
    .filter(Boolean)
    .join(', ')
}

function NoClaims({ filter, onClear }: { filter: ClaimFilter; onClear: () => void }) {
  return (
    <EmptyState title="No se encontraron reclamos">
      {(filter.search !== '' || filter.status) && (
        <button type="button" className="button secondary" onClick={onClear}>
          Ver todos
        </button>
      )}
    </EmptyState>
  )
}
