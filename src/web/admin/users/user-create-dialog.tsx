import {
  PASSWORD_HINT,
  passwordError,
  PASSWORD_REQUIRED,
  PASSWORDS_DIFFER,
} from '../../../contract/accounts/password.ts'
import { createUser } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { namesFields } from '../../forms/form-state.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { keptEdits } from '../../forms/kept-edits.ts'
import { type Form, useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useErrorTitle } from '../../ui/form/use-error-title.ts'
import { withProof } from './proof.tsx'
import { RoleField } from './role-card.tsx'
import type { User } from './users-query.ts'
import { FormActions } from '../../forms/form-actions.tsx'
import { CheckField } from '../shell/check-field.tsx'
import { LAST_NAME, usernameError } from '../../../contract/accounts/account-rules.ts'
import type { Role } from '../../../contract/accounts/roles.ts'
import { emailError } from '../../../contract/email.ts'
import { requiredError, nameError } from '../../../contract/sentences.ts'
import {
  LOGIN_NAME_MIN,
  NAME_LENGTH,
  PASSWORD_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
  EMAIL_LENGTH,
} from '../../../contract/limits.ts'
import './users-page.css'

const FAILED = 'Error al crear el usuario. Por favor, inténtalo de nuevo.'

interface UserCreateDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (user: User) => void
}

type NewUserForm = Form<NewUserDraft, NewUserDraft>

const { useKept, useKeep } = keptEdits<NewUserDraft>()

/** Keeps the input when it is closed by mistake or the session ends, except the passwords. */
export function UserCreateDialog({ open, onClose, onCreated }: UserCreateDialogProps) {
  const form = useForm({
    base: EMPTY_USER,
    values: useKept('new user'),
    errorsOf: newUserErrors,
    idOf: (name) => `user-${name}`,
    failed: FAILED,
  })
  const withoutPasswords = { ...form.values, password: '', password2: '' }
  useKeep('new user', form.isDirty ? withoutPasswords : undefined)
  const close = () => {
    form.restart(EMPTY_USER, withoutPasswords)
    onClose()
  }
  const create = async (draft: NewUserDraft) => {
    const user = await withProof(() => call(createUser, { body: newUserBody(draft) }))
    showToast('success', 'Usuario creado correctamente')
    form.restart()
    onCreated(user)
  }
  return (
    <Dialog open={open} onClose={close} title="Crear Usuario" busy={form.isBusy}>
      <form className="stack-4" method="post" noValidate onSubmit={form.onSubmit(create)}>
        <Problems form={form} />
        <UserFields form={form} />
        <FormActions isBusy={form.isBusy} submitText="Crear Usuario" busyText="Creando…" onCancel={close} />
      </form>
    </Dialog>
  )
}

function UserFields({ form }: { form: NewUserForm }) {
  const field = (name: NewUserField) => ({ name, maxLength: FIELD_MAX[name], ...form.field(name) })
  const exact = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <>
      <div className="user-create-pair stack-4">
        <Field label="Nombre" autoComplete="off" {...field('first_name')} />
        <Field label="Apellido" autoComplete="off" {...field('last_name')} />
      </div>
      <Field
        label="Nombre de usuario"
        hint="Solo letras, números y guiones bajos. Mínimo 3 caracteres"
        {...exact}
        aria-describedby="user-username-warning"
        {...field('username')}
      />
      <output className="user-create-warning" id="user-username-warning">
        {usernameWarning(form.values.username)}
      </output>
      <Field label="Email" type="email" inputMode="email" {...exact} {...field('email')} />
      <RoleField {...form.field('role')} />
      <CheckField
        id="user-verified-hint"
        label="Email ya verificado"
        hint="Sin marcar, se envía un código al email y la cuenta se usa después de verificarlo."
        checked={form.values.email_verified}
        onChange={(email_verified) => form.change({ email_verified })}
      />
      <PasswordField
        label="Contraseña"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField label="Confirmar contraseña" autoComplete="new-password" {...field('password2')} />
      <Field label="Instagram" optional hint="Con o sin @" {...exact} {...field('instagram')} />
    </>
  )
}

function Problems({ form }: { form: NewUserForm }) {
  const { failure } = form
  const isRefused = failure?.error !== undefined
  const isGeneral = isRefused && !namesFields(failure.error)
  useErrorTitle(isGeneral)
  if (!isGeneral) return <FormSummary form={form} title={isRefused ? 'Errores de validación' : undefined} />
  const reason = failure.general.join(' ')
  return <ErrorPanel title={FAILED} note={reason === FAILED ? '' : reason} />
}

interface NewUserDraft {
  first_name: string
  last_name: string
  username: string
  email: string
  password: string
  password2: string
  instagram: string
  email_verified: boolean
  /** Empty for a customer. */
  role: Role | ''
}
type NewUserField = Exclude<keyof NewUserDraft, 'email_verified' | 'role'>

export const EMPTY_USER: NewUserDraft = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  password2: '',
  instagram: '',
  email_verified: false,
  role: '',
}

const FIELD_MAX: Record<NewUserField, number> = {
  first_name: NAME_LENGTH,
  last_name: NAME_LENGTH,
  username: USERNAME_MAX,
  email: EMAIL_LENGTH,
  password: PASSWORD_MAX,
  password2: PASSWORD_MAX,
  instagram: 61,
}

/** The errors of each field, by the rules of the contract. */
export function newUserErrors(draft: NewUserDraft): Record<NewUserField, string | undefined> {
  return {
    first_name: nameError(draft.first_name),
    last_name: requiredError(draft.last_name, LAST_NAME),
    username: usernameError(draft.username),
    email: emailError(draft.email),
    password: draft.password === '' ? PASSWORD_REQUIRED : passwordError(draft.password),
    password2: draft.password === draft.password2 ? undefined : PASSWORDS_DIFFER,
    instagram: undefined,
  }
}

/** The login requires four characters: a shorter username can only sign in by e-mail. */
export function usernameWarning(username: string): string | undefined {
  const { length } = username.trim()
  return length >= USERNAME_MIN && length < LOGIN_NAME_MIN
    ? `Con menos de ${LOGIN_NAME_MIN} caracteres, el ingreso a la cuenta es solo con el email.`
    : undefined
}

export function newUserBody(draft: NewUserDraft) {
  return {
    ...draft,
    first_name: draft.first_name.trim(),
    last_name: draft.last_name.trim(),
    username: draft.username.trim(),
    email: draft.email.trim().toLowerCase(),
    instagram: draft.instagram.trim() || null,
    role: draft.role || null,
  }
}
