import { type LucideIcon, Package, PackageX } from 'lucide-react'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { EMAIL_LENGTH, NAME_LENGTH } from '../../../contract/limits.ts'
import type { OrderLine } from '../../../contract/orders/orders.ts'
import { formatDay, formatCalendarDay } from '../../shop/dates.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import type { Session } from '../../session/session.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { OlderOrders } from '../orders/older-orders.tsx'
import { CLAIM_IDS, type ClaimRule, orderBlockedBy, canBeClaimed } from './claim-rules.ts'
import type { WrittenClaim } from './use-claim.ts'
import { LinePicture } from '../../shop/order-lines/line-picture.tsx'
import { lineKind } from '../../shop/order-in-words.ts'

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
      {open.length === 0 && (
        <div className="claim-none stack-3" role="status">
          <p>
            <strong>No hay pedidos para elegir.</strong> Podés hacer el reclamo igual, sin pedido.
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
        <ClaimOption
          key={order.id}
          id={index === 0 ? CLAIM_IDS.order_id : undefined}
          name="order_id"
          value={order.id}
          picture={order.products[0]?.product_image}
          checked={form.claim.order?.id === order.id}
          reason={orderBlockedBy(order, form.rule)}
          describedBy={error ? errorId : undefined}
          onChoose={() => {
            const isOther = order.id !== form.claim.order?.id
            // The product belongs to the order.
            if (isOther) form.change({ orderId: order.id, productId: 0 })
          }}
          badge={<OrderStatusBadge status={order.status} />}
        >
          <strong>Pedido #{order.id}</strong>
          <span className="note">{formatDay(order.created_at)}</span>
          <span>{[...new Set(order.products.map(({ product_name }) => product_name))].join(', ')}</span>
        </ClaimOption>
      ))}
      {session && <OlderOrders session={session} />}
    </fieldset>
  )
}

function ruleInWords(rule: ClaimRule): string {
  if (rule.kind === 'account') return 'Pedidos completados o pendientes.'
  return rule.days === null ? 'Pedidos completados.' : `Pedidos completados de los últimos ${rule.days} días.`
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

interface ClaimOptionProps {
  id: string | undefined
  name: 'order_id' | 'product_id'
  value: number | ''
  picture: string | null | undefined
  checked: boolean
  /** Why it cannot be chosen. */
  reason: string | undefined
  describedBy: string | undefined
  onChoose: () => void
  /** In place of the reason. */
  badge?: ReactNode
  children: ReactNode
}

/** A selectable order or product of a claim, with its picture. */
function ClaimOption(props: ClaimOptionProps) {
  const { id, name, value, picture, checked, reason, describedBy, onChoose, badge, children } = props
  return (
    <label className="claim-card claim-card-order stack-3">
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={checked}
        disabled={reason !== undefined}
        aria-describedby={describedBy}
        onChange={onChoose}
      />
      <LinePicture className="claim-card-picture" src={picture} sizes="56px" />
      <span className="claim-card-words">
        {children}
        {reason ? <span className="claim-card-reason">{reason}</span> : badge}
      </span>
    </label>
  )
}

/** One of the products of the order; without an order, its typed name. */
export function ProductStep({ form }: { form: WrittenClaim }) {
  if (form.claim.order) return <ProductChoice form={form} />
  return (
    <Field
      label="Nombre del producto"
      hint="Como está en el paquete, con la cantidad de semillas. Ej.: Puna Violeta X3"
      maxLength={100}
      autoComplete="off"
      {...form.field('product_name')}
    />
  )
}

function ProductChoice({ form: { claim, change, errors } }: { form: WrittenClaim }) {
  const error = errors['product_id']
  const errorId = `${CLAIM_IDS.product_id}-error`
  const products = Map.groupBy(claim.order?.products ?? [], ({ product_id }) => product_id)
  const first = [...products.values()].find(([line]) => line && canBeClaimed(line))?.[0]
  return (
    <>
      <fieldset className="stack-3">
        <legend>Producto</legend>
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {[...products.values()].map((lines) => {
          const [line] = lines
          return (
            line && (
              <ClaimOption
                key={line.id}
                id={line === first ? CLAIM_IDS.product_id : undefined}
                name="product_id"
                value={line.product_id ?? ''}
                picture={line.product_image}
                checked={line.product_id === claim.line?.product_id}
                reason={whyNotClaimed(line)}
                describedBy={error ? errorId : undefined}
                onChoose={() => change({ productId: line.product_id ?? 0 })}
              >
                <strong>{line.product_name}</strong>
                <span className="note">
                  {lines.map((one) => `${one.quantity} × ${lineKind(one) || 'unidad'}`).join(', ')}
                </span>
              </ClaimOption>
            )
          )
        })}
      </fieldset>
      <Field
        className="claim-date"
        label="Fecha de compra"
        hint={`La del Pedido #${claim.order?.id}`}
        readOnly
        value={formatCalendarDay(claim.purchaseDate)}
      />
      {claim.line && <Field label="Nombre del producto" readOnly value={claim.productName} />}
    </>
  )
}

function whyNotClaimed(line: OrderLine): string | undefined {
  if (canBeClaimed(line)) return undefined
  return line.product_type === 'merch'
    ? 'La garantía es de las semillas'
    : 'Ya no está en el catálogo: elegí “Sin pedido” en el paso 1'
}
