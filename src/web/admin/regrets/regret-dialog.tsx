import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import {
  REGRET_ANSWER_LENGTH,
  REGRET_STATUS_LABEL,
  REGRET_STATUSES,
  type RegretStatus,
} from '../../../contract/legal/regret-rules.ts'
import type { Regret } from '../../../contract/legal/regrets.ts'
import { call } from '../../data/api.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { keptEdits } from '../../forms/kept-edits.ts'
import { MergePanel } from '../../forms/merge-dialog.tsx'
import { mergeFields } from '../../forms/three-way.ts'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RegretFacts } from './regret-card.tsx'
import { showChangedRegret } from './regrets-query.ts'

const FAILED = 'Error al guardar la solicitud'

interface Answer {
  status: RegretStatus
  answer: string
}

const FIELD: Record<keyof Answer, string> = { status: 'Estado', answer: 'Respuesta' }

const { useKept, useKeep } = keptEdits<{ base: Regret; values: Answer }>()

interface RegretDialogProps {
  regret: Regret
  onChanged: (regret: Regret) => void
  onClose: () => void
}

/** State and answer of one request. The person gets both by mail. */
export function RegretDialog({ regret, onChanged, onClose }: RegretDialogProps) {
  const form = useRegretAnswer(regret, onChanged)
  const { close, note } = useCloseGuard(form.isDirty, onClose)
  const state = useRef<HTMLSelectElement>(null)
  return (
    <Dialog open onClose={close} busy={form.isBusy} initialFocus={state} title={regret.code}>
      {note}
      <RegretFacts regret={regret} />
      <form className="regret-form" noValidate onSubmit={form.onSubmit}>
        <MergePanel
          merge={form.merge}
          title="Otra persona guardó esta solicitud"
          backText="Seguir escribiendo"
        />
        <FormSummary form={form} title={FAILED} />
        <AnswerFields form={form} state={state} />
        <div className="admin-actions">
          <BusyButton busy={form.isBusy} busyText="Guardando…" type="submit">
            Guardar y avisar
          </BusyButton>
          <button type="button" className="button secondary" onClick={close}>
            Cancelar
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface AnswerFieldsProps {
  form: Pick<ReturnType<typeof useRegretAnswer>, 'field'>
  state: RefObject<HTMLSelectElement | null>
}

function AnswerFields({ form, state }: AnswerFieldsProps) {
  return (
    <>
      <SelectField label="Estado" ref={state} {...form.field('status')}>
        {REGRET_STATUSES.map((status) => (
          <option key={status} value={status}>
            {REGRET_STATUS_LABEL[status]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Respuesta"
        hint="Llega por email junto con el estado"
        optional
        rows={4}
        maxLength={REGRET_ANSWER_LENGTH}
        {...form.field('answer')}
      />
    </>
  )
}

function useRegretAnswer(regret: Regret, onDone: (regret: Regret) => void) {
  const client = useQueryClient()
  const params = { id: regret.id }
  const name = `regret ${regret.id}`
  const kept = useKept(name)
  const form = useForm({
    base: kept?.base ?? regret,
    valuesOf: answerOf,
    values: kept?.values,
    idOf: (field) => `regret-${field}`,
    failed: FAILED,
  })
  useKeep(name, form.isDirty ? { base: form.base, values: form.values } : undefined)
  const merge = useMerge<Regret, Answer>({
    form,
    read: () => call('getRegret', { params }),
    write: (body, { version }) => call('changeRegret', { params, body: { ...body, version } }),
    merge: (base, mine, theirs) =>
      mergeFields(
        { base: answerOf(base), mine, theirs: answerOf(theirs) },
        { label: (field) => FIELD[field], show: shown },
      ),
    onSaved: async (saved) => {
      await showChangedRegret(client, saved)
      showToast('success', 'Solicitud guardada')
      onDone(saved)
    },
  })
  return { ...form, merge, onSubmit: form.onSubmit((answer) => merge.save(answer, form.base)) }
}

function answerOf({ status, answer }: Regret): Answer {
  return { status, answer }
}

function shown(value: string, field: keyof Answer): string {
  const status = field === 'status' && REGRET_STATUSES.find((known) => known === value)
  return status ? REGRET_STATUS_LABEL[status] : value || '(vacío)'
}
