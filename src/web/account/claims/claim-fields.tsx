import { type LucideIcon, Package, PackageX, ChevronDown } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { ReactNode } from 'react'
import { EMAIL_LENGTH, NAME_LENGTH, DESCRIPTION_LENGTH } from '../../../contract/limits.ts'
import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import { formatDay, formatCalendarDay } from '../../shop/dates.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { OrderStatusBadge } from '../../shop/order-status-badge.tsx'
import type { Session } from '../../session/session.ts'
import { Field, FieldError, TextAreaField } from '../../ui/form/field.tsx'
import { OlderOrders } from '../orders/older-orders.tsx'
import {
  CLAIM_IDS,
  type ClaimRule,
  orderBlockedBy,
  canBeClaimed,
  type ClaimFields,
  claimRequest,
} from './claim-rules.ts'
import type { WrittenClaim } from './use-claim.ts'
import { LinePicture } from '../../shop/order-lines/line-picture.tsx'
import { lineKind } from '../../shop/order-in-words.ts'
import { Fact } from '../../shop/fact.tsx'
import { isChosen, type Photos, addressesOf } from './claim-photos.ts'
import { SLOTS, PhotoSlots } from './photo-slots.tsx'

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
    <fieldset className="claim-type stack-3">
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

interface ClaimOptionProps {
  id: string | undefined
  name: 'order_id' | 'product_id'
  value: number | ''
  picture: string | null | undefined
  checked: boolean
  disabled: boolean
  describedBy: string | undefined
  onChoose: () => void
  children: ReactNode
}

/** A selectable order or product of a claim, with its picture. */
function ClaimOption({
  id,
  name,
  value,
  picture,
  checked,
  disabled,
  describedBy,
  onChoose,
  children,
}: ClaimOptionProps) {
  return (
    <label className="claim-card claim-card-order stack-3">
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={onChoose}
      />
      <LinePicture className="claim-card-picture" src={picture} sizes="56px" />
      <span className="claim-card-words">{children}</span>
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
              <ProductOption
                key={line.id}
                id={line === first ? CLAIM_IDS.product_id : undefined}
                lines={lines}
                checked={line.product_id === claim.line?.product_id}
                describedBy={error ? errorId : undefined}
                onChoose={() => change({ productId: line.product_id ?? 0 })}
              />
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

interface ProductOptionProps {
  id: string | undefined
  /** All presentations of one product in the order. */
  lines: OrderLine[]
  checked: boolean
  describedBy: string | undefined
  onChoose: () => void
}

function ProductOption({ id, lines, checked, describedBy, onChoose }: ProductOptionProps) {
  const [line] = lines
  if (!line) return null
  const reason = canBeClaimed(line)
    ? undefined
    : line.product_type === 'merch'
      ? 'La garantía es de las semillas'
      : 'Ya no está en el catálogo: elegí “Sin pedido” en el paso 1'
  return (
    <ClaimOption
      id={id}
      name="product_id"
      value={line.product_id ?? ''}
      picture={line.product_image}
      checked={checked}
      disabled={reason !== undefined}
      describedBy={describedBy}
      onChoose={onChoose}
    >
      <strong>{line.product_name}</strong>
      <span className="note">
        {lines.map((one) => `${one.quantity} × ${lineKind(one) || 'unidad'}`).join(', ')}
      </span>
      {reason && <span className="claim-card-reason">{reason}</span>}
    </ClaimOption>
  )
}

interface ClaimFactsProps {
  claim: ClaimFields
  photos: Photos
  /** Without missing fields. */
  brief?: boolean
}

/** Summary of the claim so far, to check before sending. */
export function ClaimFacts({ claim, photos, brief = false }: ClaimFactsProps) {
  const named = SLOTS.filter((_, slot) => isChosen(photos[slot])).map(({ name }) => name)
  const facts: [string, string][] = [
    [
      'Compra',
      claim.type === 'without-order' ? 'Sin pedido' : claim.order ? `Pedido #${claim.order.id}` : '',
    ],
    ['Fecha de compra', claim.purchaseDate && formatCalendarDay(claim.purchaseDate)],
    ['Nombre', claim.name],
    ['Email', claim.email],
    ['Producto', claim.productName],
    ['Fecha de germinación', claim.germinationDate && formatCalendarDay(claim.germinationDate)],
    ['Descripción', claim.description],
    ['Fotos', named.join(', ')],
  ]
  const shown = brief ? facts.filter(([, text]) => text.trim() !== '') : facts
  return (
    <dl className="claim-facts stack-2">
      {shown.map(([name, text]) => (
        <Fact key={name} name={name}>
          {text.trim() === '' ? <span className="claim-facts-none">Falta</span> : text}
        </Fact>
      ))}
    </dl>
  )
}

/** What happened, when, and the photos that show it. */
export function DetailsStep({ form }: { form: WrittenClaim }) {
  const { claim, errors, today } = form
  return (
    <>
      <TextAreaField
        label="Descripción"
        hint={
          <>
            Cuántas semillas, qué se hizo y qué se vio.{' '}
            <span className="mono">
              {claim.description.length}/{DESCRIPTION_LENGTH}
            </span>
          </>
        }
        rows={5}
        maxLength={DESCRIPTION_LENGTH}
        {...form.field('description')}
      />
      <Field
        className="claim-date"
        label="Fecha de germinación"
        hint="El día en que viste que no germinaban"
        type="date"
        min={claim.purchaseDate}
        max={today}
        {...form.field('germination_date')}
      />
      <PhotoSlots
        owner={form.owner}
        photos={form.photos}
        errors={errors}
        onChange={() => form.change({ photos: undefined })}
      />
      <Check form={form} />
    </>
  )
}

/** The complete claim, to check before sending. */
function Check({ form }: { form: WrittenClaim }) {
  return (
    <details className="claim-check">
      <summary>
        Datos que se enviarán
        <ChevronDown aria-hidden="true" size={20} />
      </summary>
      <ClaimFacts claim={form.claim} photos={form.photos} />
      <RawClaim form={form} />
    </details>
  )
}

/** For developers: `?debug=1`, never in a production build. */
function RawClaim({ form }: { form: WrittenClaim }) {
  const [search] = useSearchParams()
  if (!import.meta.env.DEV || search.get('debug') !== '1') return null
  const body = claimRequest(form.claim, addressesOf(form.photos), form.owner !== null)
  return <pre className="claim-raw">{JSON.stringify(body, null, 2)}</pre>
}
