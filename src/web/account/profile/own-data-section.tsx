import { useQuery } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { closeAccount, getMyData, startClosing } from '../../../contract/accounts/calls.ts'
import { CLOSING_WORD } from '../../../contract/accounts/own-data-rules.ts'
import { saveAs } from '../../browser/save-as.ts'
import { call, Refusal } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { AskedFactorField, codeSent } from '../../forms/factor-field.tsx'
import { OwnPassword } from '../../forms/own-password.tsx'
import { useForm } from '../../forms/use-form.ts'
import { forgetPerson } from '../../session/forget-person.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ownPasskeys } from './passkeys/passkeys-query.ts'
import { AccountCard, profileField, Refused, StepForm } from './profile-form.tsx'
import { type Closing, closingErrors } from './profile-rules.ts'

interface OwnDataSectionProps {
  session: Session
  /** Leaves the account; `end` ends the session. */
  onLeave: (end: () => void) => void
}

/** Download of personal data, and closing the account. */
export function OwnDataSection({ session, onLeave }: OwnDataSectionProps) {
  const [isClosing, setIsClosing] = useState(false)
  return (
    <>
      <DownloadCard />
      <AccountCard id="cerrar-cuenta" title="Cerrar la cuenta">
        <p>
          Los pedidos terminados quedan sin nombre ni datos de contacto. Los pendientes se cancelan, salvo lo
          que ya te entregamos. No se puede deshacer.
        </p>
        <div className="account-save row-3">
          <IconButton icon={UserX} text="Cerrar mi cuenta" onClick={() => setIsClosing(true)} />
        </div>
        {isClosing && (
          <CloseAccount
            session={session}
            onCancel={() => setIsClosing(false)}
            onClosed={() => onLeave(forgetPerson)}
          />
        )}
      </AccountCard>
    </>
  )
}

function DownloadCard() {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const download = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      // Indented, to be readable.
      const text = JSON.stringify(await call(getMyData), null, 2)
      saveAs(new Blob([text], { type: 'application/json' }), 'mis-datos.json')
      showToast('success', 'Datos descargados')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFailure(error.message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <AccountCard id="mis-datos" title="Una copia de todo">
      <p>
        Un archivo con lo que la tienda guarda de vos: la cuenta, los pedidos, los reclamos, los
        arrepentimientos y la actividad. Podés pedirlo cinco veces por día.
      </p>
      <Refused>{failure}</Refused>
      <div className="account-save row-3">
        <BusyButton
          className="secondary"
          busy={isBusy}
          busyText="Preparando…"
          onClick={() => void download()}
        >
          <Download aria-hidden="true" size={20} />
          Descargar mis datos
        </BusyButton>
      </div>
    </AccountCard>
  )
}

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

/** Requires the password or a passkey, and a typed word, as it cannot be undone. */
function CloseAccount({ session, onCancel, onClosed }: CloseAccountProps) {
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
  const mayUseKeys = useQuery(shopSettings()).data?.passkeys === true && 'PublicKeyCredential' in window
  const { data: passkeys = [] } = useQuery({ ...ownPasskeys(session), enabled: mayUseKeys })
  const { byKey } = form.values
  return (
    <Dialog open onClose={onCancel} title="Cerrar mi cuenta" busy={form.isBusy}>
      <StepForm
        form={{ ...form, onSubmit: form.onSubmit(close) }}
        intro={<p>La cuenta y tus datos se borran ahora, en todos los dispositivos. No se puede deshacer.</p>}
        back={{ text: 'Cancelar', onPress: onCancel }}
        button={{ className: 'danger', busyText: 'Cerrando…', children: 'Cerrar mi cuenta' }}
      >
        {byKey ? (
          <p>Al cerrar, el dispositivo pide la huella, la cara o su bloqueo.</p>
        ) : (
          <OwnPassword username={session.username} {...profileField(form, 'password')} />
        )}
        <AskedFactorField {...profileField(form, 'code')} />
        {passkeys.length > 0 && (
          <button type="button" className="button quiet" onClick={() => form.change({ byKey: !byKey })}>
            {byKey ? 'Usar la contraseña' : 'Usar huella o llave'}
          </button>
        )}
        <Field
          label={`Para confirmar, escribí ${CLOSING_WORD}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          {...profileField(form, 'confirm')}
        />
      </StepForm>
    </Dialog>
  )
}

async function ownPasskey() {
  const { options } = await call(startClosing, { body: {} })
  const { askForPasskey } = await import('../../session/ask-for-passkey.ts')
  return askForPasskey(options)
}
