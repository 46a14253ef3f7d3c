import { type FormEvent, useState } from 'react'
import { PASSWORD_CHANGED } from '../../../contract/password.ts'
import type { User } from '../../../contract/auth.ts'
import { call, Refusal } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useErrorTitle } from '../../ui/form/use-error-title.ts'
import { type PasswordChange, passwordChangeError } from './profile-rules.ts'

const EMPTY: PasswordChange = { old_password: '', new_password: '', confirmation: '' }

interface Wrong {
  field?: keyof PasswordChange
  text: string
}

/** The old password, and the new one twice. Nothing of it is kept once it was sent. */
export function PasswordForm({ user }: { user: User }) {
  const [typed, setTyped] = useState(EMPTY)
  const [error, setError] = useState<Wrong>()
  const [saved, setSaved] = useState(false)
  const [busy, setBusy] = useState(false)
  useErrorTitle(error !== undefined)

  const refuse = (refused: Wrong) => {
    setError(refused)
    showToast('error', refused.text)
    if (refused.field) document.getElementById(refused.field)?.focus()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setSaved(false)
    const wrong = passwordChangeError(typed)
    if (wrong) return refuse(wrong)
    setBusy(true)
    setError(undefined)
    try {
      const { old_password, new_password } = typed
      await call('changePassword', { body: { old_password, new_password } })
      setTyped(EMPTY)
      setSaved(true)
      showToast('success', PASSWORD_CHANGED)
    } catch (failed) {
      refuse(whatWasWrong(failed))
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof PasswordChange) => ({
    id: name,
    value: typed[name],
    maxLength: 128,
    error: error?.field === name ? error.text : undefined,
    onChange: (event: { target: { value: string } }) => {
      const next = { ...typed, [name]: event.target.value }
      setTyped(next)
      setSaved(false)
      if (error && passwordChangeError(next)?.text !== error.text) setError(undefined)
    },
  })

  return (
    <form
      className="account-card"
      method="post"
      aria-labelledby="clave"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <h2 id="clave">Contraseña</h2>
      {/* Password managers want to know whose password it is. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <div role="alert">{error && !error.field && <p className="account-error">{error.text}</p>}</div>
      <PasswordField label="Contraseña actual" autoComplete="current-password" {...field('old_password')} />
      <PasswordField
        label="Contraseña nueva"
        hint="Al menos 8 caracteres, con letras y números"
        autoComplete="new-password"
        {...field('new_password')}
      />
      <PasswordField label="Confirmar contraseña" autoComplete="new-password" {...field('confirmation')} />
      <p className="account-note">Al cambiarla se cierran las demás sesiones de la cuenta.</p>
      <div className="account-save">
        <BusyButton type="submit" busy={busy} busyText="Guardando…">
          Cambiar contraseña
        </BusyButton>
        <p role="status">{saved && `${PASSWORD_CHANGED}. Las demás sesiones se cerraron.`}</p>
      </div>
    </form>
  )
}

function whatWasWrong(failed: unknown): Wrong {
  const { code, body } =
    failed instanceof Refusal ? failed : { code: 'INTERNAL', body: {} as Refusal['body'] }
  const text = body.error ?? 'Error al cambiar la contraseña'
  if (code === 'WRONG_PASSWORD') return { field: 'old_password', text }
  const ofNew = body.errors?.['new_password']?.[0]
  return ofNew ? { field: 'new_password', text: ofNew } : { text }
}
