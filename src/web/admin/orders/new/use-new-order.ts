import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { placeManualOrder } from '../../../../contract/orders/calls.ts'
import { tabAttempt, tabDraft } from '../../../browser/drafts.ts'
import { call, Refusal } from '../../../data/api.ts'
import { sendOnce, wasDoneBefore } from '../../../data/send-once.ts'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { readSession } from '../../../session/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { focusHeading } from '../../../ui/use-focus-on-arrival.ts'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { oneOrder, refetchAll } from '../orders-query.ts'
import { EMPTY_ORDER, type NewOrder, newOrderBody, newOrderErrors } from './new-order.ts'

export const FAILED = 'Error al crear el pedido'

/** Stored in this browser until the order is created. */
const draft = tabDraft<NewOrder>('newOrder', 'userId')
const attempt = tabAttempt('newOrderAttempt', 'userId', 'any request')

export type NewOrderForm = Omit<Form<NewOrder, NewOrder>, 'onSubmit'>

export function useNewOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const admin = useAdminPath()
  const owner = readSession()?.userId ?? 0
  const [kept] = useState(() => keptDraft(owner))
  const [isResumed, setResumed] = useState(kept !== undefined)
  const form = useForm<NewOrder, NewOrder>({
    base: EMPTY_ORDER,
    values: kept,
    errorsOf: newOrderErrors,
    ownerOf,
    idOf: (field) => `new-order-${field}`,
    failed: (_text, error) => (error === undefined || wasDoneBefore(error) ? undefined : FAILED),
  })
  const { values, isDirty } = form
  useEffect(() => {
    if (isDirty) draft.keep(owner, values)
  }, [owner, values, isDirty])
  const send = async (order: NewOrder) => {
    const body = newOrderBody(order)
    const place = (idempotencyKey: string, sent: typeof body) =>
      call(placeManualOrder, { body: sent, idempotencyKey })
    const placed = await sendOnce(attempt, body, place, owner, placedBefore)
    draft.forget()
    client.setQueryData(oneOrder(placed.id).queryKey, placed)
    refetchAll(client)
    showToast('success', 'Pedido creado')
    void navigate(admin.order(placed.id), { replace: true })
  }
  const startAgain = () => {
    draft.forget()
    form.restart()
    setResumed(false)
    focusHeading()
  }
  return { ...form, onSubmit: form.onSubmit(send), isResumed: isResumed && values === kept, startAgain }
}

/** The order of an earlier try whose answer was lost. */
function placedBefore(order: { id: number } | undefined): Refusal {
  const which = order ? `: es el Pedido #${order.id}` : ''
  const error = `El pedido ya se había creado${which}. Lo que cambiaste después no está en ese pedido.`
  return new Refusal(422, { code: 'IDEMPOTENCY_MISMATCH', error })
}

/** Drafts of older versions may lack fields. */
function keptDraft(owner: number): NewOrder | undefined {
  const kept = draft.read(owner)
  return kept && { ...EMPTY_ORDER, ...kept }
}

/** Maps a field of the call to one of the screen. */
function ownerOf(field: string): string {
  const [first = field, second] = field.split('.')
  if (first === 'guest') return second ?? 'name'
  return first === 'customer_id' ? 'account' : first
}

/** Out of stock: names the products. */
export function isShort(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'OUT_OF_STOCK'
}
