import { type FormEvent, Fragment, useEffect, useId, useRef, useState } from 'react'
import type { ShortLine } from '../../../contract/errors.ts'
import { shortfallText } from '../../../contract/errors.ts'
import { orderAttempt } from '../../session/order-draft.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { FocusLink } from '../../ui/form/focus-link.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AdjustButton, rowId } from './cart-row.tsx'
import { CartAction } from './cart-action.tsx'
import { type CartItem, itemName } from './cart-items.ts'
import {
  missingFields,
  orderRequest,
  RECIPIENT_IDS,
  type Recipient,
  type RecipientErrors,
} from './order-request.ts'
import { RecipientFields } from './recipient-fields.tsx'
import { type Outcome, usePlaceOrder } from './use-place-order.ts'
import { useRecipient } from './use-recipient.ts'
import './checkout.css'

const FORM = 'pedido'

interface CheckoutProps {
  session: Session
  items: CartItem[]
  productIds: number[]
  total: number
  /** The visitor has just asked for the form: its heading takes the focus. */
  focusHeading: boolean
  onPlaced: (orderId: number) => void
  /** Told with each try, and again when it has failed. */
  onFailed: (hasFailed: boolean) => void
}

/** The recipient form under the summary, and the button that places the order. */
export function Checkout({
  session,
  items,
  productIds,
  total,
  focusHeading,
  onPlaced,
  onFailed,
}: CheckoutProps) {
  const form = useRecipient(session)
  const { busy, place } = usePlaceOrder(session, productIds, onPlaced)
  const [trouble, setTrouble] = useState<Exclude<Outcome, { kind: 'placed' }>>()
  const [submits, setSubmits] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusHeading) heading.current?.focus()
  }, [focusHeading])

  const blocked = items.some(({ problem }) => problem !== undefined)
  const missing = missingFields(form.recipient)
  // Sent before without an answer: it may have taken the last units itself, so the shop is asked again as it was.
  const resends =
    blocked &&
    missing.length === 0 &&
    orderAttempt.wasSent(session.userId, orderRequest(form.recipient, items))
  const isReady = missing.length === 0 && (!blocked || resends)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isReady) return
    setTrouble(undefined)
    setSubmits((count) => count + 1)
    const isWrong = Object.keys(form.checkAll()).length > 0
    onFailed(isWrong)
    if (isWrong) return
    const outcome = await place(form.recipient, items)
    if (!outcome || outcome.kind === 'placed') return
    onFailed(true)
    setTrouble(outcome)
    setSubmits((count) => count + 1)
    if (outcome.kind === 'refused') form.refuse(outcome.fields)
    showToast('error', troubleText(outcome))
  }

  return (
    <>
      <form id={FORM} className="checkout" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <h2 className="checkout-title" ref={heading} tabIndex={-1}>
          Datos para la entrega
        </h2>
        <Trouble trouble={trouble} errors={submits > 0 ? form.errors : {}} items={items} submits={submits} />
        <RecipientFields form={form} />
      </form>
      <CartAction
        total={total}
        note={<Missing missing={missing} blocked={blocked && !resends} items={items} />}
      >
        <BusyButton
          type="submit"
          form={FORM}
          id="confirmar-pedido"
          className="primary large block"
          busy={busy}
          disabled={!isReady && !busy}
        >
          Confirmar Pedido
        </BusyButton>
      </CartAction>
    </>
  )
}

function troubleText(trouble: Exclude<Outcome, { kind: 'placed' }>): string {
  if (trouble.kind === 'short') return trouble.lines.map(shortfallText).join('. ')
  if (trouble.kind === 'unavailable') return 'Hay productos que ya no se pueden pedir'
  if (trouble.kind === 'price-changed')
    return 'Cambió el precio de un producto. Revisar el total y confirmar otra vez.'
  return trouble.text
}

interface TroubleProps {
  trouble: Exclude<Outcome, { kind: 'placed' }> | undefined
  errors: RecipientErrors
  items: CartItem[]
  submits: number
}

/** Why the order was not placed, above the form, with what repairs it. */
function Trouble({ trouble, errors, items, submits }: TroubleProps) {
  if (trouble?.kind === 'short') return <Shortfall key={submits} lines={trouble.lines} items={items} />
  const wrongFields = Object.entries(errors).map(([field, text]) => ({
    field: RECIPIENT_IDS[field as keyof Recipient],
    text,
  }))
  const isAboutFields = trouble?.kind === 'refused' && Object.keys(trouble.fields).length > 0
  const general = trouble && !isAboutFields ? [{ text: troubleText(trouble) }] : []
  const note = trouble?.kind === 'refused' ? trouble.note : ''
  return (
    <ErrorSummary
      title={trouble?.kind === 'refused' ? 'Error al crear la orden' : undefined}
      errors={[...general, ...(note ? [{ text: note }] : []), ...wrongFields]}
      submits={submits}
    />
  )
}

/** Each line that is short of stock, until it has been adjusted or taken out. */
function Shortfall({ lines, items }: { lines: ShortLine[]; items: CartItem[] }) {
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const open = lines.flatMap((short) => {
    const item = items.find(({ line }) => line.blisterId === short.blister_id)
    return item && item.line.quantity > short.available ? [{ short, item }] : []
  })
  if (open.length === 0) return null
  return (
    <div className="error-summary" role="alert" aria-labelledby={titleId} tabIndex={-1} ref={box}>
      <h3 className="error-summary-title" id={titleId}>
        Hay un problema
      </h3>
      <ul>
        {open.map(({ short, item }) => (
          <li key={short.blister_id}>
            <a href={`#${rowId(short.blister_id)}`}>{shortfallText(short)}</a>
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

/** Beside the disabled button: what it waits for, each a link to its place. */
function Missing({ missing, blocked, items }: MissingProps) {
  const firstBlocked = items.find(({ problem }) => problem !== undefined)
  // What is to be done comes first: the verb agrees with it.
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
      {links.map(({ id, word }, index) => (
        <Fragment key={id}>
          <FocusLink id={id}>{word}</FocusLink>
          {index < links.length - 1 && '\u00a0· '}
        </Fragment>
      ))}
    </p>
  )
}
