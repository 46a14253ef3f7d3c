import { useQueryClient } from '@tanstack/react-query'
import { ACCESS_NOTE_LENGTH } from '../../../contract/accounts/access-rules.ts'
import type { AccessRequest } from '../../../contract/accounts/access.ts'
import { call, Refusal } from '../../data/api.ts'
import { FormActions } from '../../forms/form-actions.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { fullName, refetchAccess } from './access-query.ts'

const FAILED = 'Error al rechazar el pedido de acceso'
const NO_NOTE = { note: '' }

interface RejectDialogProps {
  request: AccessRequest
  onRejected: (request: AccessRequest) => void
  onClose: () => void
}

/** Rejecting always mails the person, with the note if there is one. */
export function RejectDialog({ request, onRejected, onClose }: RejectDialogProps) {
  const form = useReject(request, onRejected)
  const { close, note } = useCloseGuard(form.isDirty, onClose)
  return (
    <Dialog open onClose={close} busy={form.isBusy} title={`Rechazar el pedido de ${fullName(request)}`}>
      {note}
      <form className="access-form" noValidate onSubmit={form.onSubmit}>
        <FormSummary form={form} title={FAILED} />
        <TextAreaField
          label="Nota"
          hint="Llega en el mail. Sin nota, el mail solo dice que esta vez no se puede"
          optional
          rows={4}
          maxLength={ACCESS_NOTE_LENGTH}
          {...form.field('note')}
        />
        <FormActions
          isBusy={form.isBusy}
          submitText="Rechazar y avisar"
          busyText="Rechazando…"
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}

function useReject({ id, version }: AccessRequest, onRejected: RejectDialogProps['onRejected']) {
  const client = useQueryClient()
  const form = useForm({
    base: NO_NOTE,
    idOf: (field) => `rechazo-${field}`,
    failed: FAILED,
  })
  const reject = async ({ note }: typeof NO_NOTE) => {
    const body = { decision: 'reject' as const, note, version }
    try {
      onRejected(await call('decideAccess', { params: { id }, body }))
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) void refetchAccess(client)
      throw error
    }
  }
  return { ...form, onSubmit: form.onSubmit(reject) }
}
