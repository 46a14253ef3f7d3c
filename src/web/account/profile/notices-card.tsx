import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { paths } from '../../app/paths.ts'
import type { Session } from '../../session/session.ts'
import { STOP_TELLING, stockNotices, useNoticeChange } from '../../shop/notices/stock-notices.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountCard, Refused } from './profile-form.tsx'

/** The restock notices of the account. */
export function NoticesCard({ session }: { session: Session }) {
  const { data, isError, refetch } = useQuery(stockNotices(session))
  const change = useNoticeChange(session)
  return (
    <AccountCard id="avisos" title="Avisos de stock" heading={{ tabIndex: -1 }}>
      <p className="account-note note">Te mandamos un email, una sola vez, cuando vuelve lo que pediste.</p>
      <Refused>{change.failure}</Refused>
      {isError && !data && <ErrorPanel title="Error al cargar los avisos" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="account-skeleton-card" />}
      {data?.length === 0 && <p>No pediste avisos.</p>}
      {data && data.length > 0 && (
        <ul className="account-notices stack-3">
          {data.map((notice) => (
            <li key={notice.blister_id} className="between">
              <Link to={paths.product(notice.product_id, notice.blister_id)}>
                {presentationTitle(notice)}
              </Link>
              <BusyButton
                className="secondary"
                busy={change.busy === notice.blister_id}
                onClick={() => {
                  change.drop(notice.blister_id)
                  document.getElementById('avisos')?.focus()
                }}
              >
                {STOP_TELLING}
                <span className="visually-hidden">{` de ${presentationTitle(notice)}`}</span>
              </BusyButton>
            </li>
          ))}
        </ul>
      )}
    </AccountCard>
  )
}
