import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CODE_DIGITS } from '../../contract/limits.ts'
import { call, Refusal } from '../api.ts'
import { announce } from '../ui/announcer.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { Field } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import { OfflineNotice } from './login-form.tsx'
import { codeDigits, maskEmail } from './login-rules.ts'
import { inClock, useCountdown } from './use-countdown.ts'

const VERIFIED = 'Email verificado correctamente. Ahora puedes iniciar sesión.'
const RESEND_WAIT_S = 30

interface VerifyEmailProps {
  email: string
  /** What the server said when it refused the login. */
  message: string
  onVerified: (message: string) => void
  onLeave: () => void
}

/** One field for the six digits that were mailed; it takes what is pasted and what the phone offers. */
export function VerifyEmail({ email, message, onVerified, onLeave }: VerifyEmailProps) {
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState('')
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  const [wait, startWait] = useCountdown()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (wait > 0 && wait < RESEND_WAIT_S && wait % 10 === 0)
      announce(`Reenviar código disponible en ${wait} segundos`)
  }, [wait])

  const fail = (error: unknown, fallback: string) => {
    const text = (error instanceof Refusal && error.body.error) || fallback
    setFailure(text)
    showToast('error', text)
    return error instanceof Refusal ? error.retryAfterSeconds : undefined
  }
  const verify = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || code.length !== CODE_DIGITS) return
    setBusy('verify')
    setFailure('')
    setSent('')
    try {
      await call('verifyEmail', { body: { email, code } })
      onVerified(VERIFIED)
    } catch (error) {
      fail(error, 'Error al verificar el código')
      document.getElementById('codigo')?.focus()
      setBusy(undefined)
    }
  }
  const resend = async () => {
    setBusy('resend')
    setFailure('')
    try {
      await call('resendVerification', { body: { email } })
      setSent('Nuevo código enviado')
      showToast('success', 'Nuevo código enviado')
      startWait(RESEND_WAIT_S)
    } catch (error) {
      const seconds = fail(error, 'Error al reenviar el código')
      if (seconds) startWait(seconds)
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <form className="login-form" noValidate onSubmit={(event) => void verify(event)}>
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
