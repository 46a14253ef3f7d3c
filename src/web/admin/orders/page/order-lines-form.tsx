import { useInfiniteQuery } from '@tanstack/react-query'
import { BadgePercent, Tag, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatPesos } from '../../../../contract/money.ts'
import { formatNumber } from '../../../../contract/place.ts'
import type { AdminOrder, OrderLine } from '../../../../contract/orders/orders.ts'
import { lineName, linesCanChange, lineTotal } from '../../../shop/order-in-words.ts'
import { MergeDialog } from '../../../forms/merge-dialog.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { LineProduct } from '../../../shop/order-lines/line-product.tsx'
import { useFocusHandedOn } from '../../../ui/use-focus-on-arrival.ts'
import { LinePriceDialog, OrderDiscountDialog } from '../dialogs/price-dialogs.tsx'
import { OrderRefusal } from '../order-refusal.tsx'
import { CHANGE_FAILED } from '../order-words.ts'
import { orderTimeline } from '../orders-query.ts'
import { type EarlierPrice, earlierPrices } from './order-log.ts'
import { lineOf, ProductPicker } from './product-picker.tsx'
import { QuantityField } from './quantity-field.tsx'
import type { OrderLines } from './use-order-lines.ts'
import { useMay } from '../../shell/rights.tsx'
import '../../../shop/order-lines/order-lines-table.css'
import './order-page.css'

/** The lines of an order with editable quantities. Prices stay those of the day; the server computes the totals. */
export function OrderLinesForm({ order, form }: { order: AdminOrder; form: OrderLines }) {
  const { lines, quantityOf, error } = form
  const [pricing, setPricing] = useState<OrderLine>()
  const mayChange = useMay()('orders_write')
  const isWhole = linesCanChange(lines)
  const [isDiscounting, setIsDiscounting] = useState(false)
  // A cancelled order is a record; its payments are refunded.
  const isEditable = isWhole && mayChange && order.status !== 'cancelled'
  const isEmptied = lines.length > 0 && lines.every((line) => quantityOf(line) === 0)
  return (
    <>
      {error !== undefined && <OrderRefusal title={CHANGE_FAILED} error={error} />}
      <LinesTable
        order={order}
        form={form}
        isEditable={isEditable}
        onPrice={!mayChange || order.status === 'cancelled' ? undefined : setPricing}
      />
      {!isWhole && mayChange && (
        <p className="admin-note">
          Uno de los productos ya no existe: las cantidades de este pedido no se pueden cambiar.
        </p>
      )}
      {isEmptied && <p className="order-edit-warning">Sin productos, el pedido se cancela al guardar.</p>}
      {isEditable && (
        <>
          <ProductPicker label="Agregar un producto" onPick={(goods) => form.add(lineOf(goods))} />
          <div>
            <IconButton
              icon={BadgePercent}
              text="Descuento a todo el pedido"
              aria-haspopup="dialog"
              onClick={() => setIsDiscounting(true)}
            />
          </div>
        </>
      )}
      {form.isDirty && <EditBar form={form} />}
      {pricing && (
        <LinePriceDialog
          form={form}
          line={lines.find(({ id }) => id === pricing.id) ?? pricing}
          onClose={() => setPricing(undefined)}
        />
      )}
      {isDiscounting && <OrderDiscountDialog form={form} onClose={() => setIsDiscounting(false)} />}
      <MergeDialog merge={form.merge} title="Otra persona guardó este pedido" backText="Volver al pedido" />
    </>
  )
}

interface LinesTableProps {
  order: AdminOrder
  form: OrderLines
  isEditable: boolean
  /** Undefined if prices cannot be changed; that of a deleted product never can. */
  onPrice: ((line: OrderLine) => void) | undefined
}

