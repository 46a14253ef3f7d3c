import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { NO_LINES } from '../../../contract/orders/order-desk.ts'
import type { OrderLine } from '../../../contract/orders/orders.ts'
import { type DeliveryType, notedAddressError } from '../../../contract/orders/recipient.ts'
import { beyondBought, replacementTitle } from '../../../contract/warranty/claim-rules.ts'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import { replaceClaimed } from '../../../contract/warranty/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { FormActions } from '../../forms/form-actions.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DeliveryFields } from '../orders/dialogs/order-fields.tsx'
import { isShort } from '../orders/new/new-order.ts'
import { OrderRefusal } from '../orders/order-refusal.tsx'
import { oneOrder, refetchAll } from '../orders/orders-query.ts'
import { PickedLine, type Quantity, quantityError, unitsOf } from '../orders/page/quantity-field.tsx'
import { lineOf, ProductPicker } from '../orders/page/product-picker.tsx'
import { isAsked } from '../lots/held-lot.tsx'
import { counted } from '../kit/counted.ts'
import { CheckField } from '../shell/check-field.tsx'
import { Fact } from '../../shop/fact.tsx'
import { RelatedFacts } from './claim-card.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './claims-page.css'

const FAILED = 'Error al crear la reposición'

const attempt = tabAttempt('replacementAttempt', 'userId')

/** Creates the free replacement order of an approved claim. */
export function ReplacementDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const form = useReplacement(claim)
  const { close, note } = useCloseGuard(form.isDirty, onClose)
  const asked = form.values.lines.reduce((sum, { quantity }) => sum + unitsOf(quantity), 0)
  const known = beyondBought({ bought: claim.bought ?? null, related: claim.related ?? [], asked })
  const question = isAsked(form.failure) ? form.failure?.general[0] : known
  return (
    <Dialog open onClose={close} busy={form.isBusy} title={replacementTitle(claim.id)}>
      {note}
      <form className="stack-3" noValidate onSubmit={form.onSubmit}>
        <Refused form={form} />
        <p>{`${claim.name}: ${claim.product_name}. El pedido va sin cargo, toma el stock y el reclamo queda resuelto.`}</p>
        <dl className="admin-facts">
          {claim.bought != null && <Fact name="Compró">{counted(claim.bought, 'unidad', 'unidades')}</Fact>}
          <RelatedFacts claim={claim} />
        </dl>
        <Lines form={form} about={claim.product_name} />
        <DeliveryFields form={form} />
        {question !== undefined && (
          <CheckField
            id="replacement-beyond"
            label="Reponer igual"
            hint={question}
            checked={form.values.beyond_bought}
            onChange={(beyond_bought) => form.change({ beyond_bought })}
          />
        )}
        <FormActions
          isBusy={form.isBusy}
          submitText="Crear reposición"
          busyText="Creando…"
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}

function Refused({ form }: { form: ReturnType<typeof useReplacement> }) {
  const error = form.failure?.error
  return isShort(error) ? (
    <OrderRefusal title={FAILED} error={error} />
  ) : (
    <FormSummary form={form} title={FAILED} />
  )
}

interface ReplacedLine {
  line: OrderLine
  quantity: Quantity
}

function Lines({ form, about }: { form: ReturnType<typeof useReplacement>; about: string }) {
  const { lines } = form.values
  const set = (next: ReplacedLine[]) => form.change({ lines: next }, 'lines')
  const resize = (one: ReplacedLine, quantity: Quantity) =>
    set(lines.map((each) => (each === one ? { ...one, quantity } : each)))
  const add = (line: OrderLine) => {
    const known = lines.find((one) => one.line.blister_id === line.blister_id)
    if (known) resize(known, unitsOf(known.quantity) + 1)
    else set([...lines, { line, quantity: 1 }])
  }
  return (
    <div id={form.idOf('lines')} tabIndex={-1}>
      <ProductPicker
        label="Qué se repone"
        startText={about}
        isFree
        error={form.errors['lines']}
        onPick={(goods) => add(lineOf(goods))}
      />
      <ul className="replacement-lines stack-3" aria-label="Productos que se reponen">
        {lines.map((one) => (
          <PickedLine
            key={one.line.blister_id}
            {...one}
            className="replacement-name"
            onResize={(quantity) => resize(one, quantity)}
            onRemove={() => set(lines.filter((each) => each !== one))}
          />
        ))}
      </ul>
    </div>
  )
}

interface TypedReplacement {
  lines: ReplacedLine[]
  delivery_type: DeliveryType
  shipping_address: string
  beyond_bought: boolean
}

function useReplacement(claim: Claim) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const admin = useAdminPath()
  const form = useForm<Claim, TypedReplacement>({
    base: claim,
    valuesOf: () => ({ lines: [], delivery_type: 'coordinate', shipping_address: '', beyond_bought: false }),
    errorsOf: ({ lines, ...delivery }) => ({
      lines:
        lines.length === 0 ? NO_LINES : lines.map(({ quantity }) => quantityError(quantity)).find(Boolean),
      shipping_address: notedAddressError(delivery.delivery_type, addressOf(delivery)),
    }),
    isDirty: ({ lines, shipping_address }) => lines.length > 0 || shipping_address !== '',
    idOf: (field) => `replacement-${field}`,
    failed: FAILED,
  })
  const send = async ({ lines, delivery_type, beyond_bought, ...delivery }: TypedReplacement) => {
    const body = {
      version: claim.version ?? 0,
      beyond_bought,
      delivery_type,
      shipping_address: addressOf({ delivery_type, ...delivery }),
      lines: lines.map(({ line, quantity }) => ({
        product_id: line.product_id ?? 0,
        blister_id: line.blister_id ?? 0,
        quantity: unitsOf(quantity),
      })),
    }
    const params = { id: claim.id }
    const order = await sendOnce(attempt, { ...params, ...body }, (idempotencyKey) =>
      call(replaceClaimed, { params, body, idempotencyKey }),
    )
    client.setQueryData(oneOrder(order.id).queryKey, order)
    refetchAll(client)
    showToast('success', 'Reposición creada')
    void navigate(admin.order(order.id))
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}

function addressOf({
  delivery_type,
  shipping_address,
}: Pick<TypedReplacement, 'delivery_type' | 'shipping_address'>): string {
  return delivery_type === 'address' ? shipping_address : ''
}
