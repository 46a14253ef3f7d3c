import { useQuery } from '@tanstack/react-query'
import { PASSWORD_MAX } from '../../../contract/limits.ts'
import { CLOSING_WORD } from '../../../contract/accounts/own-data-rules.ts'
import { closeAccount, startClosing } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { AskedFactorField, codeSent } from '../../forms/factor-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { FailureText, profileField } from './profile-form.tsx'
import { ownPasskeys } from './passkeys/passkeys-query.ts'
import { type Closing, closingErrors } from './profile-rules.ts'

const IDS: Record<string, string> = {
  password: 'clave-cierre',
  code: 'codigo-cierre',
  confirm: 'palabra-cierre',
}
const NOTHING: Closing = { byKey: false, password: '', code: '', confirm: '' }

interface CloseAccountProps {
  session: Session
  onCancel: () => void
  onClosed: () => void
}

function useClosing(onClosed: () => void) {
  const form = useForm({
    base: NOTHING,
    errorsOf: closingErrors,
    idOf: (field) => IDS[field] ?? field,
    // Errors show beside their field or above the form.
    failed: () => undefined,
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
  })
  const close = async ({ byKey, password, code, confirm }: Closing) => {
    const proof = byKey ? { passkey: await ownPasskey() } : { password }
    await call(closeAccount, { body: { ...proof, ...codeSent(code), confirm: confirm.trim() } })
    onClosed()
  }
  return { ...form, onSubmit: form.onSubmit(close) }
}

async function ownPasskey() {
  const { options } = await call(startClosing, { body: {} })
  const { askForPasskey } = await import('../../session/ask-for-passkey.ts')
  return askForPasskey(options)
}

/** Requires the password or a passkey, and a typed word, as it cannot be undone. */
export function CloseAccount({ session, onCancel, onClosed }: CloseAccountProps) {
  const form = useClosing(onClosed)
  return (
    <Dialog open onClose={onCancel} title="Cerrar mi cuenta" className="email-change" busy={form.isBusy}>
      <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit}>
        <p>La cuenta y tus datos se borran ahora, en todos los dispositivos. No se puede deshacer.</p>
        <FailureText form={form} />
        <Proof session={session} form={form} />
        {/* For password managers; placed below, as the first field takes the focus. */}
        <input type="text" autoComplete="username" value={session.username} readOnly hidden />
        <Field
          label={`Para confirmar, escribí ${CLOSING_WORD}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          {...profileField(form, 'confirm')}
        />
        <div className="dialog-actions">
          <button
            type="button"
            className="button secondary"
            aria-disabled={form.isBusy || undefined}
            onClick={() => !form.isBusy && onCancel()}
          >
            Cancelar
          </button>
          <BusyButton type="submit" className="danger" busy={form.isBusy} busyText="Cerrando…">
            Cerrar mi cuenta
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}

/** The password field, with a passkey as alternative if the account has one. */
function Proof({ session, form }: { session: Session; form: ReturnType<typeof useClosing> }) {
  const isOn = useQuery(shopSettings()).data?.passkeys === true && 'PublicKeyCredential' in window
  const { data: passkeys = [] } = useQuery({ ...ownPasskeys(session), enabled: isOn })
  const { byKey } = form.values
  return (
    <>
      {byKey ? (
        <p>Al cerrar, el dispositivo pide la huella, la cara o su bloqueo.</p>
      ) : (
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          {...profileField(form, 'password')}
        />
      )}
      <AskedFactorField {...profileField(form, 'code')} />
      {passkeys.length > 0 && (
        <button type="button" className="button quiet" onClick={() => form.change({ byKey: !byKey })}>
          {byKey ? 'Usar la contraseña' : 'Usar huella o llave'}
        </button>
      )}
    </>
  )
}
