import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { EMAIL_LENGTH, PASSWORD_MAX } from '../../../contract/limits.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { AskedFactorField } from '../../forms/factor-field.tsx'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { FailureText, profileField } from './profile-form.tsx'
import { codeSentTo, EMAIL_CHANGED, useCodeEntry, useCodeRequest } from './use-email-change.ts'

interface EmailChangeProps {
  session: Session
  onClose: () => void
}

/** Password and new address, then the code sent there, then the confirmation. The password is dropped after its step. */
export function EmailChange({ session, onClose }: EmailChangeProps) {
  const [step, setStep] = useState<'ask' | 'code' | 'done'>(() =>
    codeSentTo.read(session.userId) === undefined ? 'ask' : 'code',
  )
  const request = useCodeRequest(session, () => setStep('code'))
  const email = request.values.new_email.trim()
  const entry = useCodeEntry(session, email, () => {
    codeSentTo.forget()
    setStep('done')
  })
  const isBusy = request.isBusy || entry.isBusy
  const back = () => {
    codeSentTo.forget()
    entry.restart()
    setStep('ask')
  }
  return (
    <Dialog open onClose={onClose} title="Cambiar email" className="email-change" busy={isBusy}>
      {step !== 'done' && (
        <p className="account-note note">
          Paso {step === 'ask' ? 1 : 2} de 2. Al terminar se cierran las demás sesiones de la cuenta.
        </p>
      )}
      {step === 'ask' && <AskForCode form={request} />}
      {step === 'code' && <EnterCode form={entry} email={email} onBack={back} />}
      {step === 'done' && <Done email={email} onClose={onClose} />}
    </Dialog>
  )
}

function AskForCode({ form }: { form: ReturnType<typeof useCodeRequest> }) {
  return (
    <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit}>
      <FailureText form={form} />
      <PasswordField
        label="Contraseña actual"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        {...profileField(form, 'password')}
      />
      <AskedFactorField {...profileField(form, 'code')} />
      <Field
        label="Email nuevo"
        hint="Recibe un código de 6 dígitos"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={EMAIL_LENGTH}
        {...profileField(form, 'new_email')}
      />
      <div className="dialog-actions">
        <BusyButton type="submit" busy={form.isBusy} busyText="Enviando…">
          Enviar código
        </BusyButton>
      </div>
    </form>
  )
}

interface EnterCodeProps {
  form: ReturnType<typeof useCodeEntry>
  email: string
  onBack: () => void
}

function EnterCode({ form, email, onBack }: EnterCodeProps) {
  return (
    <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit}>
      <StepHeading as="h3">Confirmar el email nuevo</StepHeading>
      <p>
        Te mandamos el código a <strong className="account-email">{email}</strong>
      </p>
      <FailureText form={form} />
      <CodeField
        {...profileField(form, 'code')}
        className="account-code"
        onChange={(code) => form.change({ code })}
      />
      <p className="account-note note">Si no llega, revisá el correo no deseado o pedí otro código.</p>
      <div className="dialog-actions">
        <button
          type="button"
          className="button secondary"
          aria-disabled={form.isBusy || undefined}
          onClick={() => !form.isBusy && onBack()}
        >
          Pedir otro código
        </button>
        <BusyButton type="submit" busy={form.isBusy} disabled={form.values.code === ''}>
          Confirmar
        </BusyButton>
      </div>
    </form>
  )
}

function Done({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <div className="email-change-step stack-4">
      <StepHeading as="h3" className="account-done icon-row strong">
        <BadgeCheck aria-hidden="true" size={22} />
        <span>{EMAIL_CHANGED}</span>
      </StepHeading>
      <p>
        Desde ahora todo llega a <strong className="account-email">{email}</strong>. Las demás sesiones se
        cerraron.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          Listo
        </button>
      </div>
    </div>
  )
}
