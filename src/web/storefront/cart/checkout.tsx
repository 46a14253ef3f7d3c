import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ShortLine } from '../../../contract/errors.ts'
import { shortfallText } from '../../../contract/errors.ts'
import { wasDoneBefore } from '../../data/send-once.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { MissingLinks } from '../../forms/missing-links.tsx'
import { orderAttempt } from '../../session/order-draft.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FocusLink } from '../../ui/form/focus-link.tsx'
import { useErrorTitle } from '../../ui/form/use-error-title.ts'
import { StepHeading } from '../../ui/step-heading.tsx'
import { AdjustButton, rowId } from './cart-row.tsx'
import { CartAction } from './cart-action.tsx'
import { type CartItem, itemName } from './cart-items.ts'
import { missingFields, type Recipient, RECIPIENT_IDS } from './recipient.ts'
import { RecipientFields } from './recipient-fields.tsx'
import { PlacedBefore } from './placed-before.tsx'
import { NotPlaced, type PlacedOrder, usePlaceOrder } from './use-place-order.ts'
import { type RecipientForm, useRecipient } from './use-recipient.ts'
import './checkout.css'

const FORM = 'pedido'

interface CheckoutProps {
  session: Session
  items: CartItem[]
  productIds: number[]
  total: number
  /** The form opened with the page, as after a reload. */
  isResumed: boolean
  onPlacing: (isPlacing: boolean) => void
  onPlaced: (order: PlacedOrder) => void
  /** Shows a message above the cart, also when its last line is gone. */
  tell: (news: ReactNode) => void
}

/** The recipient form under the summary, and the button that places the order. */
export function Checkout(props: CheckoutProps) {
  const { session, items, productIds, total, isResumed, onPlacing, onPlaced, tell } = props
  const form = useRecipient(session)
  const onPlacedBefore = (orderId?: number) => tell(<PlacedBefore key={orderId} orderId={orderId} />)
  const place = usePlaceOrder({ session, productIds, onPlaced, onPlacedBefore })

  const missing = missingFields(form.recipient)
  // An order without a known outcome may have taken the last units itself: the server decides.
  const isBlocked = items.some(({ problem }) => problem !== undefined) && !orderAttempt.isOpen(session.userId)
  const isReady = missing.length === 0 && !isBlocked
  const submit = form.onSubmit(async () => {
    onPlacing(true)
    await place(form.recipient, items).finally(() => onPlacing(false))
  }, !isReady)
  return (
    <>
      <form id={FORM} className="checkout stack-4" method="post" noValidate onSubmit={submit}>
        <StepHeading as="h2" className="checkout-title" isFirst={isResumed}>
          Datos para la entrega
        </StepHeading>
        <Trouble form={form} items={items} />
        <RecipientFields form={form} />
      </form>
      <CartAction
        total={total}
        note={<Missing missing={form.isKnown ? missing : []} blocked={isBlocked} items={items} />}
      >
        <BusyButton
          type="submit"
          form={FORM}
          id="confirmar-pedido"
          className="primary large block"
          busy={form.isBusy}
          disabled={!isReady && !form.isBusy}
        >
          Confirmar Pedido
        </BusyButton>
      </CartAction>
    </>
  )
}

/** Why the order was not placed, above the form, with buttons that fix it. */
function Trouble({ form, items }: { form: RecipientForm; items: CartItem[] }) {
  const { failure, tries } = form
  const error = failure?.error instanceof NotPlaced ? failure.error : undefined
  if (wasDoneBefore(error)) return null
  if (error?.body.lines) return <Shortfall key={tries} lines={error.body.lines} items={items} />
  const general = [...(failure?.general ?? []), ...(error?.note ? [error.note] : [])]
  return <FormSummary form={form} title={error?.title} general={general} />
}

/** The lines that are out of stock, until they are adjusted or removed. */
function Shortfall({ lines, items }: { lines: ShortLine[]; items: CartItem[] }) {
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const open = lines.flatMap((short) => {
    const item = items.find(({ line }) => line.blisterId === short.blister_id)
    return item && item.line.quantity > short.available ? [{ short, item }] : []
  })
  useErrorTitle(open.length > 0)
  if (open.length === 0) return null
  return (
    <div className="error-summary taps" role="alert" aria-labelledby={titleId} tabIndex={-1} ref={box}>
      <h3 className="error-summary-title" id={titleId}>
        Hay un problema
      </h3>
      <ul>
        {open.map(({ short, item }) => (
          <li key={short.blister_id}>
            <FocusLink id={rowId(short.blister_id)}>{shortfallText(short)}</FocusLink>
            {short.available > 0 && (
              <AdjustButton blisterId={short.blister_id} available={short.available} name={itemName(item)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface MissingProps {
  missing: { field: keyof Recipient; word: string }[]
  blocked: boolean
  items: CartItem[]
}

/** Beside the disabled button: what is missing, each with a link to its place. */
function Missing({ missing, blocked, items }: MissingProps) {
  const firstBlocked = items.find(({ problem }) => problem !== undefined)
  // Actions come first: the verb agrees with the first item.
  const links = [
    ...(blocked && firstBlocked
      ? [{ id: rowId(firstBlocked.line.blisterId), word: 'resolver los productos marcados' }]
      : []),
    ...missing.map(({ field, word }) => ({ id: RECIPIENT_IDS[field], word })),
  ]
  const isOne = blocked || links.length === 1
  return (
    <p className="checkout-missing" role="status">
      {links.length > 0 && `Para confirmar ${isOne ? 'falta' : 'faltan'}: `}
      <MissingLinks links={links} />
    </p>
  )
}
