import { formatAmount, formatPesos } from '../../../../contract/money.ts'
import { MANUAL_CHANNELS, NOTE_LENGTH, ORDER_CHANNEL_LABEL } from '../../../../contract/orders/order-desk.ts'
import { useState } from 'react'
import { wasDoneBefore } from '../../../data/send-once.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { TabTitle } from '../../../app/page-head.tsx'
import { FormSummary } from '../../../forms/form-summary.tsx'
import { submitOnEnter } from '../../../forms/submit-on-enter.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { Panel } from '../../shell/panel.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { SentFields } from '../dialogs/order-fields.tsx'
import { MethodField } from '../dialogs/order-fields.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { PickedLine } from '../page/quantity-field.tsx'
import { lineOf, ProductPicker } from '../page/product-picker.tsx'
import { UserCreateDialog } from '../../users/user-create-dialog.tsx'
import type { User } from '../../users/users-query.ts'
import { chooseAccount, NewCustomer } from './new-customer.tsx'
import { type NewLine, OUTCOMES, totalOf, withLine } from './new-order.ts'
import { FAILED, isShort, type NewOrderForm, useNewOrder } from './use-new-order.ts'
import { NumberField } from '../../shell/number-field.tsx'
import '../../kit/controls.css'
import './new-order-page.css'

/** Enters an order: products, customer, payment and handover. */
export default function NewOrderPage() {
  const admin = useAdminPath()
  const form = useNewOrder()
  const { failure } = form
  const [part, setPart] = useState<Part>('products')
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
        {!failure && <Parts part={part} onChoose={setPart} />}
        {isShort(failure?.error) ? (
          <OrderRefusal title={FAILED} error={failure?.error} />
        ) : (
          <FormSummary form={form} title={wasDoneBefore(failure?.error) ? undefined : FAILED} />
        )}
        <Columns form={form} onCreate={() => setIsCreating(true)} />
        <Bar form={form} part={part} onChoose={setPart} />
      </form>
      {/* Outside the form: Chromium stops the submit event of a form inside another. */}
      <UserCreateDialog open={isCreating} onClose={() => setIsCreating(false)} onCreated={created} />
    </div>
  )
}

function Columns({ form, onCreate }: { form: NewOrderForm; onCreate: () => void }) {
  return (
    <div className="new-order-columns stack-3">
      <div data-part="products">
        <Panel title="Productos">
          <Lines form={form} />
        </Panel>
      </div>
      <div className="new-order-side stack-3">
        <div data-part="customer">
          <NewCustomer form={form} onCreate={onCreate} />
        </div>
        <div data-part="money">
          <Panel title="Cobro">
            <Money form={form} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

function Bar({ form, part, onChoose }: PartsProps & { form: NewOrderForm }) {
  return (
    <div className="new-order-bar admin-row admin-ends" data-bottom-bar>
      <p role="status">{`Total: ${formatPesos(totalOf(form.values.lines))}`}</p>
      <NextPart part={part} onChoose={onChoose} />
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
  )
}

const PARTS = { products: 'Productos', customer: 'Cliente', money: 'Cobro' } as const
type Part = keyof typeof PARTS

interface PartsProps {
  part: Part
  onChoose: (part: Part) => void
}

/** One part at a time on phones; elsewhere all of them. */
function Parts({ part, onChoose }: PartsProps) {
  return (
    <fieldset className="segmented new-order-parts">
      <legend className="visually-hidden">Paso</legend>
      <div className="segmented-choices wrap-2">
        {(Object.keys(PARTS) as Part[]).map((one) => (
          <label key={one}>
            <input type="radio" name="new-order-part" checked={one === part} onChange={() => onChoose(one)} />
            <span>{PARTS[one]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function NextPart({ part, onChoose }: PartsProps) {
  const next = ({ products: 'customer', customer: 'money', money: undefined } as const)[part]
  if (next === undefined) return null
  return (
    <button type="button" className="button primary new-order-next" onClick={() => onChoose(next)}>
      {`Seguir: ${PARTS[next]}`}
    </button>
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
            <PriceField one={one} onChange={(price) => replace(at, { price })} />
          </PickedLine>
        ))}
      </ul>
    </div>
  )
}

/** The price is today's until another is typed. */
function PriceField({ one: { line, price }, onChange }: { one: NewLine; onChange: (price: string) => void }) {
  return (
    <NumberField
      label={
        <>
          Precio<span className="visually-hidden"> de {lineName(line)}</span>
        </>
      }
      inputMode="decimal"
      value={price}
      onChange={(event) => onChange(event.target.value)}
      write={formatAmount}
      onTidy={onChange}
    />
  )
}

function Money({ form }: { form: NewOrderForm }) {
  return (
    <>
      <SelectField label="Cómo queda" onKeyDown={submitOnEnter} {...form.field('outcome')}>
        {Object.entries(OUTCOMES).map(([outcome, text]) => (
          <option key={outcome} value={outcome}>
            {text}
          </option>
        ))}
      </SelectField>
      {form.values.outcome !== 'reserved' && <MethodField {...form.field('method')} />}
      {form.values.outcome === 'sent' && <SentFields form={form} />}
      <SelectField label="Canal" onKeyDown={submitOnEnter} {...form.field('channel')}>
        {MANUAL_CHANNELS.map((channel) => (
          <option key={channel} value={channel}>
            {ORDER_CHANNEL_LABEL[channel]}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="Nota interna" optional rows={2} maxLength={NOTE_LENGTH} {...form.field('note')} />
      <p className="admin-note">La tienda no cobra en línea: esto es un registro.</p>
    </>
  )
}