function LinesTable({ order, form, isEditable, onPrice }: LinesTableProps) {
  const history =
    useInfiniteQuery(orderTimeline(order.id)).data?.pages.flatMap(({ results }) => results) ?? []
  const earlier = earlierPrices(history, order.order_products)
  const { order_products: saved, total } = form.base
  const was = saved.reduce(
    (sum, line) =>
      sum + lineTotal({ ...line, price_at_time: earlier.get(line.id)?.price ?? line.price_at_time }),
    0,
  )
  return (
    <table className="order-lines-table order-edit-lines">
      <caption className="visually-hidden">Productos del pedido #{order.id}</caption>
      <thead>
        <tr>
          <th scope="col">Producto</th>
          <th scope="col">Precio</th>
          <th scope="col">Cantidad</th>
          <th scope="col">Total</th>
          {isEditable && (
            <th scope="col">
              <span className="visually-hidden">Quitar</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {form.lines.map((line) => (
          <LineRow key={line.id} earlier={earlier.get(line.id)} {...{ line, form, isEditable, onPrice }} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Total
          </th>
          <td colSpan={isEditable ? 2 : 1}>
            <Sum was={total} now={form.total} />
            {earlier.size > 0 && !form.isDirty && <Earlier was={was} now={total} />}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Pesos, before and after the unsaved edits. */
function Sum({ was, now }: { was: number; now: number }) {
  if (was === now) return formatPesos(was)
  return (
    <>
      <s>
        <span className="visually-hidden">Hasta ahora </span>
        {formatPesos(was)}
      </s>{' '}
      <ins>{formatPesos(now)}</ins>
    </>
  )
}

/** Pesos before the shop changed them, how much that was, and why. */
function Earlier({ was, now, reason = '' }: { was: number; now: number; reason?: string }) {
  if (was === now || was === 0) return null
  const percent = formatNumber(Math.round((now / was - 1) * 1000) / 10)
  return (
    <span className="order-edit-earlier note">
      {`Antes ${formatPesos(was)} (${percent.replace('-', '−')} %)`}
      {reason !== '' && ` · ${reason}`}
    </span>
  )
}

function EditBar({ form }: { form: OrderLines }) {
  const bar = useRef<HTMLDivElement>(null)
  useFocusHandedOn(bar)
  // The bar appears over the edited content.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="order-edit-bar row-2" data-bottom-bar ref={bar}>
      <p role="status">{`Cambios sin guardar. Total: ${formatPesos(form.total)}`}</p>
      <button type="button" className="button secondary" onClick={form.discard}>
        Descartar
      </button>
      <BusyButton
        busy={form.isBusy}
        busyText="Guardando…"
        data-key="mod+s"
        title="Ctrl S"
        onClick={form.save}
      >
        Guardar cambios
      </BusyButton>
    </div>
  )
}

interface LineRowProps extends Omit<LinesTableProps, 'order'> {
  line: OrderLine
  /** Before the shop changed the stored price. */
  earlier: EarlierPrice | undefined
}

function LineRow({ line, form, earlier, isEditable, onPrice }: LineRowProps) {
  const name = lineName(line)
  const [quantity, price, available] = [form.quantityOf(line), form.priceOf(line), form.availableOf(line)]
  const units = form.isChanged(line) ? form.countedUnits(line) : line.quantity
  const isOut = quantity === 0
  const removing = isOut ? 'Reponer' : 'Quitar'
  return (
    <tr className={isOut ? 'order-edit-out' : undefined}>
      <th scope="row">
        <LineProduct line={line} />
        {available !== undefined && (
          <span className="order-edit-short">{`Stock disponible: ${formatNumber(available)}`}</span>
        )}
      </th>
      <td>
        <span className="order-edit-price">
          <span>
            <Sum was={line.price_at_time} now={price} />
          </span>
          {onPrice && line.blister_id !== null && (
            <IconButton
              icon={Tag}
              text={`Cambiar el precio de ${name}`}
              look="quiet"
              isIconOnly
              title="Cambiar precio"
              aria-haspopup="dialog"
              onClick={() => onPrice(line)}
            />
          )}
        </span>
        {earlier && price === line.price_at_time && (
          <Earlier was={earlier.price} now={price} reason={earlier.reason} />
        )}
      </td>
      <td>
        {isOut ? (
          'Se quita al guardar'
        ) : isEditable ? (
          <QuantityField
            id={form.idOf(line)}
            quantity={quantity}
            label={name}
            onChange={(typed) => form.set(line, typed)}
          />
        ) : (
          quantity
        )}
      </td>
      <td>
        <Sum was={lineTotal(line)} now={lineTotal({ quantity: units, price_at_time: price })} />
      </td>
      {isEditable && (
        <td>
          <IconButton
            icon={isOut ? Undo2 : Trash2}
            text={`${removing} ${name}`}
            look="quiet"
            isIconOnly
            title={removing}
            onClick={() => form.set(line, isOut ? line.quantity : 0)}
          />
        </td>
      )}
    </tr>
  )
}
