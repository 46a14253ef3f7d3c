import { WRONG_CREDENTIALS } from '../../../contract/accounts/account-rules.ts'
import { login } from '../../../contract/accounts/calls.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { signedOutOnServer } from '../../session/sign-out.ts'
import { useCountdown } from '../../ui/form/use-countdown.ts'
import { showToast } from '../../ui/toast.tsx'
import { withDevice } from './device-token.ts'
import { type Credentials, loginErrors } from './login-rules.ts'

const NOTHING: Credentials = { name: '', password: '' }
export const NOT_REACHED = 'No pudimos conectar con la tienda. Probá de nuevo.'
const ID = { name: 'login-usuario', password: 'login-clave' }

/** An account whose login is refused until it enters the mailed code. `name`: as typed. */
export interface UnverifiedAccount {
  name: string
  email: string
  message: string
}

export interface LoginEnds {
  onSignedIn: (answer: AnswerOf<typeof login>) => Promise<void>
  onUnverified: (account: UnverifiedAccount) => void
  /** `challenge`: for the second factor. `name`: as typed, empty after a passkey. */
  onChallenge: (challenge: string, name?: string) => void
}

/**
 * The login form, `name` filled in. A failure of network or server keeps what was typed. Wrong credentials clear the
 * password, and nothing says which of them was wrong.
 */
export function useLogin(name: string, { onSignedIn, onUnverified, onChallenge }: LoginEnds) {
  const [wait, startWait] = useCountdown()
  const form = useForm({
    base: NOTHING,
    values: { ...NOTHING, name },
    errorsOf: loginErrors,
    idOf: (field) => ID[field === 'name' ? 'name' : 'password'],
    failed: () => 'Error al iniciar sesión',
    focuses: 'field',
  })
  const attempt = async (typed: Credentials) => {
    try {
      await signIn(typed, onSignedIn)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(0, {})
      if (refusal.code === 'ACCOUNT_NOT_VERIFIED') {
        showToast('warning', refusal.message)
        const { name } = typed
        return onUnverified({ name, email: refusal.body.email ?? name, message: refusal.message })
      }
      if (refusal.body.challenge) return onChallenge(refusal.body.challenge, typed.name)
      if (isOurFault(refusal)) throw refusal
      form.restart(NOTHING, { ...typed, password: '' })
      if (refusal.retryAfterSeconds) startWait(refusal.retryAfterSeconds)
      document.getElementById(ID.password)?.focus()
      throw refusal
    }
  }
  return {
    field: form.field,
    typed: form.values.name,
    isBusy: form.isBusy,
    wait,
    failure: form.failure?.error instanceof Refusal ? reasonOf(form.failure.error) : '',
    onSubmit: form.onSubmit(attempt, wait > 0),
  }
}

async function signIn({ name, password }: Credentials, onSignedIn: LoginEnds['onSignedIn']): Promise<void> {
  await signedOutOnServer()
  const typed = { username_or_email: name.trim(), password }
  await onSignedIn(await withDevice((known) => call(login, { body: { ...typed, ...known } })))
}

/** An error of network or server, not of the input. */
function isOurFault({ status }: Refusal): boolean {
  return status === 0 || status >= 500
}

function reasonOf(refusal: Refusal): string {
  return refusal.status === 0 ? NOT_REACHED : (refusal.body.error ?? WRONG_CREDENTIALS)
}
