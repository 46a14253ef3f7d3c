import { BadgeCheck, CircleX, Hourglass, PackageCheck, SearchCheck } from 'lucide-react'
import { CLAIM_STATUS_LABEL, type ClaimStatus } from '../../contract/warranty/warranty-status.ts'

const LOOK = {
  pending: { tone: 'warn', Icon: Hourglass },
  reviewing: { tone: 'info', Icon: SearchCheck },
  approved: { tone: 'ok', Icon: BadgeCheck },
  rejected: { tone: 'err', Icon: CircleX },
  resolved: { tone: 'ok', Icon: PackageCheck },
} satisfies Record<ClaimStatus, object>

export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  const { tone, Icon } = LOOK[status] ?? { tone: '', Icon: Hourglass }
  return (
    <span className={`badge ${tone}`}>
      <Icon aria-hidden="true" size={15} />
      {claimStatusLabel(status)}
    </span>
  )
}

/** 'Desconocido' for a status that this version does not know. */
export function claimStatusLabel(status: ClaimStatus): string {
  return CLAIM_STATUS_LABEL[status] ?? 'Desconocido'
}
