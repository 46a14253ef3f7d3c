import { useQueryClient } from '@tanstack/react-query'
import { ACCESS_NOTE_LENGTH } from '../../../contract/accounts/access-rules.ts'
import type { AccessRequest } from '../../../contract/accounts/access.ts'
import { call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { TextAreaField } from '../../ui/form/field.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { refetchList } from '../kit/use-panel-list.ts'
import { fullName } from './request-card.tsx'

const FAILED = 'Error al rechazar el pedido de acceso'
const NO_NOTE = { note: '' }

interface RejectDialogProps {
  request: AccessRequest
  onRejected: (request: AccessRequest) => void
  onClose: () => void
}

/** Rejecting always mails the person, with the note if there is one. */
export function RejectDialog({ request, onRejected, onClose }: RejectDialogProps) {
  const client = useQueryClient()
  const form = useForm({ base: NO_NOTE, idOf: (field) => `rechazo-${field}`, failed: FAILED })
  const reject = async ({ note }: typeof NO_NOTE) => {
    const { id, version } = request
    try {
      onRejected(await call('decideAccess', { params: { id }, body: { decision: 'reject', note, version } }))
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) refetchList(client, 'admin-access')
      throw error
    }
  }
  return (
    <ActionDialog
      title={`Rechazar el pedido de ${fullName(request)}`}
      form={form}
      onSubmit={form.onSubmit(reject)}
      onClose={onClose}
      failed={FAILED}
      submitText="Rechazar y avisar"
      busyText="Rechazando…"
    >
      <TextAreaField
        label="Nota"
        hint="Llega en el mail. Sin nota, el mail solo dice que esta vez no se puede"
        optional
        rows={4}
        maxLength={ACCESS_NOTE_LENGTH}
        {...form.field('note')}
      />
    </ActionDialog>
  )
}
