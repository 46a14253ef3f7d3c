import { useQuery } from '@tanstack/react-query'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import {
  CLAIM_STATUSES,
  type ClaimStatus,
  CLAIMS_FORBIDDEN,
} from '../../../contract/warranty/warranty-status.ts'
import { countClaims, listClaims } from '../../../contract/warranty/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import { withLoginMessage } from '../../session/login-message.ts'
import { ClaimStatusBadge, claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { formatShortDay } from '../../shop/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { counted } from '../kit/counted.ts'
import type { Column } from '../kit/data-table.tsx'
import { listAddress, oneOf, words } from '../kit/list-address.ts'
import { ListScreen } from '../kit/list-screen.tsx'
import { TabChips } from '../kit/tab-chips.tsx'
import { type ListSource, usePanelList } from '../kit/use-panel-list.ts'
import { adminKey } from '../shell/admin-key.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { AdminClaimCard, type ClaimAction, ClaimButtons, ClaimUrgency, OrderNumber } from './claim-card.tsx'
import { ClaimDialog } from './claim-dialogs.tsx'
import { claimMatches } from './claim-words.ts'
import { ReplacementDialog } from './replacement-dialog.tsx'
import './claims-page.css'

interface Filter {
  status: ClaimStatus | undefined
  search: string
}

const EVERY_MS = 120_000

const CLAIMS: ListSource<Claim, Filter> = {
  name: 'admin-claims',
  address: listAddress<Filter>({ status: oneOf(CLAIM_STATUSES), search: words }),
  pageSize: 12,
  every: EVERY_MS,
  ask: async ({ status, search }, page, signal) => {
    const query = { ...page, status, search: search || undefined, include_user_details: true as const }
    const answer = await withLoginMessage(CLAIMS_FORBIDDEN, call(listClaims, { query, signal }))
    return Array.isArray(answer) ? { results: answer, count: answer.length } : answer
  },
  belongs: (claim, { status }) => status === undefined || claim.status === status,
  matches: claimMatches,
}

const WORDS = {
  title: 'Reclamos',
  rows: ['reclamo registrado', 'reclamos registrados'],
  fresh: ['reclamo nuevo', 'reclamos nuevos'],
  refreshed: 'Reclamos actualizados',
  loadFailed: 'Error al cargar los reclamos',
  refreshFailed: 'Error al actualizar los reclamos',
  list: 'Reclamos',
  pages: 'Páginas de reclamos',
} as const

const COLUMNS: Column<Claim, ClaimAction>[] = [
  {
    name: 'Reclamo',
    render: ({ row }) => (
      <>
        {`#${row.id}`}
        <span className="admin-claim-who">{row.name}</span>
      </>
    ),
  },
  { name: 'Producto', render: ({ row }) => row.product_name },
  { name: 'Pedido', render: ({ row }) => <OrderNumber claim={row} /> },
  { name: 'Recibido', render: ({ row }) => formatShortDay(row.created_at) },
  {
    name: 'Estado',
    render: ({ row, now }) => (
      <>
        <ClaimStatusBadge status={row.status} /> <ClaimUrgency claim={row} now={now} />
      </>
    ),
  },
  { name: 'Acciones', render: ({ row, act }) => <ClaimButtons claim={row} onAct={act} isIconOnly /> },
]

/** Warranty claims, newest first. */
export default function ClaimsPage() {
  const list = usePanelList<Claim, Filter, ClaimAction>(CLAIMS)
  const { filter, go, dialog } = list
  const { open, close } = dialog
  const { status, search } = filter
  const { error } = list.query
  return (
    <ListScreen
      list={list}
      words={WORDS}
      countText={countText(filter, list.count)}
      errorText={error instanceof Refusal && [401, 403].includes(error.status) ? CLAIMS_FORBIDDEN : undefined}
      more={
        <DownloadButton
          path="/warranty-claims/csv/"
          query={{ status, search: search || undefined }}
          name="reclamos.csv"
        >
          Descargar
        </DownloadButton>
      }
      search={{
        label: 'Buscar reclamos por nombre, email, número de pedido o producto',
        placeholder: 'Nombre, email, pedido o producto',
      }}
      views={<StatusChips chosen={status} onChoose={(to) => go({ status: to })} />}
      look={{
        list: 'row-cards admin-claims',
        skeleton: 'admin-claim-skeleton',
        parts: ['badge', 'title', 'line', 'line', 'line', 'line', 'line', 'buttons', 'buttons'],
      }}
      renderCard={({ row, act, ...props }) => <AdminClaimCard claim={row} onAct={act} {...props} />}
      columns={COLUMNS}
      empty={
        <EmptyState title="No se encontraron reclamos">
          {(search !== '' || status) && (
            <button
              type="button"
              className="button secondary"
              onClick={() => go({ search: '', status: undefined })}
            >
              Ver todos
            </button>
          )}
        </EmptyState>
      }
    >
      {open?.kind === 'replace' && <ReplacementDialog claim={open.row} onClose={close} />}
      {open && open.kind !== 'replace' && (
        <ClaimDialog
          key={`${open.kind} ${open.row.id}`}
          claim={open.row}
          kind={open.kind}
          onChanged={(claim) => list.settle(claim, outcomeText(claim, filter))}
          onClose={close}
        />
      )}
    </ListScreen>
  )
}

/** An approved claim leaves the list of another state, and with it the button for its replacement. */
function outcomeText(claim: Claim, filter: Filter): string {
  const text = `Reclamo #${claim.id}: ${claimStatusLabel(claim.status)}`
  const hasLeft = filter.status !== undefined && filter.status !== claim.status
  return hasLeft && claim.status === 'approved' ? `${text}. Para reponer, está entre las aprobadas` : text
}

interface StatusChipsProps {
  chosen: ClaimStatus | undefined
  onChoose: (status: ClaimStatus | undefined) => void
}

function StatusChips({ chosen, onChoose }: StatusChipsProps) {
  const { data: counts } = useQuery({
    queryKey: [...adminKey('admin-claims'), 'counts'],
    queryFn: ({ signal }) => call(countClaims, { signal }),
    refetchInterval: EVERY_MS,
  })
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <TabChips
      label="Estado de los reclamos"
      tabs={[undefined, ...CLAIM_STATUSES].map((status) => ({
        key: status,
        name: status ? claimStatusLabel(status) : 'Todos',
        count: String((status ? counts?.[status] : all) ?? ''),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

function countText({ status, search }: Filter, count: number): string {
  return [
    counted(count, ...WORDS.rows),
    status && `en estado ${claimStatusLabel(status)}`,
    search && `con «${search}»`,
  ]
    .filter(Boolean)
    .join(', ')
}
