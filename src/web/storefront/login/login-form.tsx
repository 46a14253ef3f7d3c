import { useEffect, useRef } from 'react'
import type { AnswerOf } from '../../data/api.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { SITE } from '../../app/site.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { inClock } from '../../ui/form/use-countdown.ts'
import { useLogin } from './use-login.ts'

interface LoginFormProps {
  name: string
  onName: (name: string) => void
  /** Why the visitor was sent here, or empty. */
  reason: string
  /** What has just gone well, or empty. */
  success: string
  onSignedIn: (answer: AnswerOf<'login'>) => Promise<void>
  onUnverified: (email: string, message: string) => void
}

/** `post`, and a button that does nothing without scripts: otherwise a browser would write the password into the address. */
export function LoginForm({ name, onName, reason, success, ...ends }: LoginFormProps) {
  const { errors, password, failure, hasFailed, busy, wait, nameField, passwordField, ...login } = useLogin(
    name,
    ends,
  )
  const hydrated = useHydrated()
  return (
    <form className="login-form" method="post" noValidate onSubmit={(event) => void login.submit(event)}>
      <UnlistedHead
        title={`${hasFailed ? 'Error: ' : ''}Iniciar sesión · ${SITE}`}
        description="Iniciar sesión para ver precios y pedir."
      />
      <Head reason={reason} success={success} />
      <div role="alert" className="login-failure">
        {failure}
      </div>
      {wait > 0 && (
        <p className="login-wait" role="timer">
          Volver a intentar en {inClock(wait)}
        </p>
      )}
      <Field
        ref={nameField}
        label="Usuario o email"
        name="username_or_email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={name}
        error={errors.name}
        onChange={(event) => onName(event.target.value)}
        onBlur={() => login.leave('name', name)}
      />
      <PasswordField
        ref={passwordField}
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        maxLength={128}
        value={password}
        error={errors.password}
        onChange={(event) => login.setPassword(event.target.value)}
        onBlur={() => login.leave('password', password)}
      />
      <BusyButton
        type="submit"
        className="primary large block"
        busy={busy}
        busyText="Ingresando…"
        disabled={!hydrated || wait > 0}
        // With scripts a press before the page is live is remembered: `early/remember-press.ts`.
        suppressHydrationWarning
      >
        Iniciar sesión
      </BusyButton>
      <noscript>
        <p>Para iniciar sesión hace falta JavaScript.</p>
      </noscript>
    </form>
  )
}

/** Whoever comes back from the check of the address is told here that it went well. */
function Head({ reason, success }: { reason: string; success: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (success) heading.current?.focus()
  }, [success])
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        Iniciar sesión
      </h1>
      {reason && <p className="login-reason">{reason}</p>}
      <OfflineNotice />
      {success && (
        <p className="login-success" role="status">
          {success}
        </p>
      )}
    </>
  )
}
