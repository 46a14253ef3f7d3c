import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileNames } from '../../../contract/accounts/account-rules.ts'
import type { User } from '../../../contract/accounts/auth.ts'
import { NAME_LENGTH } from '../../../contract/limits.ts'
import { updateProfile } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { profile } from '../../data/queries.ts'
import { useForm } from '../../forms/use-form.ts'
import type { Session } from '../../session/session.ts'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProfileForm, profileField } from './profile-form.tsx'
import { nameErrors } from './profile-rules.ts'

const SAVED = 'Nombre actualizado correctamente'

export function NamesForm({ session, user }: { session: Session; user: User }) {
  const queryClient = useQueryClient()
  const form = useForm({
    base: user,
    valuesOf: ({ first_name, last_name }: ProfileNames) => ({ first_name, last_name }),
    errorsOf: nameErrors,
    idOf: (name) => name,
    failed: (text) => text ?? 'Error al actualizar el perfil',
    focuses: 'field',
  })
  // Another tab may have changed the names.
  const [seen, setSeen] = useState(user)
  if (user !== seen) {
    setSeen(user)
    form.follow(user)
  }
  const save = async (names: ProfileNames) => {
    const body = { first_name: names.first_name.trim(), last_name: names.last_name.trim() }
    const saved = await call(updateProfile, { body })
    queryClient.setQueryData(profile(session).queryKey, saved)
    form.saved(saved, names)
    showToast('success', SAVED)
  }
  const field = (name: keyof ProfileNames) => ({
    ...profileField(form, name),
    name,
    maxLength: NAME_LENGTH,
  })
  return (
    <ProfileForm id="datos" title="Datos" form={form} onSave={save} saveText="Guardar" saved={SAVED}>
      <Field label="Nombre" autoComplete="given-name" {...field('first_name')} />
      <Field label="Apellido" autoComplete="family-name" {...field('last_name')} />
    </ProfileForm>
  )
}
