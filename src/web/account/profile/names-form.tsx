import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ProfileNames } from '../../../contract/account-rules.ts'
import type { User } from '../../../contract/auth.ts'
import { call, Refusal } from '../../data/api.ts'
import { profile } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useErrorTitle } from '../../ui/form/use-error-title.ts'
import { profileError } from './profile-rules.ts'

export function NamesForm({ session, user }: { session: Session; user: User }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Partial<ProfileNames>>({})
  const [error, setError] = useState<{ field?: keyof ProfileNames; text: string }>()
  const [saved, setSaved] = useState('')
  const [busy, setBusy] = useState(false)
  useErrorTitle(error !== undefined)
  const names: ProfileNames = { first_name: user.first_name, last_name: user.last_name, ...typed }

  const refuse = (refused: { field?: keyof ProfileNames; text: string }) => {
    setError(refused)
    showToast('error', refused.text)
    if (refused.field) document.getElementById(refused.field)?.focus()
  }
  const change = (field: keyof ProfileNames, value: string) => {
    const next = { ...names, [field]: value }
    setTyped(next)
    setSaved('')
    // The keystroke that repairs a field takes its error away.
    if (error && profileError(next)?.field !== error.field) setError(undefined)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setSaved('')
    const wrong = profileError(names)
    if (wrong) return refuse(wrong)
    setBusy(true)
    setError(undefined)
    try {
      const body = { first_name: names.first_name.trim(), last_name: names.last_name.trim() }
      queryClient.setQueryData(profile(session).queryKey, await call('updateProfile', { body }))
      setTyped({})
      setSaved('Nombre actualizado correctamente')
      showToast('success', 'Nombre actualizado correctamente')
    } catch (failed) {
      refuse({ text: (failed instanceof Refusal && failed.body.error) || 'Error al actualizar el perfil' })
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof ProfileNames) => ({
    id: name,
    name,
    value: names[name],
    error: error?.field === name ? error.text : undefined,
    maxLength: 100,
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })

  return (
    <form
      className="account-card"
      method="post"
      aria-labelledby="datos"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <h2 id="datos">Datos</h2>
      <div role="alert">{error && !error.field && <p className="account-error">{error.text}</p>}</div>
      <Field label="Nombre" autoComplete="given-name" {...field('first_name')} />
      <Field label="Apellido" autoComplete="family-name" {...field('last_name')} />
      <div className="account-save">
        <BusyButton type="submit" busy={busy} busyText="Guardando…">
          Guardar
        </BusyButton>
        <p role="status">{saved}</p>
      </div>
    </form>
  )
}
