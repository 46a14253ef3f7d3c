import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PASSWORD_REQUIRED } from '../../../contract/password.ts'
import { emailError } from '../../../contract/email.ts'
import { CODE_DIGITS } from '../../../contract/limits.ts'
import { call, Refusal } from '../../data/api.ts'
import { profile } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useErrorTitle } from '../../ui/form/use-error-title.ts'

const DONE = 'Email actualizado correctamente'

interface EmailChangeProps {
  session: Session
  onClose: () => void
}

/** Password and new address, then the code that was sent there, then it is done. The password leaves with its step. */
export function EmailChange({ session, onClose }: EmailChangeProps) {
  const [step, setStep] = useState<'ask' | 'code' | 'done'>('ask')
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open onClose={onClose} title="Cambiar email" className="email-change" busy={busy}>
      {step !== 'done' && (
        <p className="account-note">
          Paso {step === 'ask' ? 1 : 2} de 2. Al terminar se cierran las demás sesiones de la cuenta.
        </p>
      )}
      {step === 'ask' && (
        <AskForCode
          email={email}
          onEmail={setEmail}
          busy={busy}
          onBusy={setBusy}
          onSent={() => setStep('code')}
        />
      )}
      {step === 'code' && (
        <EnterCode
          session={session}
          email={email.trim()}
          busy={busy}
          onBusy={setBusy}
          onBack={() => setStep('ask')}
          onDone={() => setStep('done')}
        />
      )}
      {step === 'done' && <Done email={email.trim()} onClose={onClose} />}
    </Dialog>
  )
}

interface StepProps {
  email: string
  busy: boolean
  onBusy: (busy: boolean) => void
}

/** What a refusal says of one field, else what it says at all, else our own words. */
function textOf(failed: unknown, field: string, fallback: string): { field: string; text: string } {
  const body = failed instanceof Refusal ? failed.body : {}
  const ofField = body.errors?.[field]?.[0]
  return ofField ? { field, text: ofField } : { field: '', text: body.error ?? fallback }
}

interface AskForCodeProps extends StepProps {
  onEmail: (email: string) => void
  onSent: () => void
}

function AskForCode({ email, onEmail, busy, onBusy, onSent }: AskForCodeProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<{ field: string; text: string }>()
  useErrorTitle(error !== undefined)
  const refuse = (refused: { field: string; text: string }) => {
    setError(refused)
    // Beside its field it is read at once; on a phone a toast would lie over the button.
    if (refused.field === '') showToast('error', refused.text)
    document.getElementById(refused.field === 'new_email' ? 'email-nuevo' : 'clave-email')?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setError(undefined)
    if (password === '') return refuse({ field: 'password', text: PASSWORD_REQUIRED })
    const wrong = emailError(email)
    if (wrong) return refuse({ field: 'new_email', text: wrong })
    onBusy(true)
    try {
      await call('verifyChange', { body: { purpose: 'EMAIL_CHANGE', new_email: email.trim(), password } })
      showToast('info', 'Código enviado al email nuevo')
      onSent()
    } catch (failed) {
      const isPassword = failed instanceof Refusal && failed.code === 'WRONG_PASSWORD'
      const said = textOf(failed, 'new_email', 'Error al solicitar verificación')
      refuse(isPassword ? { field: 'password', text: said.text } : said)
    } finally {
      onBusy(false)
    }
  }
  return (
    <form className="email-change-step" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div role="alert">{error?.field === '' && <p className="account-error">{error.text}</p>}</div>
      <PasswordField
        id="clave-email"
        label="Contraseña actual"
        autoComplete="current-password"
        maxLength={128}
        value={password}
        error={error?.field === 'password' ? error.text : undefined}
        onChange={(event) => {
          setPassword(event.target.value)
          setError(undefined)
        }}
      />
      <Field
        id="email-nuevo"
        label="Email nuevo"
        hint="Recibe un código de 6 dígitos"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        error={error?.field === 'new_email' ? error.text : undefined}
        onChange={(event) => {
          onEmail(event.target.value)
          if (error?.field === 'new_email' && !emailError(event.target.value)) setError(undefined)
        }}
      />
      <div className="dialog-actions">
        <BusyButton type="submit" busy={busy} busyText="Enviando…">
          Enviar código
        </BusyButton>
      </div>
    </form>
  )
}

interface EnterCodeProps extends StepProps {
  session: Session
  onBack: () => void
  onDone: () => void
}

function EnterCode({ session, email, busy, onBusy, onBack, onDone }: EnterCodeProps) {
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  useErrorTitle(error !== '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || code === '') return
    setError('')
    onBusy(true)
    try {
      const user = await call('updateProfile', { body: { email, verification_code: code } })
      queryClient.setQueryData(profile(session).queryKey, user)
      showToast('success', DONE)
      onDone()
    } catch (failed) {
      const { text } = textOf(failed, 'email', 'Error al actualizar email')
      setError(text)
      field.current?.focus()
    } finally {
      onBusy(false)
    }
  }
  return (
    <form className="email-change-step" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p>
        El código se envió a <strong className="account-email">{email}</strong>
      </p>
      <Field
        ref={field}
        className="account-code"
        label="Código de verificación"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Longer than a code, so that one with spaces can be pasted.
        maxLength={20}
        value={code}
        error={error || undefined}
        onChange={(event) => {
          setCode(event.target.value.replace(/\D/g, '').slice(0, CODE_DIGITS))
          setError('')
        }}
      />
      <p className="account-note">Si no llega, revisar el correo no deseado o pedir otro código.</p>
      <div className="dialog-actions">
        <button
          type="button"
          className="button secondary"
          aria-disabled={busy || undefined}
          onClick={() => !busy && onBack()}
        >
          Pedir otro código
        </button>
        <BusyButton type="submit" busy={busy} disabled={code === ''}>
          Confirmar
        </BusyButton>
      </div>
    </form>
  )
}

function Done({ email, onClose }: { email: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="email-change-step">
      <p className="account-done" role="status">
        <BadgeCheck aria-hidden="true" size={22} />
        {DONE}
      </p>
      <p>
        Desde ahora todo llega a <strong className="account-email">{email}</strong>. Las demás sesiones se
        cerraron.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button primary" ref={button} onClick={onClose}>
          Listo
        </button>
      </div>
    </div>
  )
}
