import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ACCESS_STATUS_LABEL, ACCESS_STATUSES } from '../../../contract/accounts/access-rules.ts'
import { shopSettings } from '../../data/queries.ts'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { TabChips } from '../kit/tab-chips.tsx'
import {
  accessParams,
  type AccessTab,
  INVITATIONS,
  invitationList,
  readAccessFilter,
  requestList,
} from './access-query.ts'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RequestsPanel } from './requests-panel.tsx'
import './access-requests-page.css'

const REFRESH_FAILED = 'Error al actualizar las solicitudes de acceso'

/** Access requests by state, and open invitations. */
export function AccessRequestsPage() {
  const [params] = useSearchParams()
  const filter = readAccessFilter(params)
  const isInvitations = filter.tab === INVITATIONS
  const requests = useQuery(requestList(filter.tab === INVITATIONS ? 'waiting' : filter.tab, filter.page))
  const invitations = useQuery(invitationList(isInvitations ? filter.page : 1))
  const [inviting, setInviting] = useState<{ email: string }>()
  const query = isInvitations ? invitations : requests
  useFailureToast(query.isError, REFRESH_FAILED)
  const counts = { ...requests.data?.counts, [INVITATIONS]: invitations.data?.count }
  return (
    <>
      <ListHead title="Solicitudes">
        <RefreshButton
          refetch={query.refetch}
          words={{ done: 'Solicitudes actualizadas', failed: REFRESH_FAILED }}
          isPolled
        />
        <button
          type="button"
          className="button primary"
          data-key="n"
          title="Invitar (n)"
          onClick={() => setInviting({ email: '' })}
        >
          <UserPlus aria-hidden="true" size={20} />
          Invitar
        </button>
      </ListHead>
      <ModeNote />
      <Tabs chosen={filter.tab} counts={counts} />
      {isInvitations ? (
        <InvitationsPanel query={invitations} page={filter.page} />
      ) : (
        <RequestsPanel query={requests} filter={filter} onInvite={(email) => setInviting({ email })} />
      )}
      {inviting && <InviteDialog {...inviting} onClose={() => setInviting(undefined)} />}
    </>
  )
}

/** Tells when the shop takes no requests. */
function ModeNote() {
  const mode = useQuery(shopSettings()).data?.access_mode
  if (mode === undefined || mode === 'request') return null
  return (
    <p className="access-mode">
      {mode === 'closed'
        ? 'La tienda no recibe pedidos de acceso: se cambia en Ajustes. Las invitaciones siguen andando.'
        : 'La tienda está abierta: quien confirma su email crea su cuenta sin esperar.'}
    </p>
  )
}

interface TabsProps {
  chosen: AccessTab
  counts: Partial<Record<AccessTab, number | undefined>>
}

function Tabs({ chosen, counts }: TabsProps) {
  const [, setParams] = useSearchParams()
  const tabs: AccessTab[] = [...ACCESS_STATUSES, INVITATIONS]
  return (
    <TabChips
      label="Qué solicitudes"
      tabs={tabs.map((tab) => ({
        key: tab,
        name: tab === INVITATIONS ? 'Invitaciones' : ACCESS_STATUS_LABEL[tab],
        count: String(counts[tab] ?? ''),
      }))}
      chosen={chosen}
      onChoose={(tab) => setParams(accessParams({ tab, page: 1 }), { preventScrollReset: true })}
    />
  )
}
