import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import type { User } from '../../../../contract/accounts/auth.ts'
import { confirmSecondFactor, startSecondFactor } from '../../../../contract/accounts/calls.ts'
import { PASSWORD_REQUIRED } from '../../../../contract/accounts/password.ts'
import { saveAs } from '../../../browser/save-as.ts'
import { useCopy } from '../../../browser/use-copy.ts'
import { type AnswerOf, call } from '../../../data/api.ts'
import { permissions } from '../../../data/queries.ts'
import { CodeField } from '../../../forms/code-field.tsx'
import { OwnPassword } from '../../../forms/own-password.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { clearCaches, exchangeSession, readSession } from '../../../session/session.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StepHeading } from '../../../ui/step-heading.tsx'
import { profileField, StepForm } from '../profile-form.tsx'

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
    <StepForm
      form={{ ...form, onSubmit: form.onSubmit(start) }}
      intro={
        <p>
          Hace falta una app de códigos en el teléfono: Google Authenticator, Aegis, 2FAS o la de tu gestor de
          contraseñas.
        </p>
      }
      button={{ children: 'Seguir' }}
    >
      <OwnPassword username={user.username} {...profileField(form, 'password')} />
    </StepForm>
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
    <StepForm
      form={{ ...form, onSubmit: form.onSubmit(confirm) }}
      intro={
        <>
          <StepHeading as="h3">Código para la app</StepHeading>
          <p>Escaneá este código con la app. En el mismo teléfono, tocá el enlace o copiá la clave.</p>
          <QrCode text={told.otpauth} label="Código QR con la clave de la app" />
          {/* On the phone with the app nothing can be scanned. */}
          <p className="factor-key stack-1 taps">
            <a href={told.otpauth}>Abrir en la app</a>
            <span>
              Clave: <code>{inFours(told.key)}</code>
            </span>
          </p>
        </>
      }
      button={{ disabled: form.values.code === '', children: 'Activar' }}
    >
      <CodeField
        {...profileField(form, 'code')}
        className="account-code"
        onChange={(code) => form.change({ code })}
      />
      <p className="account-note note">Al activarla se cierran las demás sesiones de la cuenta.</p>
    </StepForm>
  )
}

function inFours(key: string): string {
  return (key.match(/.{1,4}/g) ?? []).join(' ')
}

/** Dark on light in every scheme, with the margin that cameras need. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="factor-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path.join('')} />
    </svg>
  )
}

/** The recovery codes, shown only once. */
export function FactorCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [said, copy] = useCopy('Copiados', 'El navegador no deja copiar: anotalos o descargalos')
  const text = codes.join('\n')
  const save = () => saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), 'codigos-de-recuperacion.txt')
  return (
    <div className="email-change-step stack-4">
      <StepHeading as="h3">Códigos de recuperación</StepHeading>
      <p>
        Si perdés el teléfono, con cada uno de estos códigos entrás una vez. Guardalos donde no esté tu
        contraseña: <strong>no se muestran de nuevo</strong>.
      </p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="account-save row-3">
        <IconButton icon={Copy} text="Copiar" onClick={() => void copy(text)} />
        <IconButton icon={Download} text="Descargar" onClick={save} />
        <p role="status">{said}</p>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onKept}>
          Guardé los códigos
        </button>
      </div>
    </div>
  )
}

/** Refetches the rights of staff, which may depend on the second factor. */
export async function refetchRights(queries: QueryClient): Promise<void> {
  clearCaches()
  await queries.prefetchQuery({ ...permissions(readSession()), staleTime: 0 })
}
