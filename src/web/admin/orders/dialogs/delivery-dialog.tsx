import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { formatPesos } from '../../../../contract/money.ts'
import type { HandedHow } from '../../../../contract/orders/order-desk.ts'
import type { LotLine } from '../../../../contract/orders/order-lots.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { chooseLots, markDelivery } from '../../../../contract/orders/calls.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { call } from '../../../data/api.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { isAsked, WithHeldField } from '../../lots/held-lot.tsx'
import {
  choiceOf,
  leavingLots,
  lotErrors,
  LotFields,
  LOTS_FAILED,
  lotsOfOrder,
  NO_LOTS_TYPED,
  type TypedLots,
} from '../../lots/lot-choice.tsx'
import { lotsChanged } from '../../lots/lots-query.ts'
import { adminKey } from '../../shell/admin-key.ts'
import { CheckField } from '../../shell/check-field.tsx'
import { DELIVERY_FAILED, useOrderMark, useSeenMark } from '../use-order-change.ts'
import { NotifyField, WayFields } from './order-fields.tsx'
import { statusChangedText } from './order-status-dialog.tsx'

/** The idempotency key of a delivery, kept until its outcome is known. */
const attempt = tabAttempt('deliveryAttempt', 'userId')

interface DeliveryDialogProps {
  order: AdminOrder
  onClose: () => void
  /** Called with what to say of an order that was completed, too. */
  onCompleted: (said: string) => void
}

/**
 * Records the handover with its lots, and may complete the order in the same step. It opens with its lots, so that what is
 * pressed in it at once is not lost.
 */
export function DeliveryDialog(props: DeliveryDialogProps) {
  const { order, onClose } = props
  const isHanded = order.delivery_state === 'handed'
  const { data: lines, error, refetch } = useQuery({ ...lotsOfOrder(order.id), enabled: !isHanded })
  if (lines || isHanded) return <DeliveryForm {...props} lines={lines ?? []} />
  if (!error) return null
  return (
    <Dialog open onClose={onClose} title={handingTitle(order)}>
      <ErrorPanel title={LOTS_FAILED} note={error.message} onRetry={() => void refetch()} />
    </Dialog>
  )
}

function handingTitle({ id }: { id: number }): string {
  return `Entregar o despachar el Pedido #${id}`
}

interface TypedDelivery {
  how: HandedHow
  carrier: string
  tracking: string
  complete: boolean
  /** Undefined for the settings' default. */
  notify: boolean | undefined
  with_held: boolean
  lots: TypedLots
}

function DeliveryForm({ order, lines, onClose, onCompleted }: DeliveryDialogProps & { lines: LotLine[] }) {
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
      lots: NO_LOTS_TYPED,
    }),
    errorsOf: ({ lots }) => lotErrors(lines, lots),
    idOf: (field) => `delivery-${field}`,
    failed: DELIVERY_FAILED,
  })
  const { values, change, failure } = form
  const was = useSeenMark(order.delivery_state, failure)
  const version = useSeenMark(order.version, failure)
  const send = async ({ how, carrier, tracking, notify, lots, ...others }: TypedDelivery) => {
    const body = {
      state: 'handed' as const,
      was,
      version,
      how,
      ...(how === 'shipped' && { carrier, tracking }),
      ...others,
      ...(notify !== undefined && { notify }),
      ...(lines.length > 0 && { lots: choiceOf(lines, lots) }),
    }
    const params = { id: order.id }
    const note = (idempotencyKey: string) => call(markDelivery, { params, body, idempotencyKey })
    const changed = await mark(() => sendOnce(attempt, { ...params, ...body }, note), 'Entrega anotada')
    if (others.complete) onCompleted(statusChangedText(changed))
    onClose()
  }
  return (
    <HandingDialog {...{ order, form, lines, onClose }} onSubmit={form.onSubmit(send)}>
      {order.status === 'pending' && (
        <CheckField
          id="delivery-complete"
          label="Completar el pedido"
          hint={order.balance > 0 ? `Falta cobrar ${formatPesos(order.balance)}` : 'No queda nada por cobrar'}
          checked={values.complete}
          onChange={(complete) => change({ complete })}
        />
      )}
      <NotifyField
        order={order}
        setting="mail_handed"
        hint={values.how === 'shipped' ? 'Con el transporte y el seguimiento' : 'Que ya tiene su pedido'}
        notify={values.notify}
        onChange={(notify) => change({ notify })}
      />
    </HandingDialog>
  )
}

type Asking = ComponentProps<typeof ActionDialog>

interface HandingDialogProps extends Pick<Asking, 'onSubmit' | 'onClose'> {
  order: { id: number }
  form: Asking['form'] &
    ComponentProps<typeof WayFields>['form'] &
    ComponentProps<typeof LotFields>['form'] & {
      values: { with_held: boolean }
      change: (values: { with_held: boolean }) => void
    }
  lines: LotLine[]
  /** Between how it leaves and its lots. */
  note?: ReactNode
  /** Fields below its lots. */
  children?: ReactNode
}

/** Hands an order over: how it leaves, and from which lots. */
export function HandingDialog({ order, form, lines, note, children, ...asking }: HandingDialogProps) {
  return (
    <ActionDialog
      title={handingTitle(order)}
      form={form}
      {...asking}
      failed={DELIVERY_FAILED}
      submitText="Anotar entrega"
      busyText="Anotando…"
    >
      <WayFields form={form} />
      {note}
      <LotFields lines={lines} form={form} />
      <WithHeldField
        lots={leavingLots(lines, choiceOf(lines, form.values.lots))}
        isAsked={isAsked(form.failure)}
        checked={form.values.with_held}
        onChange={(with_held) => form.change({ with_held })}
      />
      {children}
    </ActionDialog>
  )
}

const CHOOSING_FAILED = 'Error al elegir los lotes'

interface LotsDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Assigns lots to an order; suggests those that expire first. */
export function LotsDialog({ order, onClose }: LotsDialogProps) {
  const { data: lines, error, refetch } = useQuery(lotsOfOrder(order.id))
  if (lines && lines.length > 0) return <LotsForm {...{ order, onClose, lines }} />
  return (
    <Dialog open onClose={onClose} title={lotsTitle(order)}>
      {error && <ErrorPanel title={LOTS_FAILED} note={error.message} onRetry={() => void refetch()} />}
      {lines ? <p>Ningún producto de este pedido tiene lotes con unidades.</p> : !error && <LoadingNote />}
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClose}>
          Cerrar
        </button>
      </div>
    </Dialog>
  )
}

function LotsForm({ order, lines, onClose }: LotsDialogProps & { lines: LotLine[] }) {
  const form = useForm({
    base: order,
    valuesOf: () => ({ lots: NO_LOTS_TYPED }),
    errorsOf: ({ lots }) => lotErrors(lines, lots),
    idOf: (field) => `choice-${field}`,
    failed: CHOOSING_FAILED,
  })
  const client = useQueryClient()
  const send = async ({ lots }: { lots: TypedLots }) => {
    await call(chooseLots, { params: { id: order.id }, body: { lines: choiceOf(lines, lots) } })
    lotsChanged(client)
    await client.invalidateQueries({ queryKey: adminKey('admin-orders') })
    showToast('success', 'Lotes elegidos')
    onClose()
  }
  return (
    <ActionDialog
      title={lotsTitle(order)}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={CHOOSING_FAILED}
      submitText="Guardar lotes"
      busyText="Guardando…"
    >
      <LotFields lines={lines} form={form} />
    </ActionDialog>
  )
}

function lotsTitle({ id }: AdminOrder): string {
  return `Lotes del Pedido #${id}`
}
