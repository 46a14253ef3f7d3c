import { useState } from 'react'
import { Link } from 'react-router'
import { PASSWORD_MAX } from '../../../contract/limits.ts'
import {
  PASSWORD_HINT,
  passwordError,
  PASSWORDS_DIFFER,
  RECOVERED,
} from '../../../contract/accounts/password.ts'
import { finishRecovery, login } from '../../../contract/accounts/calls.ts'
import { paths } from '../../app/paths.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { signedOutOnServer } from '../../session/sign-out.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Done } from '../access/done.tsx'
import { keepDeviceToken, withDevice } from '../login/device-token.ts'

const EMPTY = { new_password: '', password2: '' }

interface ChoosePasswordProps {
  token: string
  onSignedIn: (answer: AnswerOf<typeof login>) => Promise<void>
}

/** Sets the password with the link's token, once, and signs in with it; if that needs more, shows the user name for it. */
export function ChoosePassword(props: ChoosePasswordProps) {
  const { form, save, username } = useNewPassword(props)
  if (username !== undefined) return <Changed username={username} />
  const field = (name: keyof typeof EMPTY) => ({
    ...form.field(name),
    autoComplete: 'new-password',
    maxLength: PASSWORD_MAX,
  })
  const isSpent = form.failure?.error instanceof Refusal && form.failure.error.status === 409
  return (
    <form className="login-form" method="post" noValidate onSubmit={form.onSubmit(save)}>
      <h1 tabIndex={-1}>Contraseña nueva</h1>
      <div role="alert" className="login-failure">
        {form.failure?.general.join(' ')}
      </div>
      {isSpent && (
        <Link className="button secondary block" to={paths.recover()}>
          Pedir otro enlace
        </Link>
      )}
      <PasswordField label="Contraseña nueva" hint={PASSWORD_HINT} {...field('new_password')} />
      <PasswordField label="Confirmar contraseña" {...field('password2')} />
      <p className="login-reason">Al cambiarla se cierran todas las sesiones de la cuenta.</p>
      <BusyButton type="submit" className="primary large block" busy={form.isBusy} busyText="Guardando…">
        Cambiar contraseña
      </BusyButton>
    </form>
  )
}

function useNewPassword({ token, onSignedIn }: ChoosePasswordProps) {
  const [username, setUsername] = useState<string>()
  const form = useForm({
    base: EMPTY,
    errorsOf: ({ new_password, password2 }) => ({
      new_password: passwordError(new_password),
      password2: new_password === password2 ? undefined : PASSWORDS_DIFFER,
    }),
    idOf: (name) => (name === 'password2' ? 'recuperar-otra-vez' : 'recuperar-clave'),
    failed: (text) => text ?? 'Error al cambiar la contraseña',
    focuses: 'field',
  })
  const save = async (typed: typeof EMPTY) => {
    const done = await call(finishRecovery, { body: { token, ...typed } })
    keepDeviceToken(done.device)
    const answer = await signIn(done.username, typed.new_password)
    showToast('success', answer ? `Contraseña cambiada. Tu usuario es ${done.username}.` : RECOVERED)
    if (answer) await onSignedIn(answer)
    else setUsername(done.username)
  }
  return { form, save, username }
}

/** As on the login page. Undefined when it asks for more, such as a second factor, or cannot be reached now. */
async function signIn(username: string, password: string): Promise<AnswerOf<typeof login> | undefined> {
  try {
    await signedOutOnServer()
    return await withDevice((known) =>
      call(login, { body: { username_or_email: username, password, ...known } }),
    )
  } catch {
    return undefined
  }
}

function Changed({ username }: { username: string }) {
  return (
    <Done title="Contraseña cambiada">
      <p className="login-success">{RECOVERED}</p>
      <p>
        Tu usuario es <strong>{username}</strong>.
      </p>
      <Link className="button primary large block" to={paths.login()}>
        Iniciar sesión
      </Link>
    </Done>
  )
}
