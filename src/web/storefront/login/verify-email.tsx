import { UnlistedHead } from '../../app/page-head.tsx'
import { CodeField } from '../../forms/code-field.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { inClock } from '../../ui/form/use-countdown.ts'
import { maskEmail } from './login-rules.ts'
import { useVerification } from './use-verification.ts'

interface VerifyEmailProps {
  email: string
  /** The text of the refused login. */
  message: string
  onVerified: (message: string) => void
  onLeave: () => void
}

/** One field for the six mailed digits, with links to another code or another account. */
export function VerifyEmail({ email, message, onVerified, onLeave }: VerifyEmailProps) {
  const { code, isComplete, isBusy, failure, onSubmit, ...rest } = useVerification(email, onVerified)
  return (
    <form className="login-form" method="post" noValidate onSubmit={onSubmit}>
      <UnlistedHead title="Verificar email" />
      <StepHeading>Verificar email</StepHeading>
      <p className="login-warning">{message}</p>
      <p>
        Te mandamos un código de 6 dígitos a <strong>{maskEmail(email)}</strong>
      </p>
      <div role="alert" className="login-failure">
        {failure}
      </div>
      <CodeField className="code-field" {...code} />
      <BusyButton type="submit" className="primary large block" busy={isBusy} disabled={!isComplete}>
        Confirmar
      </BusyButton>
      <Resend {...rest} />
      <button type="button" className="button quiet" onClick={onLeave}>
        Usar otra cuenta
      </button>
    </form>
  )
}

function Resend({ resending, resend }: Pick<ReturnType<typeof useVerification>, 'resending' | 'resend'>) {
  const { isBusy, wait, sent } = resending
  return (
    <>
      <BusyButton
        className="secondary block"
        busy={isBusy}
        busyText="Enviando…"
        disabled={wait > 0}
        onClick={resend}
      >
        {wait > 0 ? `Reenviar código (${inClock(wait)})` : 'Reenviar código'}
      </BusyButton>
      <p role="status" className="login-sent">
        {sent}
      </p>
    </>
  )
}
