import { agreedErrors, CREATE_ACCOUNT } from '../../../contract/accounts/access-rules.ts'
import { LAST_NAME, usernameError } from '../../../contract/accounts/account-rules.ts'
import { NAME_LENGTH, PASSWORD_MAX, USERNAME_MAX } from '../../../contract/limits.ts'
import { PASSWORD_HINT, passwordError, PASSWORDS_DIFFER } from '../../../contract/accounts/password.ts'
import { nameError, requiredError } from '../../../contract/sentences.ts'
import { acceptInvitation, type readInvitation } from '../../../contract/accounts/calls.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useForm } from '../../forms/use-form.ts'
import { signedIn, useSession } from '../../session/session.ts'
import { signedOutOnServer } from '../../session/sign-out.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { addWantedProduct } from '../cart/wanted-product.ts'
import { keepDeviceToken } from '../login/device-token.ts'
import { Agreement, useAgreedPages } from './agreement.tsx'

interface AcceptFormProps {
  token: string
  invitation: AnswerOf<typeof readInvitation>
  onOpened: (opened: { username: string; hasWanted: boolean }) => void
  /** Called when the link has become invalid. */
  onSpent: () => void
}

/** Name, user name and password of the new account, which is signed in at once. */
export function AcceptForm(props: AcceptFormProps) {
  const { form, accept } = useAccepting(props)
  const session = useSession()
  return (
    <form className="login-form" method="post" noValidate onSubmit={form.onSubmit(accept)}>
      <h1 tabIndex={-1}>{CREATE_ACCOUNT}</h1>
      <p>
        Para <strong>{props.invitation.email}</strong>
      </p>
      {session && (
        <p className="login-warning">Hay otra sesión abierta: al crear la cuenta entrás con la nueva.</p>
      )}
      <FormSummary form={form} title={form.failure?.error ? NOT_CREATED : undefined} />
      <AcceptFields form={form} />
      <Agreement form={form} isAdultDeclared={props.invitation.adult_declared} />
      <BusyButton type="submit" className="primary large block" busy={form.isBusy} busyText="Creando…">
        {CREATE_ACCOUNT}
      </BusyButton>
    </form>
  )
}

const NOT_CREATED = 'No se pudo crear la cuenta'

interface Typed {
  first_name: string
  last_name: string
  username: string
  password: string
  password2: string
  adult: boolean
  terms: boolean
}

function useAccepting({ token, invitation, onOpened, onSpent }: AcceptFormProps) {
  const { first_name, last_name, username, adult_declared: adult } = invitation
  const empty = { password: '', password2: '', adult, terms: false }
  const pages = useAgreedPages().map(({ slug }) => slug)
  const form = useForm({
    base: { first_name, last_name, username, ...empty },
    errorsOf: (typed) => acceptErrors(typed, pages),
    idOf: (field) => `cuenta-${field}`,
    failed: NOT_CREATED,
  })
  const accept = async (typed: Typed) => {
    await signedOutOnServer()
    const answer = await call(acceptInvitation, {
      body: { token, ...typed, username: typed.username.trim(), adult: true },
    }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'CONFLICT') onSpent()
      throw error
    })
    keepDeviceToken(answer.device)
    const { id: userId, username: name, permissions } = answer.user
    signedIn(answer, { userId, username: name, isAdmin: permissions.can_access_admin })
    onOpened({ username: name, hasWanted: await addWantedProduct(userId) })
  }
  return { form, accept }
}

function acceptErrors(
  { first_name, last_name, username, password, password2, ...agreed }: Typed,
  pages: readonly string[],
) {
  return {
    first_name: nameError(first_name),
    last_name: requiredError(last_name, LAST_NAME),
    username: usernameError(username),
    password: passwordError(password),
    password2: password === password2 ? undefined : PASSWORDS_DIFFER,
    ...agreedErrors(agreed, pages),
  }
}

function AcceptFields({ form }: { form: ReturnType<typeof useAccepting>['form'] }) {
  const password = { autoComplete: 'new-password', maxLength: PASSWORD_MAX }
  return (
    <>
      <Field label="Nombre" autoComplete="given-name" maxLength={NAME_LENGTH} {...form.field('first_name')} />
      <Field
        label="Apellido"
        autoComplete="family-name"
        maxLength={NAME_LENGTH}
        {...form.field('last_name')}
      />
      <Field
        label="Usuario"
        hint="Para entrar. Letras, números y guiones bajos"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        {...form.field('username')}
      />
      <PasswordField label="Contraseña" hint={PASSWORD_HINT} {...password} {...form.field('password')} />
      <PasswordField label="Confirmar contraseña" {...password} {...form.field('password2')} />
    </>
  )
}
