import { useQuery, type QueryClient, queryOptions } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { endOtherSessions, endSession, listSessions } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { type Session, audienceKey, readSession } from '../../session/session.ts'
import { OpenSessions } from '../../shop/sessions/open-sessions.tsx'
import { useEnding } from '../../shop/sessions/use-ending.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { AccountCard, Refused } from './profile-form.tsx'

const ALL_OTHERS = 0

/** The open sessions of the account, each of which can be ended. */
export function SessionsCard({ session }: { session: Session }) {
  const { data, isError, refetch } = useQuery(openSessions(session))
  const { ending, failure, heading, run, onEnd } = useEnding({
    end: (number) => call(endSession, { params: { number } }),
    reload: refetch,
  })
  const endOthers = () => run(ALL_OTHERS, async () => endedText((await call(endOtherSessions)).ended))
  return (
    <AccountCard id="sesiones" title="Sesiones abiertas" heading={{ ref: heading, tabIndex: -1 }}>
      <p className="account-note note">Si no reconocés alguna, cerrala y cambiá la contraseña.</p>
      <Refused>{failure}</Refused>
      {isError && !data && <ErrorPanel title="Error al cargar las sesiones" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
      )}
      {data && <OpenSessions sessions={data} ending={ending} onEnd={onEnd} />}
      {data && data.length > 1 && (
        <div className="account-save row-3">
          <BusyButton
            className="secondary"
            busy={ending === ALL_OTHERS}
            busyText="Cerrando…"
            onClick={() => void endOthers()}
          >
            <LogOut aria-hidden="true" size={20} />
            Cerrar las demás
          </BusyButton>
        </div>
      )}
    </AccountCard>
  )
}

function endedText(count: number): string {
  return count === 1 ? 'Sesión cerrada' : `${count} sesiones cerradas`
}

const openSessions = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'sessions'],
    queryFn: ({ signal }) => call(listSessions, { signal }),
    refetchOnWindowFocus: true,
  })

/** Call it after a change that ends all sessions. */
export function sessionsChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries(openSessions(readSession()))
}
