import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Copy, Link2Off } from 'lucide-react'
import { Link } from 'react-router'
import {
  ACCESS_PHONE_LENGTH,
  INVITATION_DAYS,
  INVITATION_LABEL_LENGTH,
} from '../../../contract/accounts/access-rules.ts'
import { emailError } from '../../../contract/email.ts'
import { knownPhoneError, whatsappLink } from '../../../contract/numbering-plan.ts'
import { optionalPhoneError } from '../../../contract/orders/recipient.ts'
import { EMAIL_LENGTH } from '../../../contract/limits.ts'
import { invite, revokeInvitation } from '../../../contract/accounts/calls.ts'
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
import { CheckField } from '../shell/check-field.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { refetchList } from '../kit/use-panel-list.ts'
import { COPY_SELECTED, useCopy } from '../../browser/use-copy.ts'
import type { Invitation } from '../../../contract/accounts/access.ts'
import { formatShortDay } from '../../shop/dates.ts'
import { Fact } from '../../shop/fact.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { RowProps } from '../kit/data-table.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { fullName } from './request-card.tsx'
import '../kit/controls.css'

const FAILED = 'Error al crear la invitación'
const attempt = tabAttempt('invitationAttempt', 'userId')

/** Whom to invite, or empty; with a telephone, its chat gets the message. */
export interface Guest {
  email: string
  phone: string
}

/** What was made of it: the telephone stays in the browser. */
interface Made extends Guest {
  address: string
  isMailed: boolean
}

interface InviteDialogProps extends Guest {
  onClose: () => void
}

/** Creates an invitation link, shown once: mailed, and sent by the admin. */
export function InviteDialog({ email, phone, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<Made>()
  const client = useQueryClient()
  const form = useInvitation({ email, phone })
  const { close, note } = useCloseGuard(form.isDirty, onClose)
  const send = async ({ phone: chat, ...body }: Typed) => {
    const { address } = await sendOnce(attempt, body, (idempotencyKey) =>
      call(invite, { body, idempotencyKey }),
    )
    setMade({ address, email: body.email, phone: chat, isMailed: body.mail })
    refetchList(client, 'admin-access')
  }
  return (
    <Dialog
      open
      onClose={close}
      // The link is not shown again.
      busy={form.isBusy || made !== undefined}
      title={made === undefined ? 'Invitar' : 'Invitación lista'}
    >
      {made === undefined ? (
        <>
          {note}
          <InviteForm form={form} onSubmit={form.onSubmit(send)} onClose={close} />
        </>
      ) : (
        <Ready {...made} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface Typed extends Guest {
  label: string
  mail: boolean
}

function useInvitation(guest: Guest) {
  const base: Typed = { ...guest, label: '', mail: true }
  return useForm({
    base,
    errorsOf: (typed) => ({
      email: emailError(typed.email),
      phone: optionalPhoneError(typed.phone, knownPhoneError),
    }),
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
    <form ref={step} className="access-form stack-4" noValidate onSubmit={onSubmit}>
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
      <CheckField
        id="invitar-por-mail"
        label="Mandarle el enlace por email"
        hint="Se manda al crear la invitación"
        checked={form.values.mail}
        onChange={(mail) => form.change({ mail })}
      />
      <Field
        label="Teléfono"
        type="tel"
        inputMode="tel"
        hint="Para abrir su chat con el mensaje. No se guarda"
        optional
        autoComplete="off"
        maxLength={ACCESS_PHONE_LENGTH}
        {...form.field('phone')}
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

function Ready({ address, email, phone, isMailed, onClose }: Made & { onClose: () => void }) {
  const shop = useQuery(shopSettings()).data?.shop_name ?? 'la tienda'
  const message = `¡Hola! Te invito a ${shop}. Con este enlace creás tu cuenta y ves los precios: ${address} Vale ${INVITATION_DAYS} días y es solo para vos.`
  return (
    <div className="access-form stack-4">
      {isMailed && <p>{`Le mandamos el enlace a ${email}.`}</p>}
      <p>{`El enlace no se vuelve a mostrar. Vale ${INVITATION_DAYS} días y sirve una sola vez.`}</p>
      <CopyField label="Enlace" value={address} copyText="Copiar enlace" />
      <CopyField label="Mensaje para WhatsApp" value={message} copyText="Copiar mensaje" />
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClose}>
          Listo
        </button>
        <a
          className="button primary"
          href={whatsappLink(phone, message) ?? `https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Abrir WhatsApp
        </a>
      </div>
    </div>
  )
}

/** A text with a copy button. Selects the text if the browser denies copying. */
function CopyField({ label, value, copyText }: { label: string; value: string; copyText: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [said, copy] = useCopy('Copiado', COPY_SELECTED, () => area.current?.select())
  return (
    <div className="access-copy stack-2">
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

type Props = RowProps<Invitation, 'revoke'>

export function InvitationCard(props: Props) {
  const { row, now } = props
  const { id, email, label, created_by, created_at, expires_at } = row
  const head = <h2>{email}</h2>
  return (
    <RowCard id={id} className="row-card stack-3" label={`Invitación para ${email}`} head={head}>
      <dl className="admin-facts">
        {label !== '' && <Fact name="Referencia">{label}</Fact>}
        <Fact name="Creada">
          {formatShortDay(created_at)}
          {created_by !== null && `, por ${created_by}`}
        </Fact>
        {row.used_at === null ? (
          <Fact name={Date.parse(expires_at) <= now ? 'Venció' : 'Vence'}>{formatShortDay(expires_at)}</Fact>
        ) : (
          <Fact name={CAME}>
            <WhoCame invitation={row} />
          </Fact>
        )}
      </dl>
      {row.used_at === null && (
        <div className="admin-actions wrap-2">
          <RevokeButton {...props} />
        </div>
      )}
    </RowCard>
  )
}

export const CAME = 'Entró'

/** The account that was opened with an invitation, and when. */
export function WhoCame({ invitation: { account, used_at } }: { invitation: Invitation }) {
  const admin = useAdminPath()
  if (!account || used_at === null) return null
  return (
    <>
      <Link to={admin.user(account.id)}>{fullName(account)}</Link>
      {`, ${formatShortDay(used_at)}`}
    </>
  )
}

export function RevokeButton({ row, act }: Props) {
  if (row.used_at !== null) return null
  return (
    <IconButton
      icon={Link2Off}
      text="Anular"
      of={` la invitación para ${row.email}`}
      aria-haspopup="dialog"
      onClick={() => act('revoke', row)}
    />
  )
}

export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const client = useQueryClient()
  const { id, email } = invitation
  return (
    <DeleteDialog
      title="Anular invitación"
      words={{ confirm: 'Anular', busy: 'Anulando…' }}
      remove={() => call(revokeInvitation, { params: { id } })}
      failed="Error al anular la invitación"
      done="Invitación anulada"
      onDeleted={() => refetchList(client, 'admin-access')}
      onClose={onClose}
    >
      <p>{`El enlace de ${email} deja de funcionar.`}</p>
    </DeleteDialog>
  )
}
