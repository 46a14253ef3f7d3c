import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Claim } from '../../../contract/warranty.ts'
import { CLAIM_STATUSES, type ClaimStatus, CLAIMS_FORBIDDEN } from '../../../contract/warranty-status.ts'
import { Refusal } from '../../data/api.ts'
import { claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdminClaimCard, type ClaimAction } from './claim-card.tsx'
import { ClaimDialog } from './claim-dialogs.tsx'
import { claimMatches } from './claim-words.ts'
import {
  belongs,
  claimCounts,
  type ClaimFilter,
  claimList,
  claimParams,
  CLAIMS_PAGE_SIZE,
  readClaimFilter,
} from './claims-query.ts'
import { isAtWorkIn, useHeldRows } from '../lists/held-rows.ts'
import { counted } from '../orders/order-words.ts'
import { RefreshControl } from '../lists/refresh-button.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useManualRefresh } from '../lists/use-manual-refresh.ts'
import { useNow } from '../lists/use-now.ts'
import { useRowFocus } from '../orders/use-orders-list.ts'
import '../lists/held-rows.css'
import '../../forms/chips.css'
import '../lists/list-filters.css'
import '../lists/list-tools.css'
import '../lists/status-count.css'
import './claims-page.css'

interface OpenDialog {
  kind: ClaimAction
  claim: Claim
}

/** The warranty claims, newest first, with evidence and decision side by side. */
export default function ClaimsPage() {
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const filter = readClaimFilter(params)
  const query = useQuery(claimList(session, filter))
  const counts = useQuery(claimCounts(session)).data
  const [typed, setTyped] = useState(filter.search)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [done, setDone] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const now = useNow()
  const { data } = query
  const rows = useHeldRows({
    listKey: claimParams(filter).toString(),
    answer: query.isPlaceholderData ? undefined : data?.results,
    page: filter.page,
    pageSize: CLAIMS_PAGE_SIZE,
    isHeld: () => isAtWorkIn(box.current),
    belongs: (claim) => belongs(claim, filter),
  })
  const refresh = useManualRefresh(query, {
    done: 'Reclamos actualizados',
    failed: 'Error al actualizar los reclamos',
  })
  const act = useCallback((kind: ClaimAction, claim: Claim) => setDialog({ kind, claim }), [setDialog])

  const go = (change: Partial<ClaimFilter>) => {
    setDone('')
    setParams(claimParams({ ...filter, page: 1, ...change }), {
      replace: change.search !== undefined,
      preventScrollReset: true,
    })
  }
  const loaded = query.isPlaceholderData ? (data?.results ?? []) : rows.rows
  const shown = loaded.filter((claim) => claimMatches(claim, typed))
  const open = dialog && { ...dialog, claim: loaded.find(({ id }) => id === dialog.claim.id) ?? dialog.claim }
  const focusRow = useRowFocus(box)
  /** The row leaves when it is no longer one of this list, and work goes on at the next. */
  const changed = (claim: Claim) => {
    setDialog(undefined)
    if (!belongs(claim, filter)) {
      const at = shown.findIndex(({ id }) => id === claim.id)
      focusRow((shown[at + 1] ?? shown[at - 1])?.id)
      rows.drop(claim.id)
    }
    setDone(`Reclamo #${claim.id}: ${claimStatusLabel(claim.status)}`)
  }
  return (
    <>
      <title>{`Reclamos · ${SITE}`}</title>
      <header className="admin-head">
        <h1 tabIndex={-1}>Reclamos</h1>
        <div className="admin-head-actions">
          <RefreshControl onRefresh={refresh} />
        </div>
      </header>
      <div className="admin-tools">
        <SearchField
          label="Buscar reclamos por nombre, email, número de pedido o producto"
          placeholder="Nombre, email, pedido o producto"
          value={filter.search}
          onType={setTyped}
          onSearch={(search) => {
            setTyped(search)
            if (search !== filter.search) go({ search })
          }}
        />
        <output className="admin-done">{done}</output>
      </div>
      <StatusChips chosen={filter.status} counts={counts} onChoose={(status) => go({ status })} />
      <div ref={box}>
        <AsyncList
          state={query}
          count={shown.length === 0 ? 0 : (data?.count ?? 0)}
          countText={countText(filter, data?.count ?? 0)}
          skeleton={<ClaimsSkeleton />}
          empty={<NoClaims filter={filter} onClear={() => go({ search: '', status: undefined })} />}
          errorText={errorText(query.error, query.dataUpdatedAt > 0)}
          onRetry={() => void query.refetch()}
        >
          {(rows.fresh.length > 0 || rows.gone.size > 0) && (
            <button type="button" className="button secondary admin-news" onClick={rows.show}>
              {rows.fresh.length > 0 && filter.page === 1
                ? `${counted(rows.fresh.length, 'reclamo nuevo', 'reclamos nuevos')} — mostrar`
                : 'La lista cambió — mostrar'}
            </button>
          )}
          <ul className="admin-claims" aria-label="Reclamos">
            {shown.map((claim) => (
              <AdminClaimCard
                key={claim.id}
                claim={claim}
                isGone={rows.gone.has(claim.id)}
                now={now}
                onAct={act}
              />
            ))}
          </ul>
          <Pagination
            page={filter.page}
            pages={Math.ceil((data?.count ?? 0) / CLAIMS_PAGE_SIZE)}
            href={(page) => `?${claimParams({ ...filter, page }).toString()}`}
            label="Páginas de reclamos"
          />
        </AsyncList>
      </div>
      {open && (
        <ClaimDialog
          key={`${open.kind} ${open.claim.id}`}
          session={session}
          claim={open.claim}
          kind={open.kind}
          now={now}
          onChanged={changed}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
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
            {status ? claimStatusLabel(status) : 'Todos'}
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
  return hasData ? 'Error al actualizar los reclamos' : 'Error al cargar los reclamos'
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

function ClaimsSkeleton() {
  return (
    <div className="admin-claims">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className="admin-claim-skeleton" />
      ))}
    </div>
  )
}
