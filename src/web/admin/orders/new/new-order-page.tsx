import { formatAmount, formatPesos } from '../../../../contract/money.ts'
import { NOTE_LENGTH, ORDER_CHANNEL_LABEL } from '../../../../contract/orders/order-desk.ts'
import { useState } from 'react'
import { wasDoneBefore } from '../../../data/send-once.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { TabTitle } from '../../../app/page-head.tsx'
import { FormSummary } from '../../../forms/form-summary.tsx'
import { submitOnEnter } from '../../../forms/submit-on-enter.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { Panel } from '../../shell/panel.tsx'
import { Segmented } from '../../shell/segmented.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { MethodField, SentFields } from '../dialogs/order-fields.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { PickedLine } from '../page/quantity-field.tsx'
import { lineOf, ProductPicker } from '../page/product-picker.tsx'
import { UserCreateDialog } from '../../users/user-create-dialog.tsx'
import type { User } from '../../users/users-query.ts'
import { chooseAccount, NewCustomer } from './new-customer.tsx'
import {
  FAILED,
  isShort,
  type NewLine,
  type NewOrderForm,
  OUTCOMES,
  totalOf,
  useNewOrder,
  withLine,
} from './new-order.ts'
import { NumberField } from '../../shell/number-field.tsx'
import '../../kit/controls.css'
import './new-order-page.css'

const PARTS = [
  { value: 'products', label: 'Productos' },
  { value: 'customer', label: 'Cliente' },
  { value: 'money', label: 'Cobro' },
] as const

const { web: _, ...CHANNELS } = ORDER_CHANNEL_LABEL

/** Enters an order: products, customer, payment and handover. */
export default function NewOrderPage() {
  const admin = useAdminPath()
  const form = useNewOrder()
  const { failure } = form
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('products')
  const next = PARTS[PARTS.findIndex(({ value }) => value === part) + 1]
  const [isCreating, setIsCreating] = useState(false)
  const created = (user: User) => {
    setIsCreating(false)
    chooseAccount(form, user)
  }
  return (
    <div className="new-order stack-3">
      <TabTitle>Nuevo pedido</TabTitle>
      <BackLink to={admin.orders()}>Volver a los pedidos</BackLink>
      <h1 tabIndex={-1}>Nuevo pedido</h1>
      {form.isResumed && (
        <p className="admin-row">
          Seguís el pedido que habías dejado sin terminar.
          <button type="button" className="button secondary" onClick={form.startAgain}>
            Descartarlo
          </button>
        </p>
      )}
      <form
        noValidate
        onSubmit={form.onSubmit}
        className="new-order-form stack-3"
        // After a refusal all parts are shown, as the invalid field may be in any of them.
        data-part={failure ? undefined : part}
      >
        {!failure && (
          // One part at a time on phones; elsewhere all of them.
          <div className="new-order-parts">
            <Segmented
              legend="Paso"
              isLegendHidden
              name="new-order-part"
              choices={PARTS}
              value={part}
              onChange={setPart}
            />
          </div>
        )}
        {isShort(failure?.error) ? (
          <OrderRefusal title={FAILED} error={failure?.error} />
        ) : (
          <FormSummary form={form} title={wasDoneBefore(failure?.error) ? undefined : FAILED} />
        )}
        <div className="new-order-columns stack-4">
          <div data-part="products">
            <Panel title="Productos">
              <Lines form={form} />
            </Panel>
          </div>
          <div className="new-order-side stack-4">
            <div data-part="customer">
              <NewCustomer form={form} onCreate={() => setIsCreating(true)} />
            </div>
            <div data-part="money">
              <Panel title="Cobro">
                <Money form={form} />
              </Panel>
            </div>
          </div>
        </div>
        <div className="save-bar" data-bottom-bar>
          <p role="status">{`Total: ${formatPesos(totalOf(form.values.lines))}`}</p>
          {next && (
            <button
              type="button"
              className="button primary new-order-next"
              onClick={() => setPart(next.value)}
            >
              {`Seguir: ${next.label}`}
            </button>
          )}
          <BusyButton
            type="submit"
            className="primary new-order-submit"
            busy={form.isBusy}
            busyText="Creando…"
            data-key="mod+s"
            title="Ctrl S"
          >
            Crear pedido
          </BusyButton>
        </div>
      </form>
      {/* Outside the form: Chromium stops the submit event of a form inside another. */}
      <UserCreateDialog open={isCreating} onClose={() => setIsCreating(false)} onCreated={created} />
    </div>
  )
}

function Lines({ form }: { form: NewOrderForm }) {
  const { lines } = form.values
  const replace = (at: number, part: Partial<NewLine>) =>
    form.change({ lines: lines.map((one, i) => (i === at ? { ...one, ...part } : one)) }, 'lines')
  return (
    <div id={form.idOf('lines')} tabIndex={-1}>
      <ProductPicker
        label="Agregar un producto"
        error={form.errors['lines']}
        onPick={(goods) => form.change({ lines: withLine(lines, lineOf(goods)) }, 'lines')}
      />
      <ul className="new-order-lines" aria-label="Productos del pedido">
        {lines.map((one, at) => (
          <PickedLine
            key={one.line.blister_id}
            line={one.line}
            quantity={one.quantity}
            className="new-order-name admin-name"
            onResize={(quantity) => replace(at, { quantity })}
            onRemove={() => form.change({ lines: lines.filter((_, i) => i !== at) }, 'lines')}
          >
            <NumberField
              label={
                <>
                  Precio<span className="visually-hidden"> de {lineName(one.line)}</span>
                </>
              }
              inputMode="decimal"
              value={one.price}
              onChange={({ target }) => replace(at, { price: target.value })}
              write={formatAmount}
              onTidy={(price) => replace(at, { price })}
            />
          </PickedLine>
        ))}
      </ul>
    </div>
  )
}

function Money({ form }: { form: NewOrderForm }) {
  return (
    <>
      <ChoiceField label="Cómo queda" names={OUTCOMES} onKeyDown={submitOnEnter} {...form.field('outcome')} />
      {form.values.outcome !== 'reserved' && <MethodField {...form.field('method')} />}
      {form.values.outcome === 'sent' && <SentFields form={form} />}
      <ChoiceField label="Canal" names={CHANNELS} onKeyDown={submitOnEnter} {...form.field('channel')} />
      <TextAreaField label="Nota interna" optional rows={2} maxLength={NOTE_LENGTH} {...form.field('note')} />
      <p className="admin-note">La tienda no cobra en línea: esto es un registro.</p>
    </>
  )
}
