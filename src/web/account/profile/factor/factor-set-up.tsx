import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/auth.ts'
import { PASSWORD_MAX } from '../../../../contract/limits.ts'
import { PASSWORD_REQUIRED } from '../../../../contract/accounts/password.ts'
import { confirmSecondFactor, startSecondFactor } from '../../../../contract/accounts/calls.ts'
import { type AnswerOf, call } from '../../../data/api.ts'
import { CodeField } from '../../../forms/code-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { exchangeSession } from '../../../session/session.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { StepHeading } from '../../../ui/step-heading.tsx'
import { FailureText, profileField } from '../profile-form.tsx'
import { FactorCodes } from './factor-codes.tsx'
import { refetchRights } from './factor-query.ts'
import { QrCode } from './qr-code.tsx'

type Key = AnswerOf<typeof startSecondFactor>

/** The password, then the key for the app with its first code, then the recovery codes, which must not be missed. */
export function FactorSetUp({ user, onClose }: { user: User; onClose: () => void }) {
  const [key, setKey] = useState<Key>()
  const [codes, setCodes] = useState<string[]>()
  const [isConfirming, setIsConfirming] = useState(false)
  const step = codes ? 3 : key ? 2 : 1
  return (
    <Dialog
      open
      onClose={onClose}
      title="Verificación en dos pasos"
      className="email-change"
      busy={isConfirming || codes !== undefined}
    >
      <p className="account-note note">Paso {step} de 3.</p>
      {!key && <AskPassword user={user} onKey={setKey} />}
      {key && !codes && <EnterFirstCode told={key} onCodes={setCodes} onBusy={setIsConfirming} />}
      {codes && <FactorCodes codes={codes} onKept={onClose} />}
    </Dialog>
  )
}

const NO_PASSWORD = { password: '' }

function AskPassword({ user, onKey }: { user: User; onKey: (key: Key) => void }) {
  const form = useForm({
    base: NO_PASSWORD,
    errorsOf: ({ password }) => ({ password: password === '' ? PASSWORD_REQUIRED : undefined }),
    idOf: () => 'clave-dos-pasos',
    failed: () => undefined,
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'password' },
  })
  const start = async ({ password }: typeof NO_PASSWORD) =>
    onKey(await call(startSecondFactor, { body: { password } }))
  return (
    <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit(start)}>
      <p>
        Hace falta una app de códigos en el teléfono: Google Authenticator, Aegis, 2FAS o la de tu gestor de
        contraseñas.
      </p>
      <FailureText form={form} />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        {...profileField(form, 'password')}
      />
      {/* For password managers; placed below, as the first field takes the focus. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <div className="dialog-actions">
        <BusyButton type="submit" busy={form.isBusy}>
          Seguir
        </BusyButton>
      </div>
    </form>
  )
}

const NO_CODE = { code: '' }

interface EnterFirstCodeProps {
  told: Key
  onCodes: (codes: string[]) => void
  /** A closed dialog would lose the recovery codes of the response. */
  onBusy: (isBusy: boolean) => void
}

function EnterFirstCode({ told, onCodes, onBusy }: EnterFirstCodeProps) {
  const queries = useQueryClient()
  const form = useForm({
    base: NO_CODE,
    idOf: () => 'primer-codigo',
    failed: () => undefined,
    focuses: 'field',
    fieldOfCode: { WRONG_CODE: 'code' },
  })
  const confirm = async (body: typeof NO_CODE) => {
    onBusy(true)
    const work = exchangeSession((access) => call(confirmSecondFactor, { body, access }))
    const { codes } = await work.finally(() => onBusy(false))
    onCodes(codes)
    await refetchRights(queries)
  }
  return (
    <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit(confirm)}>
      <ForTheApp told={told} />
      <FailureText form={form} />
      <CodeField
        {...profileField(form, 'code')}
        className="account-code"
        onChange={(code) => form.change({ code })}
      />
      <p className="account-note note">Al activarla se cierran las demás sesiones de la cuenta.</p>
      <div className="dialog-actions">
        <BusyButton type="submit" busy={form.isBusy} disabled={form.values.code === ''}>
          Activar
        </BusyButton>
      </div>
    </form>
  )
}

/** On the phone with the app nothing can be scanned. */
function ForTheApp({ told }: { told: Key }) {
  return (
    <>
      <StepHeading as="h3">Código para la app</StepHeading>
      <p>Escaneá este código con la app. En el mismo teléfono, tocá el enlace o copiá la clave.</p>
      <QrCode text={told.otpauth} label="Código QR con la clave de la app" />
      <p className="factor-key stack-1 taps">
        <a href={told.otpauth}>Abrir en la app</a>
        <span>
          Clave: <code>{inFours(told.key)}</code>
        </span>
      </p>
    </>
  )
}

function inFours(key: string): string {
  return (key.match(/.{1,4}/g) ?? []).join(' ')
}
