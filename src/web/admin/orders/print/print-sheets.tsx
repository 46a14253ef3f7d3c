import { useQuery } from '@tanstack/react-query'
import { formatPesos } from '../../../../contract/money.ts'
import type { OrderLot } from '../../../../contract/orders/order-lots.ts'
import type { AdminOrder, OrderLine } from '../../../../contract/orders/orders.ts'
import { adminPaths } from '../../../app/admin-paths.ts'
import { shopSettings } from '../../../data/queries.ts'
import { eachName } from '../../../../contract/catalog/cart-lines.ts'
import { lineKind, lineTotal } from '../../../shop/order-in-words.ts'
import { arrangedWords } from '../../../../contract/orders/own-words.ts'
import { counted } from '../../kit/counted.ts'
import { formatMoment } from '../../../shop/dates.ts'
import { lotsText } from '../../lots/lot-choice.tsx'
import { QrCode } from '../../print/qr-code.tsx'
import { recipientOf } from '../order-words.ts'
import { picking } from './picking.ts'
import type { Document } from './print-address.ts'

/** What is printed of an order. */
export interface Printed {
  id: number
  to: string
  /** How to reach and deliver to the recipient, as far as the reader may know. */
  facts: string[]
  lines: PrintedLine[]
  lots: Omit<OrderLot, 'lot_id'>[]
  /** Only where prices may be printed. */
  total?: number
}

type PrintedLine = Omit<
  OrderLine,
  'price_at_time' | 'product' | 'blister' | 'product_id' | 'product_details'
> &
  Partial<Pick<OrderLine, 'price_at_time'>>

export function printedOrder(order: AdminOrder): Printed {
  const { id, customer_phone, created_at, order_products: lines, lots, total } = order
  const facts = [customer_phone, arrangedWords(order), formatMoment(created_at)].filter(Boolean)
  return { id, to: recipientOf(order), facts, lines, lots, total }
}

/** The pick list of all orders. */
export function PickingSheet({ orders }: { orders: Printed[] }) {
  const picked = picking(orders)
  const units = picked.reduce((sum, one) => sum + one.units, 0)
  return (
    <section className="print-sheet" data-sheet={0} aria-label="Para juntar">
      <SheetHead title="Para juntar" about={counted(orders.length, 'pedido', 'pedidos')} />
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Juntado</span>
            </th>
            <th scope="col">Cant.</th>
            <th scope="col">Producto</th>
            <th scope="col">Pedidos</th>
          </tr>
        </thead>
        <tbody>
          {picked.map(({ key, name, kind, units: count, lots, orders: of }) => (
            <tr key={key}>
              <td className="print-box">☐</td>
              <td className="print-units">{count}</td>
              <td>
                <span>{name}</span> <strong>{kind}</strong>
                {lots.length > 0 && <span className="print-each">{`Lote ${lotsText(lots)}`}</span>}
              </td>
              <td>{of.map((id) => `#${id}`).join(', ')}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>{`${counted(units, 'unidad', 'unidades')} en total`}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface OrderSheetProps {
  order: Printed
  /** The sheet's index. */
  at: number
  document: Document
  withPrices: boolean
}

/** The packing list or delivery note of an order. */
export function OrderSheet({ order, at, document, withPrices }: OrderSheetProps) {
  const isNote = document === 'nota'
  return (
    <section className="print-sheet" data-sheet={at} aria-label={`Pedido #${order.id}`}>
      <SheetHead title={isNote ? 'Nota de entrega' : 'Preparación'} about={`Pedido #${order.id}`} />
      <div className="print-top">
        <div className="print-to">
          <strong>{order.to}</strong>
          {order.facts.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
        <QrCode
          text={`${window.location.origin}${adminPaths('/admin').order(order.id)}`}
          label={`Código para abrir el Pedido #${order.id}`}
        />
      </div>
      <Lines order={order} withPrices={withPrices} isNote={isNote} />
      <p className="print-sign">
        <span>{isNote ? 'Entregó' : 'Preparó'}</span>
        <span>{isNote ? 'Recibió' : 'Controló'}</span>
      </p>
      {isNote && <p className="print-legal">Documento interno. No válido como factura ni remito.</p>}
    </section>
  )
}

function SheetHead({ title, about }: { title: string; about: string }) {
  const { data } = useQuery(shopSettings())
  return (
    <div className="print-head">
      <p className="print-shop">
        {data?.logo && <img src={data.logo} alt="" />}
        {data?.shop_name}
      </p>
      <h2>{title}</h2>
      <p className="print-about">{about}</p>
    </div>
  )
}

interface LinesProps {
  order: Printed
  withPrices: boolean
  isNote: boolean
}

function Lines({ order, withPrices, isNote }: LinesProps) {
  const { lines } = order
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <table>
      <thead>
        <tr>
          {!isNote && (
            <th scope="col">
              <span className="visually-hidden">Preparado</span>
            </th>
          )}
          <th scope="col">Cant.</th>
          <th scope="col">Producto</th>
          {withPrices && (
            <th scope="col" className="print-money">
              Total
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} lots={order.lots} {...{ line, withPrices, isNote }} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={isNote ? 2 : 3}>{`${counted(units, 'unidad', 'unidades')} en total`}</td>
          {withPrices && <td className="print-money">{formatPesos(order.total ?? 0)}</td>}
        </tr>
      </tfoot>
    </table>
  )
}

interface LineProps extends Omit<LinesProps, 'order'> {
  line: PrintedLine
  lots: Printed['lots']
}

function Line({ line, lots, withPrices, isNote }: LineProps) {
  const { price_at_time: price = 0 } = line
  const own = lots.filter(({ blister_id }) => blister_id === line.blister_id)
  return (
    <tr>
      {!isNote && <td className="print-box">☐</td>}
      <td className="print-units">{line.quantity}</td>
      <td>
        <span>{[line.product_name, line.product_brand].filter(Boolean).join(' · ')}</span>{' '}
        <strong>{lineKind(line)}</strong>
        {own.length > 0 && <span className="print-each">{`Lote ${lotsText(own)}`}</span>}
        {withPrices && (
          <span className="print-each">{`${formatPesos(price)} ${eachName(line.product_type)}`}</span>
        )}
      </td>
      {withPrices && (
        <td className="print-money">{formatPesos(lineTotal({ ...line, price_at_time: price }))}</td>
      )}
    </tr>
  )
}
