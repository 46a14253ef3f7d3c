import type { ComponentProps } from 'react'
import { PASSWORD_MAX } from '../../contract/limits.ts'
import { PasswordField } from '../ui/form/password-field.tsx'

interface OwnPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'label'> {
  label?: string
  username: string
}

/** The password of who is signed in. The user name is for password managers; it is placed below, as the first field takes the focus. */
export function OwnPassword({ label = 'Contraseña', username, ...field }: OwnPasswordProps) {
  return (
    <>
      <PasswordField label={label} autoComplete="current-password" maxLength={PASSWORD_MAX} {...field} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
    </>
  )
}
