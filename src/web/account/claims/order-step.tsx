import { type LucideIcon, Package, PackageX } from 'lucide-react'
import { Link } from 'react-router'
import { EMAIL_LENGTH, NAME_LENGTH } from '../../../contract/limits.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { formatDay } from '../../shop/dates.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import type { Session } from '../../session/session.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { OlderOrders } from '../orders/older-orders.tsx'
import { ClaimOption } from './claim-option.tsx'
import { CLAIM_IDS, type ClaimRule, orderBlockedBy } from './claim-rules.ts'
import type { WrittenClaim } from './use-claim.ts'

interface OrderStepProps {
  session: Session | null
  form: WrittenClaim
}

/** One of the user's orders, or no order: then name and date are required. */
export function OrderStep({ session, form }: OrderStepProps) {
  return (
    <>
      <PurchaseType session={session} form={form} />
      {form.claim.type === 'with-order' ? (
        <OrderChoice session={session} form={form} />
      ) : (
        <Buyer session={session} form={form} />
      )}
    </>
  )
}

function PurchaseType({ session, form }: OrderStepProps) {
  const login = useLoginPath()
  return (
    <fieldset className="claim-type two-columns">
      <legend>Tipo de compra</legend>
      <TypeCard
        form={form}
        type="with-order"
        disabled={session === null}
        Icon={Package}
        name="Con pedido"
        note={session ? 'Un pedido de esta cuenta' : 'Hace falta iniciar sesión'}
      />
      <TypeCard
        form={form}
        type="without-order"
        Icon={PackageX}
        name="Sin pedido"
        note="Comprado en otro lugar o con otra cuenta"
      />
      {session === null && (
        <p className="claim-login">
          <Link className="button secondary" to={login}>
            Iniciar sesión para elegir un pedido
          </Link>
        </p>
      )}
    </fieldset>
  )
}

interface TypeCardProps {
  form: WrittenClaim
  type: 'with-order' | 'without-order'
  disabled?: boolean
  Icon: LucideIcon
  name: string
  note: string
}

function TypeCard({ form, type, disabled, Icon, name, note }: TypeCardProps) {
  return (
    <label className="claim-card stack-3">
      <input
        type="radio"
        name="purchase_type"
        value={type}
        checked={form.claim.type === type}
        disabled={disabled}
        aria-describedby={`tipo-${type}`}
        onChange={() => form.change({ type })}
      />
      <Icon aria-hidden="true" size={22} />
      <span>
        <strong>{name}</strong>
        <span className="note" id={`tipo-${type}`}>
          {note}
        </span>
      </span>
    </label>
  )
}

/** Allowed orders first; the others are shown with the reason. */
function OrderChoice({ session, form }: OrderStepProps) {
  const error = form.errors['order_id']
  const orders = form.account.orders.filter(({ status }) => status !== 'cancelled')
  const open = orders.filter((order) => !orderBlockedBy(order, form.rule))
  const blocked = orders.filter((order) => orderBlockedBy(order, form.rule))
  const errorId = `${CLAIM_IDS.order_id}-error`
  return (
    <fieldset className="stack-3" aria-describedby="pedidos-regla">
      <legend>Pedido</legend>
      <p className="claim-note note" id="pedidos-regla">
        {ruleInWords(form.rule)}
      </p>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {open.length === 0 && <NoOrder onContinue={() => form.change({ type: 'without-order' })} />}
      {[...open, ...blocked].map((order, index) => (
        <OrderOption
          key={order.id}
          id={index === 0 ? CLAIM_IDS.order_id : undefined}
          order={order}
          reason={orderBlockedBy(order, form.rule)}
          checked={form.claim.order?.id === order.id}
          describedBy={error ? errorId : undefined}
          onChoose={() => {
            const isOther = order.id !== form.claim.order?.id
            // The product belongs to the order.
            if (isOther) form.change({ orderId: order.id, productId: 0 })
          }}
        />
      ))}
      {session && <OlderOrders session={session} />}
    </fieldset>
  )
}

function NoOrder({ onContinue }: { onContinue: () => void }) {
  return (
    <div className="claim-none stack-3" role="status">
      <p>
        <strong>No hay pedidos para elegir.</strong> Podés hacer el reclamo igual, sin pedido.
      </p>
      <button type="button" className="button secondary" onClick={onContinue}>
        Seguir sin pedido
      </button>
    </div>
  )
}

function ruleInWords(rule: ClaimRule): string {
  if (rule.kind === 'account') return 'Pedidos completados o pendientes.'
  return rule.days === null ? 'Pedidos completados.' : `Pedidos completados de los últimos ${rule.days} días.`
}

interface OrderOptionProps {
  id: string | undefined
  order: Order
  reason: string | undefined
  checked: boolean
  describedBy: string | undefined
  onChoose: () => void
}

function OrderOption({ id, order, reason, checked, describedBy, onChoose }: OrderOptionProps) {
  const products = [...new Set(order.products.map(({ product_name }) => product_name))].join(', ')
  return (
    <ClaimOption
      id={id}
      name="order_id"
      value={order.id}
      picture={order.products[0]?.product_image}
      checked={checked}
      disabled={reason !== undefined}
      describedBy={describedBy}
      onChoose={onChoose}
    >
      <strong>Pedido #{order.id}</strong>
      <span className="note">{formatDay(order.created_at)}</span>
      <span>{products}</span>
      {reason ? (
        <span className="claim-card-reason">{reason}</span>
      ) : (
        <OrderStatusBadge status={order.status} />
      )}
    </ClaimOption>
  )
}

function Buyer({ session, form }: OrderStepProps) {
  return (
    <fieldset className="stack-3">
      <legend>Datos de la compra</legend>
      <Field label="Nombre" autoComplete="name" maxLength={NAME_LENGTH} {...form.field('name')} />
      <Field
        label="Email"
        hint={session ? 'El de la cuenta: ahí llega la respuesta' : 'Ahí llega la respuesta'}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={EMAIL_LENGTH}
        readOnly={session !== null}
        {...form.field('email')}
      />
      <Field
        className="claim-date"
        label="Fecha de compra"
        hint="Si no la sabés exacta, la más cercana"
        type="date"
        max={form.today}
        {...form.field('purchase_date')}
      />
    </fieldset>
  )
}
