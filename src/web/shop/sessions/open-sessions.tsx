import type { OpenSession } from '../../../contract/accounts/sessions.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { formatMoment } from '../dates.ts'
import './open-sessions.css'

interface OpenSessionsProps {
  sessions: OpenSession[]
  /** The id of the session being ended. */
  ending: number | undefined
  onEnd: (number: number) => void
}

/** Sessions with browser, network and times; the current one cannot be ended here. */
export function OpenSessions({ sessions, ending, onEnd }: OpenSessionsProps) {
  return (
    <ul className="open-sessions">
      {sessions.map((session) => (
        <li key={session.number}>
          <div>
            <p className="strong">
              <span>{session.agent || 'Navegador desconocido'}</span>{' '}
              {session.is_current && <span className="badge ok">Esta sesión</span>}
            </p>
            <p className="open-sessions-facts note">{factsOf(session)}</p>
          </div>
          {!session.is_current && (
            <BusyButton
              className="secondary"
              busy={ending === session.number}
              busyText="Cerrando…"
              onClick={() => onEnd(session.number)}
            >
              Cerrar
              <span className="visually-hidden"> la sesión: {factsOf(session)}</span>
            </BusyButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function factsOf({ created_at, seen_at, address_hint }: OpenSession): string {
  const facts = [`Abierta el ${formatMoment(created_at)}`]
  if (seen_at !== created_at) facts.push(`última actividad ${formatMoment(seen_at)}`)
  if (address_hint !== '') facts.push(`red ${address_hint}`)
  return facts.join(' · ')
}
