import { startRegistration } from '@simplewebauthn/browser'
import type { User } from '../../../../contract/accounts/auth.ts'
import { PASSWORD_MAX } from '../../../../contract/limits.ts'
import { PASSWORD_REQUIRED } from '../../../../contract/accounts/password.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { PASSKEY_NAME, PASSKEY_NAME_LENGTH } from '../../../../contract/accounts/sign-in-rules.ts'
import { addPasskey, startPasskey } from '../../../../contract/accounts/calls.ts'
import { call, Refusal } from '../../../data/api.ts'
import { useForm } from '../../../forms/use-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FailureText, profileField } from '../profile-form.tsx'

const NEW = { name: '', password: '' }

/** A name and the password, then the browser asks for fingerprint or lock. */
export function AddPasskey({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useAdding(onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Agregar este dispositivo"
      className="email-change"
      busy={form.isBusy}
    >
      <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit}>
        <FailureText form={form} />
        <Field
          label="Nombre de la llave"
          hint="Para reconocerla. Ej.: Teléfono"
          autoComplete="off"
          maxLength={PASSKEY_NAME_LENGTH}
          {...profileField(form, 'name')}
        />
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          {...profileField(form, 'password')}
        />
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <div className="dialog-actions">
          <BusyButton type="submit" busy={form.isBusy} busyText="Esperando al dispositivo…">
            Agregar
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}

function useAdding(onClose: () => void) {
  const form = useForm({
    base: NEW,
    errorsOf: ({ name, password }) => ({
      name: requiredError(name, PASSKEY_NAME),
      password: password === '' ? PASSWORD_REQUIRED : undefined,
    }),
    idOf: (field) => (field === 'name' ? 'nombre-llave' : 'clave-llave'),
    failed: () => undefined,
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'password' },
  })
  const add = async ({ name, password }: typeof NEW) => {
    const { options } = await call(startPasskey, { body: { password } })
    const answer = await startRegistration({
      // safe: the server created it for this call
      optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }).catch((error: unknown) => {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError'
      throw new Refusal(400, { error: isKnown ? KNOWN : NOT_MADE })
    })
    await call(addPasskey, {
      body: { name: name.trim(), answer: { ...answer, response: { ...answer.response } } },
    })
    showToast('success', 'Llave agregada')
    onClose()
  }
  return { ...form, onSubmit: form.onSubmit(add) }
}

const KNOWN = 'Este dispositivo ya abre tu cuenta.'
const NOT_MADE = 'El dispositivo no hizo la llave. Probá de nuevo.'
