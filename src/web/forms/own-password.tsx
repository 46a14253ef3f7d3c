import type { ComponentProps } from 'react'
import { PASSWORD_MAX } from '../../contract/limits.ts'
import { PasswordField } from '../ui/form/password-field.tsx'

interface OwnPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'label'> {
  label?: string
  username: string
}

/**
 * The password of the signed-in user, and the user name for password managers: after the password, because a dialog focuses
 * its first field.
 */
export function OwnPassword({ label = 'Contraseña', username, ...field }: OwnPasswordProps) {
  return (
    <>
      <PasswordField label={label} autoComplete="current-password" maxLength={PASSWORD_MAX} {...field} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
    </>
  )
}
