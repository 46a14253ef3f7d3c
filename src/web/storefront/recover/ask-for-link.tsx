import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { emailError } from '../../../contract/email.ts'
import { EMAIL_LENGTH } from '../../../contract/limits.ts'
import { LINK_SENT } from '../../../contract/accounts/password.ts'
import { requestRecovery, requestSignInLink } from '../../../contract/accounts/calls.ts'
import { paths } from '../../app/paths.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { inClock, useCountdown } from '../../ui/form/use-countdown.ts'

const EMPTY = { email: '' }

/** The purpose of a link. */
const KINDS = {
  recover: {
    title: 'Recuperar la contraseña',
    about: 'Te mandamos un enlace para elegir una contraseña nueva.',
    where: requestRecovery,
  },
  enter: {
    title: 'Entrar con un enlace',
    about: 'Te mandamos un enlace que abre tu cuenta sin contraseña.',
    where: requestSignInLink,
  },
} as const
type Kind = keyof typeof KINDS

/** The answer is the same whether or not the address has an account. */
export function AskForLink({ kind }: { kind: Kind }) {
  const { title, about } = KINDS[kind]
  const { form, ask, wait, isSent } = useAskForLink(kind)
  const isDisabled = !useHydrated() || wait > 0
  return (
    <form className="login-form" method="post" noValidate onSubmit={form.onSubmit(ask, wait > 0)}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{about}</p>
      <p role="alert" className="login-failure">
        {form.failure?.general.join(' ')}
      </p>
      <Wait seconds={wait} />
      <div role="status">
        {isSent && <p className="login-success">{LINK_SENT} Si no llega, revisá el correo no deseado.</p>}
      </div>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_LENGTH}
        {...form.field('email')}
      />
      <BusyButton
        type="submit"
        className="primary large block"
        busy={form.isBusy}
        disabled={isDisabled}
        suppressHydrationWarning
      >
        Enviar enlace
      </BusyButton>
      <Link className="login-way" to={paths.login()} state={{ typed: form.values.email }}>
        Volver a iniciar sesión
      </Link>
    </form>
  )
}

function Wait({ seconds }: { seconds: number }) {
  if (seconds === 0) return null
  return (
    <p className="login-wait" role="timer">
      Probá de nuevo en {inClock(seconds)}
    </p>
  )
}

function useAskForLink(kind: Kind) {
  // Of the login form.
  const { typed = '' } = (useLocation().state ?? {}) as { typed?: string }
  const [isSent, setIsSent] = useState(false)
  const [wait, startWait] = useCountdown()
  const form = useForm({
    base: EMPTY,
    // Not a user name.
    values: { email: typed.includes('@') ? typed : '' },
    errorsOf: ({ email }) => ({ email: emailError(email) }),
    idOf: () => 'recuperar-email',
    failed: 'Error al pedir el enlace',
    focuses: 'field',
  })
  const ask = async ({ email }: typeof EMPTY) => {
    setIsSent(false)
    try {
      await call(KINDS[kind].where, { body: { email: email.trim() } })
    } catch (error) {
      if (error instanceof Refusal && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
      throw error
    }
    setIsSent(true)
  }
  return { form, ask, wait, isSent }
}
