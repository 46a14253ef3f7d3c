import { useMutation } from '@tanstack/react-query'
import { sendTestMail } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Panel } from '../shell/panel.tsx'

/** Sends a test mail to the admin, through the outbox. */
export function MailCard() {
  const sending = useMutation({
    mutationFn: () => call(sendTestMail, { body: {} }),
    onError: (error) => showToast('error', error.message),
  })
  return (
    <Panel title="Correo">
      <p className="admin-note">El servidor de correo y el remitente se configuran en el servidor.</p>
      <BusyButton
        className="secondary"
        busy={sending.isPending}
        busyText="Mandando…"
        onClick={() => sending.mutate()}
      >
        Mandarme un mail de prueba
      </BusyButton>
      <p role="status">{sending.data?.message}</p>
      {sending.error && <FieldError>{sending.error.message}</FieldError>}
    </Panel>
  )
}
