import { PASSWORD_HINT } from '../../../contract/accounts/password.ts'
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
import {
  EMPTY_USER,
  FIELD_MAX,
  newUserBody,
  newUserErrors,
  type NewUserDraft,
  type NewUserField,
  usernameWarning,
} from './new-user.ts'
import { withProof } from './proof.tsx'
import { RoleField } from './role-card.tsx'
import type { User } from './users-query.ts'
import { FormActions } from '../../forms/form-actions.tsx'
import { CheckField } from '../shell/check-field.tsx'
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
    <Dialog open={open} onClose={close} title="Crear Usuario" busy={form.isBusy} className="user-create">
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
