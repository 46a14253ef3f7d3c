import { startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/auth.ts'
import { addPasskey, removePasskey, startPasskey } from '../../../../contract/accounts/calls.ts'
import { PASSWORD_REQUIRED } from '../../../../contract/accounts/password.ts'
import { PASSKEY_NAME, PASSKEY_NAME_LENGTH, PASSKEYS } from '../../../../contract/accounts/sign-in-rules.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { call, Refusal } from '../../../data/api.ts'
import { OwnPassword } from '../../../forms/own-password.tsx'
import { useForm } from '../../../forms/use-form.ts'
import type { Session } from '../../../session/session.ts'
import { PasskeyList } from '../../../shop/passkeys/passkey-list.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CardSkeleton } from '../../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AccountCard, profileField, StepForm } from '../profile-form.tsx'
import { ownPasskeys } from './passkeys-query.ts'

/** The passkeys of the account, to add and remove. */
export function PasskeysCard({ session, user }: { session: Session; user: User }) {
  const { data: passkeys, isError, refetch } = useQuery(ownPasskeys(session))
  const [isAdding, setIsAdding] = useState(false)
  const again = () => void refetch()
  const close = () => {
    setIsAdding(false)
    again()
  }
  if (isError && !passkeys) return <ErrorPanel title="No pudimos leer las llaves" onRetry={again} />
  if (!passkeys)
    return (
      <>
        <LoadingNote />
        <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
      </>
    )
  return (
    <AccountCard id="llaves" title="Entrar con huella o llave">
      <p>
        Con la huella, la cara o el bloqueo de un dispositivo entrás sin escribir la contraseña, que sigue
        sirviendo.
      </p>
      {passkeys.length > 0 && (
        <PasskeyList
          passkeys={passkeys}
          remove={(id) => call(removePasskey, { params: { id } })}
          onRemoved={again}
        >
          Ese dispositivo deja de abrir tu cuenta.
        </PasskeyList>
      )}
      <div className="account-save row-3">
        {passkeys.length < PASSKEYS && 'PublicKeyCredential' in window && (
          <IconButton icon={Fingerprint} text="Agregar este dispositivo" onClick={() => setIsAdding(true)} />
        )}
      </div>
      {isAdding && <AddPasskey user={user} onClose={close} />}
    </AccountCard>
  )
}

const NEW = { name: '', password: '' }
const KNOWN = 'Este dispositivo ya abre tu cuenta.'
const NOT_MADE = 'El dispositivo no hizo la llave. Probá de nuevo.'

/** A name and the password, then the browser asks for fingerprint or lock. */
function AddPasskey({ user, onClose }: { user: User; onClose: () => void }) {
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
  return (
    <Dialog open onClose={onClose} title="Agregar este dispositivo" busy={form.isBusy}>
      <StepForm
        form={{ ...form, onSubmit: form.onSubmit(add) }}
        button={{ busyText: 'Esperando al dispositivo…', children: 'Agregar' }}
      >
        <Field
          label="Nombre de la llave"
          hint="Para reconocerla. Ej.: Teléfono"
          autoComplete="off"
          maxLength={PASSKEY_NAME_LENGTH}
          {...profileField(form, 'name')}
        />
        <OwnPassword username={user.username} {...profileField(form, 'password')} />
      </StepForm>
    </Dialog>
  )
}
