import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import { later } from '../../browser/later.tsx'
import { profile, shopSettings } from '../../data/queries.ts'
import { type Session, exchangeSession } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { EmailCard } from './email-change.tsx'
import { SessionsCard, sessionsChanged } from './sessions-card.tsx'
import type { ProfileNames } from '../../../contract/accounts/account-rules.ts'
import { NAME_LENGTH, PASSWORD_MAX } from '../../../contract/limits.ts'
import { updateProfile, changePassword } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProfileForm, profileField } from './profile-form.tsx'
import { nameErrors, type PasswordChange, passwordErrors } from './profile-rules.ts'
import { PASSWORD_CHANGED, PASSWORD_HINT } from '../../../contract/accounts/password.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'

const PasskeysCard = later(() => import('./passkeys/passkeys-card.tsx').then((module) => module.PasskeysCard))
const NoticesCard = later(() => import('./notices-card.tsx').then((module) => module.NoticesCard))
/** Staff only. */
const FactorCard = later(() => import('./factor/factor-card.tsx').then((module) => module.FactorCard))

/** The data of the account: cards, each saved on its own. */
export function SettingsSection({ session }: { session: Session }) {
  const { data, isError, refetch } = useQuery(profile(session))
  const settings = useQuery(shopSettings()).data
  if (isError && !data) {
    return <ErrorPanel title="Error al cargar la información" onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <>
        <LoadingNote />
        <CardSkeleton className="account-skeleton-card" parts={['title', 'field']} />
        <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
      </>
    )
  }
  return (
    <>
      <NamesForm session={session} user={data} />
      <EmailCard session={session} user={data} />
      <PasswordForm user={data} />
      <Card is={PasskeysCard} isShown={settings?.passkeys === true} session={session} user={data} />
      <Card is={NoticesCard} isShown={settings?.restock_notices === true} session={session} user={data} />
      <Card is={FactorCard} isShown={data.user_type === 'admin'} session={session} user={data} />
      <SessionsCard session={session} />
    </>
  )
}

interface LaterCardProps {
  session: Session
  user: User
}

/** Reserves its space until its code is loaded. */
function Card({
  is: Later,
  isShown,
  ...props
}: LaterCardProps & { is: typeof FactorCard; isShown: boolean }) {
  return isShown ? (
    <Later props={props}>
      <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
    </Later>
  ) : null
}

const SAVED = 'Nombre actualizado correctamente'

function NamesForm({ session, user }: { session: Session; user: User }) {
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

const EMPTY: PasswordChange = { old_password: '', new_password: '', confirmation: '' }

/** The old password, and the new one twice. All are cleared after the request. */
function PasswordForm({ user }: { user: User }) {
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
    const { old_password, new_password } = change
    await exchangeSession((access) => call(changePassword, { body: { old_password, new_password }, access }))
    sessionsChanged(queryClient)
    form.saved(EMPTY, change)
    showToast('success', PASSWORD_CHANGED)
  }
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
