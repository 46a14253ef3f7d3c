import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { endOtherSessions, endSession } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { OpenSessions } from '../../shop/sessions/open-sessions.tsx'
import { useEnding } from '../../shop/sessions/use-ending.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { openSessions } from './sessions-query.ts'

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
    <section className="account-card stack-3" aria-labelledby="sesiones">
      <h2 id="sesiones" ref={heading} tabIndex={-1}>
        Sesiones abiertas
      </h2>
      <p className="account-note note">Si no reconocés alguna, cerrala y cambiá la contraseña.</p>
      <div role="alert">{failure && <p className="account-error callout err strong">{failure}</p>}</div>
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
    </section>
  )
}

function endedText(count: number): string {
  return count === 1 ? 'Sesión cerrada' : `${count} sesiones cerradas`
}
