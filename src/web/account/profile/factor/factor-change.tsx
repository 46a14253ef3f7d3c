import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/auth.ts'
import { PASSWORD_MAX } from '../../../../contract/limits.ts'
import { factorCodeError } from '../../../../contract/accounts/second-factor-rules.ts'
import { call } from '../../../data/api.ts'
import { FactorField } from '../../../forms/factor-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { PASSWORD_REQUIRED } from '../../../../contract/accounts/password.ts'
import { removeSecondFactor, renewRecoveryCodes } from '../../../../contract/accounts/calls.ts'
import { FailureText, profileField } from '../profile-form.tsx'
import { FactorCodes } from './factor-codes.tsx'
import { refetchRights } from './factor-query.ts'

const WORDS = {
  remove: {
    title: 'Desactivar la verificación en dos pasos',
    about: 'Para entrar va a alcanzar con la contraseña.',
    button: 'Desactivar',
  },
  replace: {
    title: 'Cambiar de teléfono',
    about:
      'La app del teléfono anterior deja de servir. Después activá la nueva: hasta entonces el panel queda cerrado.',
    button: 'Quitar la anterior',
  },
  renew: {
    title: 'Crear códigos de recuperación',
    about: 'Los códigos anteriores dejan de servir.',
    button: 'Crear códigos',
  },
}

const REMOVED = {
  remove: 'La verificación en dos pasos está desactivada',
  replace: 'La app anterior ya no sirve. Activá la nueva.',
}

interface FactorChangeProps {
  kind: keyof typeof WORDS
  user: User
  onClose: () => void
}

/** Removes the second factor, replaces its app, or creates new recovery codes. Each needs password and code. */
export function FactorChange({ kind, user, onClose }: FactorChangeProps) {
  const [codes, setCodes] = useState<string[]>()
  const form = useChanging(kind, setCodes, onClose)
  const { title, about, button } = WORDS[kind]
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      className="email-change"
      busy={form.isBusy || codes !== undefined}
    >
      {codes ? (
        <FactorCodes codes={codes} onKept={onClose} />
      ) : (
        <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit}>
          <p>{about}</p>
          <FailureText form={form} />
          <ProofFields form={form} user={user} />
          <div className="dialog-actions">
            <button type="button" className="button secondary" onClick={() => !form.isBusy && onClose()}>
              Cancelar
            </button>
            <BusyButton type="submit" className={kind === 'renew' ? 'primary' : 'danger'} busy={form.isBusy}>
              {button}
            </BusyButton>
          </div>
        </form>
      )}
    </Dialog>
  )
}

const NOTHING = { password: '', code: '' }

function useChanging(kind: keyof typeof WORDS, onCodes: (codes: string[]) => void, onRemoved: () => void) {
  const queries = useQueryClient()
  const form = useForm({
    base: NOTHING,
    errorsOf: ({ password, code }) => ({
      password: password === '' ? PASSWORD_REQUIRED : undefined,
      code: factorCodeError(code),
    }),
    idOf: (field) => (field === 'password' ? 'clave-dos-pasos' : 'codigo-dos-pasos'),
    failed: () => undefined,
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
  })
  const change = async (body: typeof NOTHING) => {
    if (kind === 'renew') return onCodes((await call(renewRecoveryCodes, { body })).codes)
    await call(removeSecondFactor, { body })
    if (kind === 'replace') await refetchRights(queries)
    showToast('success', REMOVED[kind])
    return onRemoved()
  }
  return { ...form, onSubmit: form.onSubmit(change) }
}

function ProofFields({ form, user }: { form: ReturnType<typeof useChanging>; user: User }) {
  return (
    <>
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        {...profileField(form, 'password')}
      />
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <FactorField {...profileField(form, 'code')} />
    </>
  )
}
