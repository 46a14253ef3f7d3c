import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../contract/accounts/auth.ts'
import { PASSWORD_MAX } from '../../../contract/limits.ts'
import { PASSWORD_CHANGED, PASSWORD_HINT } from '../../../contract/accounts/password.ts'
import { changePassword } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { exchangeSession } from '../../session/session.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProfileForm, profileField } from './profile-form.tsx'
import { type PasswordChange, passwordErrors } from './profile-rules.ts'
import { sessionsChanged } from './sessions-query.ts'

const EMPTY: PasswordChange = { old_password: '', new_password: '', confirmation: '' }

/** The old password, and the new one twice. All are cleared after the request. */
export function PasswordForm({ user }: { user: User }) {
  const { form, save } = usePasswordChange()
  const field = (name: keyof PasswordChange) => ({ ...profileField(form, name), maxLength: PASSWORD_MAX })
  return (
    <ProfileForm
      id="clave"
      title="Contraseña"
      form={form}
      onSave={save}
      saveText="Cambiar contraseña"
      saved={`${PASSWORD_CHANGED}. Las demás sesiones se cerraron.`}
    >
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField label="Contraseña actual" autoComplete="current-password" {...field('old_password')} />
      <PasswordField
        label="Contraseña nueva"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        {...field('new_password')}
      />
      <PasswordField label="Confirmar contraseña" autoComplete="new-password" {...field('confirmation')} />
      <p className="account-note note">Al cambiarla se cierran las demás sesiones de la cuenta.</p>
    </ProfileForm>
  )
}

function usePasswordChange() {
  const queryClient = useQueryClient()
  const form = useForm({
    base: EMPTY,
    errorsOf: passwordErrors,
    idOf: (name) => name,
    failed: (text) => text ?? 'Error al cambiar la contraseña',
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'old_password' },
  })
  const save = async (change: PasswordChange) => {
    await sendPassword(change)
    sessionsChanged(queryClient)
    form.saved(EMPTY, change)
    showToast('success', PASSWORD_CHANGED)
  }
  return { form, save }
}

function sendPassword({ old_password, new_password }: PasswordChange): Promise<unknown> {
  const body = { old_password, new_password }
  return exchangeSession((access) => call(changePassword, { body, access }))
}
