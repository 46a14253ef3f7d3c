import type { OrderLine } from '../../../contract/orders/orders.ts'
import { formatCalendarDay } from '../../shop/dates.ts'
import { lineKind } from '../../shop/order-in-words.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { ClaimOption } from './claim-option.tsx'
import { canBeClaimed, CLAIM_IDS } from './claim-rules.ts'
import type { WrittenClaim } from './use-claim.ts'

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
