import { Package, PackageX } from 'lucide-react'
import { Link } from 'react-router'
import type { Order } from '../../../contract/orders.ts'
import { formatDay } from '../../shop/dates.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import type { Session } from '../../session/session.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { ClaimOption } from './claim-option.tsx'
import { CLAIM_IDS, type ClaimErrors, type ClaimRule, orderBlockedBy } from './claim-rules.ts'
import type { WrittenClaim } from './use-claim.ts'

interface OrderStepProps {
  session: Session | null
  form: WrittenClaim
  errors: ClaimErrors
}

/** With one of the own orders, or without one: then it asks who bought and when. */
export function OrderStep({ session, form, errors }: OrderStepProps) {
  return (
    <>
      <PurchaseType session={session} form={form} />
      {form.claim.type === 'with-order' ? (
        <OrderChoice form={form} error={errors.order_id} />
      ) : (
        <Buyer session={session} form={form} errors={errors} />
      )}
    </>
  )
}

function PurchaseType({ session, form }: Omit<OrderStepProps, 'errors'>) {
  const login = useLoginPath()
  const radio = (type: 'with-order' | 'without-order') => ({
    type: 'radio',
    name: 'purchase_type',
    value: type,
    checked: form.claim.type === type,
    onChange: () => form.change({ type }),
    'aria-describedby': `tipo-${type}`,
  })
  return (
    <fieldset className="claim-type">
      <legend>Tipo de compra</legend>
      <label className="claim-card">
        <input {...radio('with-order')} disabled={session === null} />
        <Package aria-hidden="true" size={22} />
        <span>
          <strong>Con pedido</strong>
          <span className="claim-card-note" id="tipo-with-order">
            {session ? 'Un pedido de esta cuenta' : 'Hace falta iniciar sesión'}
          </span>
        </span>
      </label>
      <label className="claim-card">
        <input {...radio('without-order')} />
        <PackageX aria-hidden="true" size={22} />
        <span>
          <strong>Sin pedido</strong>
          <span className="claim-card-note" id="tipo-without-order">
            Comprado en otro lugar o con otra cuenta
          </span>
        </span>
      </label>
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

/** Those of this form first; the others are shown with the reason why not. */
function OrderChoice({ form, error }: { form: WrittenClaim; error: string | undefined }) {
  const orders = form.orders.filter(({ status }) => status !== 'cancelled')
  const open = orders.filter((order) => !orderBlockedBy(order, form.rule))
  const blocked = orders.filter((order) => orderBlockedBy(order, form.rule))
  const errorId = `${CLAIM_IDS.order_id}-error`
  return (
    <fieldset className="claim-orders" aria-describedby="pedidos-regla">
      <legend>Pedido</legend>
      <p className="claim-note" id="pedidos-regla">
        {ruleInWords(form.rule)}
      </p>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {open.length === 0 && (
        <div className="claim-none" role="status">
          <p>
            <strong>No hay pedidos para elegir.</strong> El reclamo se puede hacer igual, sin pedido.
          </p>
          <button
            type="button"
            className="button secondary"
            onClick={() => form.change({ type: 'without-order' })}
          >
            Seguir sin pedido
          </button>
        </div>
      )}
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
    </fieldset>
  )
}

function ruleInWords(rule: ClaimRule): string {
  return rule.kind === 'wizard'
    ? `Pedidos completados de los últimos ${rule.days} días.`
    : 'Pedidos completados o pendientes.'
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
      <span className="claim-card-note">{formatDay(order.created_at)}</span>
      <span>{products}</span>
      {reason ? (
        <span className="claim-card-reason">{reason}</span>
      ) : (
        <OrderStatusBadge status={order.status} />
      )}
    </ClaimOption>
  )
}

function Buyer({ session, form, errors }: OrderStepProps) {
  const { claim, change, left, today } = form
  return (
    <fieldset className="claim-fields">
      <legend>Datos de la compra</legend>
      <Field
        id={CLAIM_IDS.name}
        label="Nombre"
        autoComplete="name"
        maxLength={100}
        value={claim.name}
        error={errors.name}
        onChange={(event) => change({ name: event.target.value })}
        onBlur={() => left('name')}
      />
      <Field
        id={CLAIM_IDS.email}
        label="Email"
        hint={session ? 'El de la cuenta: ahí llega la respuesta' : 'Ahí llega la respuesta'}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        readOnly={session !== null}
        value={claim.email}
        error={errors.email}
        onChange={(event) => change({ email: event.target.value })}
        onBlur={() => left('email')}
      />
      <Field
        id={CLAIM_IDS.purchase_date}
        className="claim-date"
        label="Fecha de compra"
        hint="Si no se sabe exacta, la más cercana"
        type="date"
        max={today}
        value={claim.purchaseDate}
        error={errors.purchase_date}
        onChange={(event) => change({ purchaseDate: event.target.value })}
        onBlur={() => left('purchase_date')}
      />
    </fieldset>
  )
}
