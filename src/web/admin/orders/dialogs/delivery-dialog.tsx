import { useQuery } from '@tanstack/react-query'
import {
  CARRIER_LENGTH,
  HANDED_HOW_LABEL,
  type HandedHow,
  HANDING_WAYS,
  TRACKING_LENGTH,
} from '../../../../contract/orders/order-desk.ts'
import { formatPesos } from '../../../../contract/money.ts'
import type { LotChoice, LotLine } from '../../../../contract/orders/order-lots.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { markDelivery } from '../../../../contract/orders/calls.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { call } from '../../../data/api.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { submitOnEnter } from '../../../forms/submit-on-enter.ts'
import { useForm } from '../../../forms/use-form.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { leavingLots, LotFields, LOTS_FAILED, lotsOfOrder, useLotChoice } from '../../lots/lot-choice.tsx'
import { isAsked, WithHeldField } from '../../lots/held-lot.tsx'
import { CheckField } from '../../shell/check-field.tsx'
import type { OrderDesk } from '../use-order-desk.ts'
import { NotifyField } from './notify-field.tsx'
import { useSeenMark } from '../seen-mark.ts'
import { statusChangedText } from './order-status-dialog.tsx'
import { DELIVERY_FAILED, useOrderMark } from '../use-order-change.ts'

/** The idempotency key of a delivery, kept until its outcome is known. */
const attempt = tabAttempt('deliveryAttempt', 'userId')

interface DeliveryDialogProps {
  order: AdminOrder
  desk: OrderDesk
}

/**
 * Records the handover with its lots, and may complete the order in the same step. It opens with its lots, so that what is
 * pressed in it at once is not lost.
 */
export function DeliveryDialog(props: DeliveryDialogProps) {
  const { order, desk } = props
  const {
    data: lines,
    error,
    refetch,
  } = useQuery({ ...lotsOfOrder(order.id), enabled: order.delivery_state !== 'handed' })
  if (lines || order.delivery_state === 'handed') return <DeliveryForm {...props} lines={lines ?? []} />
  if (!error) return null
  return (
    <Dialog open onClose={desk.close} title={titleOf(order)}>
      <ErrorPanel title={LOTS_FAILED} note={error.message} onRetry={() => void refetch()} />
    </Dialog>
  )
}

function titleOf({ id }: AdminOrder): string {
  return `Entregar o despachar el Pedido #${id}`
}

function DeliveryForm({ order, desk, lines }: DeliveryDialogProps & { lines: LotLine[] }) {
  const lots = useLotChoice(lines)
  const form = useDelivery(order, desk, lines.length > 0 ? lots.choice : undefined)
  const { values, change } = form
  return (
    <ActionDialog
      title={titleOf(order)}
      form={form}
      onSubmit={form.onSubmit}
      onClose={desk.close}
      failed={DELIVERY_FAILED}
      submitText="Anotar entrega"
      busyText="Anotando…"
      isUnsaved={form.isDirty || lots.isDirty}
    >
      <WayFields form={form} />
      <LotFields lines={lines} form={lots} />
      <WithHeldField
        lots={leavingLots(lines, lots.choice)}
        isAsked={isAsked(form.failure)}
        checked={values.with_held}
        onChange={(with_held) => change({ with_held })}
      />
      {order.status === 'pending' && (
        <CheckField
          id="delivery-complete"
          label="Completar el pedido"
          hint={completeHint(order)}
          checked={values.complete}
          onChange={(complete) => change({ complete })}
        />
      )}
      <NotifyField
        order={order}
        setting="mail_handed"
        hint="Con el transporte y el seguimiento"
        notify={values.notify}
        onChange={(notify) => change({ notify })}
      />
    </ActionDialog>
  )
}

function completeHint({ balance }: AdminOrder): string {
  return balance > 0 ? `Falta cobrar ${formatPesos(balance)}` : 'No queda nada por cobrar'
}

interface WayFieldsProps extends SentFieldsProps {
  form: SentFieldsProps['form'] & {
    values: { how: HandedHow }
    field: (name: 'how') => Omit<Parameters<typeof SelectField>[0], 'label' | 'children'>
  }
}

/** How it leaves, and what a shipment has. */
export function WayFields({ form }: WayFieldsProps) {
  return (
    <>
      <SelectField label="Cómo" onKeyDown={submitOnEnter} {...form.field('how')}>
        {HANDING_WAYS.map((how) => (
          <option key={how} value={how}>
            {HANDED_HOW_LABEL[how]}
          </option>
        ))}
      </SelectField>
      {form.values.how === 'shipped' && <SentFields form={form} />}
    </>
  )
}

interface SentFieldsProps {
  form: { field: (name: 'carrier' | 'tracking') => Omit<Parameters<typeof Field>[0], 'label'> }
}

/** Carrier and tracking number. */
export function SentFields({ form }: SentFieldsProps) {
  return (
    <>
      <Field label="Transporte" optional maxLength={CARRIER_LENGTH} {...form.field('carrier')} />
      <Field
        label="Seguimiento"
        hint="El cliente lo ve en su pedido"
        optional
        autoComplete="off"
        maxLength={TRACKING_LENGTH}
        {...form.field('tracking')}
      />
    </>
  )
}

interface TypedDelivery {
  how: HandedHow
  carrier: string
  tracking: string
  complete: boolean
  /** Undefined for the settings' default. */
  notify: boolean | undefined
  with_held: boolean
}

function useDelivery(order: AdminOrder, desk: OrderDesk, lots: LotChoice | undefined) {
  const mark = useOrderMark()
  const form = useForm<AdminOrder, TypedDelivery>({
    base: order,
    valuesOf: ({ handed_how, delivery_type, carrier, tracking, status, balance }) => ({
      how: handed_how ?? (delivery_type === 'address' ? 'shipped' : 'in_person'),
      carrier,
      tracking,
      complete: status === 'pending' && balance <= 0,
      notify: undefined,
      with_held: false,
    }),
    idOf: (field) => `delivery-${field}`,
    failed: DELIVERY_FAILED,
  })
  const was = useSeenMark(order.delivery_state, form.failure)
  const version = useSeenMark(order.version, form.failure)
  const send = async ({ how, carrier, tracking, notify, ...others }: TypedDelivery) => {
    const sent = how === 'shipped' ? { carrier, tracking } : {}
    const body = {
      state: 'handed' as const,
      was,
      version,
      how,
      ...sent,
      ...others,
      ...(notify !== undefined && { notify }),
      ...(lots && { lots }),
    }
    const params = { id: order.id }
    const note = (idempotencyKey: string) => call(markDelivery, { params, body, idempotencyKey })
    const changed = await mark(() => sendOnce(attempt, { ...params, ...body }, note), 'Entrega anotada')
    if (others.complete) desk.tell(statusChangedText(changed))
    desk.close()
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}
