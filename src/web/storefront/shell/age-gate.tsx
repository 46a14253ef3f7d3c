import { GatePoster } from './gate-poster.tsx'
import { SproutMark } from './wordmark.tsx'
import { paths } from '../../app/paths.ts'

interface AgeGateProps {
  shopName: string
  /** Where minors are sent. */
  declineUrl: string
  /** Address of the page below, for the way back without scripts. */
  returnTo: string
}

/**
 * Covers the page until the visitor confirms their age. Plain markup, rendered by the server and never hydrated:
 * `age-gate-behaviour.ts` makes it quick; a form and a link make it work before and without scripts.
 */
export function AgeGate({ shopName, declineUrl, returnTo }: AgeGateProps) {
  return (
    <div
      id="gate"
      className="age-gate"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element would wait for a script to be modal
      role="dialog"
      aria-modal="true"
      aria-labelledby="gate-title"
      aria-describedby="gate-text"
    >
      <GatePoster />
      <div className="age-gate-box">
        <p className="age-gate-brand">
          <SproutMark />
          <span className="wordmark-name">{shopName.toUpperCase()}</span>
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that is open from the start takes the focus */}
        <h2 className="age-gate-title" id="gate-title" tabIndex={-1} autoFocus>
          Solo para mayores de 18 años
        </h2>
        <p className="age-gate-text" id="gate-text">
          Para entrar a la tienda, confirmá tu edad.
        </p>
        <Answers declineUrl={declineUrl} returnTo={returnTo} />
        <p className="age-gate-small">
          La respuesta se guarda solo en este dispositivo. No se piden otros datos.{' '}
          <a href={paths.regret()}>Botón de arrepentimiento</a>
        </p>
      </div>
    </div>
  )
}

function Answers({ declineUrl, returnTo }: Omit<AgeGateProps, 'shopName'>) {
  return (
    <form className="age-gate-actions" method="post" action="/edad" id="gate-form">
      <input type="hidden" name="volver" value={returnTo} />
      <button type="submit" className="button large block age-gate-yes">
        Soy mayor de 18
      </button>
      <a className="button large block age-gate-no" id="gate-no" href={declineUrl} rel="nofollow noreferrer">
        No, salir
      </a>
    </form>
  )
}
