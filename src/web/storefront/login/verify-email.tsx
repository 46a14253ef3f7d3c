import { useEffect, useRef } from 'react'
import { CODE_DIGITS } from '../../../contract/limits.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { SITE } from '../../app/site.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { codeDigits, maskEmail } from './login-rules.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { inClock } from '../../ui/form/use-countdown.ts'
import { useVerification } from './use-verification.ts'

interface VerifyEmailProps {
  email: string
  /** What the server said when it refused the login. */
  message: string
  onVerified: (message: string) => void
  onLeave: () => void
}

/** One field for the six digits that were mailed; it takes what is pasted and what the phone offers. */
export function VerifyEmail({ email, message, onVerified, onLeave }: VerifyEmailProps) {
  const { code, setCode, failure, sent, busy, wait, verify, resend } = useVerification(email, onVerified)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <form className="login-form" method="post" noValidate onSubmit={(event) => void verify(event)}>
      <UnlistedHead title={`${failure ? 'Error: ' : ''}Verificar email · ${SITE}`} />
      <h1 tabIndex={-1} ref={heading}>
        Verificar email
      </h1>
      <p className="login-warning">{message}</p>
      <p>
        El código de 6 dígitos se envió a <strong>{maskEmail(email)}</strong>
      </p>
      <OfflineNotice />
      <div role="alert" className="login-failure">
        {failure}
      </div>
      <Field
        id="codigo"
        className="code-field"
        label="Código de verificación"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Longer than a code, so that one with spaces can be pasted.
        maxLength={20}
        value={code}
        onChange={(event) => setCode(codeDigits(event.target.value, CODE_DIGITS))}
      />
      <BusyButton
        type="submit"
        className="primary large block"
        busy={busy === 'verify'}
        disabled={code.length !== CODE_DIGITS}
      >
        Confirmar
      </BusyButton>
      <BusyButton
        className="secondary block"
        busy={busy === 'resend'}
        busyText="Enviando…"
        disabled={wait > 0}
        onClick={() => void resend()}
      >
        {wait > 0 ? `Reenviar código (${inClock(wait)})` : 'Reenviar código'}
      </BusyButton>
      <p role="status" className="login-sent">
        {sent}
      </p>
      <button type="button" className="button quiet" onClick={onLeave}>
        Usar otra cuenta
      </button>
    </form>
  )
}
