import { Link } from 'react-router'
import {
  REGRET_ANSWER_LENGTH,
  REGRET_STATUS_LABEL,
  REGRET_STATUSES,
  type RegretStatus,
} from '../../../contract/legal/regret-rules.ts'
import type { Regret } from '../../../contract/legal/regrets.ts'
import { changeRegret, getRegret } from '../../../contract/legal/calls.ts'
import { call } from '../../data/api.ts'
import { formatShortDay } from '../../shop/dates.ts'
import { Fact } from '../../shop/fact.tsx'
import { SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { mergedByField, recordForm } from '../kit/record-form.ts'
import { showChangedRow } from '../kit/use-panel-list.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import '../kit/controls.css'

const FAILED = 'Error al guardar la solicitud'

interface Answer {
  status: RegretStatus
  answer: string
}

const useRegretForm = recordForm<Regret, Answer>({
  name: ({ id }) => `regret ${id}`,
  valuesOf: ({ status, answer }) => ({ status, answer }),
  idOf: (field) => `regret-${field}`,
  failed: FAILED,
  said: 'Solicitud guardada',
  read: ({ id }) => call(getRegret, { params: { id } }),
  write: (answer, { id, version }) => call(changeRegret, { params: { id }, body: { ...answer, version } }),
  merge: mergedByField<Answer>({ status: 'Estado', answer: 'Respuesta' }, (value, field) => {
    const status = field === 'status' && REGRET_STATUSES.find((known) => known === value)
    return status ? REGRET_STATUS_LABEL[status] : undefined
  }),
  show: (client, saved) => showChangedRow(client, 'admin-regrets', saved),
})

interface RegretDialogProps {
  regret: Regret
  onChanged: (regret: Regret) => void
  onClose: () => void
}

/** State and answer of one request. The person gets both by mail. */
export function RegretDialog({ regret, onChanged, onClose }: RegretDialogProps) {
  const form = useRegretForm(regret, onChanged)
  return (
    <ActionDialog
      title={regret.code}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Guardar y avisar"
      busyText="Guardando…"
      intro={<RegretFacts regret={regret} />}
      mergeTitle="Otra persona guardó esta solicitud"
    >
      <SelectField label="Estado" {...form.field('status')}>
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
    </ActionDialog>
  )
}

/** The typed data, and its order. */
export function RegretFacts({ regret }: { regret: Regret }) {
  const { name, email, code, phone, reason, answer } = regret
  return (
    <dl className="admin-facts">
      <Fact name="Nombre">{name}</Fact>
      <Fact name="Email">
        {email === '' ? (
          'Sin email'
        ) : (
          <a href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(code)}`}>{email}</a>
        )}
      </Fact>
      <Fact name="Pedido">
        <OrderOf regret={regret} />
      </Fact>
      {phone !== '' && <Fact name="Teléfono">{phone}</Fact>}
      {reason !== '' && <Fact name="Motivo">{reason}</Fact>}
      {answer !== '' && <Fact name="Respuesta">{answer}</Fact>}
    </dl>
  )
}

export function OrderOf({ regret: { order, order_number, user_id } }: { regret: Regret }) {
  const admin = useAdminPath()
  if (order_number === '') return 'Sin número'
  if (!order)
    return (
      <>
        <Link to={admin.orders({ search: order_number })}>{order_number}</Link>
        {user_id === null
          ? ', como se escribió: sin cuenta, hay que comprobarlo'
          : ' (no es un pedido de esta cuenta)'}
      </>
    )
  return (
    <>
      <Link to={admin.order(order.id)}>#{order.id}</Link>
      {`, del ${formatShortDay(order.created_at)}`}
    </>
  )
}
