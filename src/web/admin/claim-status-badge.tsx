import { BadgeCheck, CircleX, Hourglass, PackageCheck, SearchCheck } from 'lucide-react'
import type { ClaimStatus } from '../../contract/warranty-status.ts'
import { claimStatusLabel } from './claim-words.ts'

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
