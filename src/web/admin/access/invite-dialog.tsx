import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { INVITATION_DAYS, INVITATION_LABEL_LENGTH } from '../../../contract/accounts/access-rules.ts'
import { emailError } from '../../../contract/email.ts'
import { EMAIL_LENGTH } from '../../../contract/limits.ts'
import { invite } from '../../../contract/accounts/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { sendOnce } from '../../data/send-once.ts'
import { FormActions } from '../../forms/form-actions.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { refetchList } from '../kit/use-panel-list.ts'
import { Copy } from 'lucide-react'
import { COPY_SELECTED, useCopy } from '../../browser/use-copy.ts'

const FAILED = 'Error al crear la invitación'
const attempt = tabAttempt('invitationAttempt', 'userId')

interface InviteDialogProps {
  /** The initial address, or empty. */
  email: string
  onClose: () => void
}

/** Creates an invitation link, shown once, which the admin sends. */
export function InviteDialog({ email, onClose }: InviteDialogProps) {
  const [address, setAddress] = useState<string>()
  const client = useQueryClient()
  const form = useInvitation(email)
  const { close, note } = useCloseGuard(form.isDirty, onClose)
  const send = async (body: { email: string; label: string }) => {
    const made = await sendOnce(attempt, body, (idempotencyKey) => call(invite, { body, idempotencyKey }))
    setAddress(made.address)
    refetchList(client, 'admin-access')
  }
  return (
    <Dialog
      open
      onClose={close}
      // The link is not shown again.
      busy={form.isBusy || address !== undefined}
      title={address === undefined ? 'Invitar' : 'Invitación lista'}
    >
      {address === undefined ? (
        <>
          {note}
          <InviteForm form={form} onSubmit={form.onSubmit(send)} onClose={close} />
        </>
      ) : (
        <Made address={address} onClose={onClose} />
      )}
    </Dialog>
  )
}

function useInvitation(email: string) {
  return useForm({
    base: { email, label: '' },
    errorsOf: (typed) => ({ email: emailError(typed.email) }),
    idOf: (field) => `invitar-${field}`,
    failed: FAILED,
  })
}

interface InviteFormProps {
  form: ReturnType<typeof useInvitation>
  onSubmit: ReturnType<InviteFormProps['form']['onSubmit']>
  onClose: () => void
}

function InviteForm({ form, onSubmit, onClose }: InviteFormProps) {
  const step = useRef<HTMLFormElement>(null)
  useFocusHandedOn(step)
  return (
    <form ref={step} className="access-form" noValidate onSubmit={onSubmit}>
      <FormSummary form={form} title={form.failure?.error ? FAILED : undefined} />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        hint="Con este email se abre la cuenta"
        autoComplete="off"
        maxLength={EMAIL_LENGTH}
        {...form.field('email')}
      />
      <Field
        label="Referencia"
        hint="Solo para la lista. Ej.: Juan de la feria"
        optional
        autoComplete="off"
        maxLength={INVITATION_LABEL_LENGTH}
        {...form.field('label')}
      />
      <FormActions
        isBusy={form.isBusy}
        submitText="Crear invitación"
        busyText="Creando…"
        onCancel={onClose}
      />
    </form>
  )
}

function Made({ address, onClose }: { address: string; onClose: () => void }) {
  const shop = useQuery(shopSettings()).data?.shop_name ?? 'la tienda'
  const message = `¡Hola! Te invito a ${shop}. Con este enlace creás tu cuenta y ves los precios: ${address} Vale ${INVITATION_DAYS} días y es solo para vos.`
  return (
    <div className="access-form">
      <p>{`El enlace no se vuelve a mostrar. Vale ${INVITATION_DAYS} días y sirve una sola vez.`}</p>
      <CopyField label="Enlace" value={address} copyText="Copiar enlace" />
      <CopyField label="Mensaje para WhatsApp" value={message} copyText="Copiar mensaje" />
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClose}>
          Listo
        </button>
        <a
          className="button primary"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Abrir WhatsApp
        </a>
      </div>
    </div>
  )
}

interface CopyFieldProps {
  label: string
  value: string
  copyText: string
}

/** A text with a copy button. Selects the text if the browser denies copying. */
function CopyField({ label, value, copyText }: CopyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [said, copy] = useCopy('Copiado', COPY_SELECTED, () => area.current?.select())
  return (
    <div className="access-copy">
      <TextAreaField
        label={label}
        ref={area}
        readOnly
        rows={3}
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="button secondary" onClick={() => void copy(value)}>
        <Copy aria-hidden="true" size={20} />
        {copyText}
      </button>
      <output>{said}</output>
    </div>
  )
}
