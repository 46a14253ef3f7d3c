import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Mail } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import { updateProfile, verifyChange } from '../../../contract/accounts/calls.ts'
import { EMAIL_LENGTH } from '../../../contract/limits.ts'
import { tabDraft } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { profile } from '../../data/queries.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { AskedFactorField, codeSent } from '../../forms/factor-field.tsx'
import { OwnPassword } from '../../forms/own-password.tsx'
import { useForm } from '../../forms/use-form.ts'
import { exchangeSession, type Session } from '../../session/session.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AccountCard, profileField, StepForm } from './profile-form.tsx'
import { type CodeRequest, codeRequestErrors } from './profile-rules.ts'
import { sessionsChanged } from './sessions-card.tsx'

const EMAIL_CHANGED = 'Email actualizado correctamente'
const IDS: Record<string, string> = { password: 'clave-email', code: 'codigo-app', new_email: 'email-nuevo' }
const NOTHING: CodeRequest = { password: '', code: '', new_email: '' }

/** The address that a code was sent to. Kept over a reload: on a phone, reading the mail may end the tab. */
const codeSentTo = tabDraft<string>('emailChange', 'owner')

/** The e-mail of the account. Changing it needs the password and a code, so it has a dialog. */
export function EmailCard({ session, user }: { session: Session; user: User }) {
  const [open, setOpen] = useState(() => codeSentTo.read(session.userId) !== undefined)
  const close = () => {
    codeSentTo.forget()
    setOpen(false)
  }
  return (
    <AccountCard id="email-cuenta" title="Email">
      <p className="account-email">
        <BreaksAfter sign="@" text={user.email} />
      </p>
      <p className="account-note note">
        A esta dirección llegan los pedidos y los reclamos. Para cambiarla hacen falta la contraseña y un
        código.
      </p>
      <div className="account-save row-3">
        <IconButton icon={Mail} text="Cambiar email" onClick={() => setOpen(true)} />
      </div>
      {open && <EmailChange session={session} onClose={close} />}
    </AccountCard>
  )
}

/** Password and new address, then the code sent there, then the confirmation. The password is dropped after its step. */
function EmailChange({ session, onClose }: { session: Session; onClose: () => void }) {
  const [step, setStep] = useState<'ask' | 'code' | 'done'>(() =>
    codeSentTo.read(session.userId) === undefined ? 'ask' : 'code',
  )
  const request = useCodeRequest(session, () => setStep('code'))
  const email = request.values.new_email.trim()
  const entry = useCodeEntry(session, email, () => {
    codeSentTo.forget()
    setStep('done')
  })
  const back = () => {
    codeSentTo.forget()
    entry.restart()
    setStep('ask')
  }
  return (
    <Dialog open onClose={onClose} title="Cambiar email" busy={request.isBusy || entry.isBusy}>
      {step !== 'done' && (
        <p className="account-note note">
          Paso {step === 'ask' ? 1 : 2} de 2. Al terminar se cierran las demás sesiones de la cuenta.
        </p>
      )}
      {step === 'ask' && (
        <StepForm form={request} button={{ busyText: 'Enviando…', children: 'Enviar código' }}>
          <OwnPassword
            label="Contraseña actual"
            username={session.username}
            {...profileField(request, 'password')}
          />
          <AskedFactorField {...profileField(request, 'code')} />
          <Field
            label="Email nuevo"
            hint="Recibe un código de 6 dígitos"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_LENGTH}
            {...profileField(request, 'new_email')}
          />
        </StepForm>
      )}
      {step === 'code' && (
        <StepForm
          form={entry}
          intro={
            <>
              <StepHeading as="h3">Confirmar el email nuevo</StepHeading>
              <p>
                Te mandamos el código a <strong className="account-email">{email}</strong>
              </p>
            </>
          }
          back={{ text: 'Pedir otro código', onPress: back }}
          button={{ disabled: entry.values.code === '', children: 'Confirmar' }}
        >
          <CodeField
            {...profileField(entry, 'code')}
            className="account-code"
            onChange={(code) => entry.change({ code })}
          />
          <p className="account-note note">Si no llega, revisá el correo no deseado o pedí otro código.</p>
        </StepForm>
      )}
      {step === 'done' && (
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
      )}
    </Dialog>
  )
}

/** The first step. The second one keeps the address but not the password. */
function useCodeRequest({ userId }: Session, onSent: () => void) {
  const form = useForm({
    base: NOTHING,
    values: { ...NOTHING, new_email: codeSentTo.read(userId) ?? '' },
    errorsOf: codeRequestErrors,
    idOf: (field) => IDS[field] ?? field,
    failed: 'Error al solicitar verificación',
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
  })
  const send = async ({ password, code, new_email }: CodeRequest) => {
    const body = { purpose: 'EMAIL_CHANGE', new_email: new_email.trim(), password, ...codeSent(code) }
    await call(verifyChange, { body })
    showToast('info', 'Código enviado al email nuevo')
    form.restart(NOTHING, { ...NOTHING, new_email })
    codeSentTo.keep(userId, new_email.trim())
    onSent()
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}

/** The second step: the code sent to `email`. */
function useCodeEntry(session: Session, email: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const form = useForm({
    base: { code: '' },
    idOf: () => 'codigo-email',
    failed: 'Error al actualizar email',
    focuses: 'field',
    fieldOfCode: { WRONG_CODE: 'code' },
  })
  const confirm = async ({ code }: { code: string }) => {
    const body = { email, verification_code: code }
    const user = await exchangeSession((access) => call(updateProfile, { body, access }))
    queryClient.setQueryData(profile(session).queryKey, user)
    sessionsChanged(queryClient)
    showToast('success', EMAIL_CHANGED)
    onDone()
  }
  return { ...form, onSubmit: form.onSubmit(confirm, form.values.code === '') }
}
