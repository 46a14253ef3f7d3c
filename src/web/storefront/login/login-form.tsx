import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { EMAIL_LENGTH, PASSWORD_MAX } from '../../../contract/limits.ts'
import { SIGN_IN_LINK } from '../../../contract/accounts/sign-in-rules.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { inClock } from '../../ui/form/use-countdown.ts'
import { ASK_FOR_ACCESS, FORGOTTEN } from '../product-card/account-links.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { type LoginEnds, useLogin } from './use-login.ts'

interface LoginFormProps extends LoginEnds {
  /** Filled in after the verification of the e-mail. */
  name: string
  /** Why the visitor was sent here, or empty. */
  reason: string
  /** A success message of the step before, or empty. */
  success: string
}

/** `method="post"` and a button that needs scripts: otherwise a browser would write the password into the address. */
export function LoginForm({ name, reason, success, ...ends }: LoginFormProps) {
  const { field, typed, failure, isBusy, wait, onSubmit } = useLogin(name, ends)
  return (
    <form className="login-form" method="post" noValidate onSubmit={onSubmit}>
      <UnlistedHead title="Iniciar sesión" description="Entrá para ver los precios y pedir." />
      <Head reason={reason} success={success} />
      <noscript>
        <p>Para iniciar sesión hace falta JavaScript.</p>
      </noscript>
      <div role="alert" className="login-failure">
        {failure}
      </div>
      {wait > 0 && (
        <p className="login-wait" role="timer">
          Probá de nuevo en {inClock(wait)}
        </p>
      )}
      <Field
        label="Usuario o email"
        name="username_or_email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        {...field('name')}
      />
      <PasswordField
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        {...field('password')}
      />
      <LoginButton busy={isBusy} isWaiting={wait > 0} />
      <OtherWays typed={typed} {...ends} />
    </form>
  )
}

/** Second to signing in: an account. Folded: ways that few use. */
function OtherWays({ typed, ...ends }: LoginEnds & { typed: string }) {
  const settings = useQuery(shopSettings()).data
  return (
    <>
      <Link className="login-way" to={paths.recover()} state={{ typed }}>
        {FORGOTTEN}
      </Link>
      {settings && settings.access_mode !== 'closed' && (
        <Link className="button secondary large block" to={paths.register()}>
          {ASK_FOR_ACCESS}
        </Link>
      )}
      {settings && (settings.passkeys || settings.sign_in_links) && (
        <details className="login-others">
          <summary className="login-way">Otra forma de entrar</summary>
          {settings.passkeys && <PasskeyButton {...ends} />}
          {settings.sign_in_links && (
            <Link className="login-way" to={paths.enter()} state={{ typed }}>
              {SIGN_IN_LINK}
            </Link>
          )}
        </details>
      )}
    </>
  )
}

function LoginButton({ busy, isWaiting }: { busy: boolean; isWaiting: boolean }) {
  const hydrated = useHydrated()
  return (
    <BusyButton
      type="submit"
      className="primary large block"
      busy={busy}
      busyText="Ingresando…"
      disabled={!hydrated || isWaiting}
      // With scripts a press before hydration is remembered: `early/remember-press.ts`.
      suppressHydrationWarning
    >
      Iniciar sesión
    </BusyButton>
  )
}

/** Confirms the verification of the e-mail, or gives the reason for the login. */
function Head({ reason, success }: { reason: string; success: string }) {
  return (
    <>
      {/* The reason is read with the heading: it may be the end of a session. */}
      <h1 tabIndex={-1} aria-describedby={reason ? 'login-reason' : undefined}>
        Iniciar sesión
      </h1>
      {reason && (
        <p className="login-reason" id="login-reason">
          {reason}
        </p>
      )}
      {success && (
        <p className="login-success" role="status">
          {success}
        </p>
      )}
    </>
  )
}
