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
import { QrCode } from '../../print/print-choices.tsx'
import { recipientOf } from '../order-words.ts'

export const DOCUMENTS = { preparacion: 'Preparación', nota: 'Nota de entrega' } as const
export type Document = keyof typeof DOCUMENTS

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
          {picked.map(({ key, name, kind, units, lots, orders: of }) => (
            <tr key={key}>
              <td className="print-box">☐</td>
              <td className="print-units">{units}</td>
              <td>
                <span>{name}</span> <strong>{kind}</strong>
                <Lots lots={lots} />
              </td>
              <td>{of.map((id) => `#${id}`).join(', ')}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>{unitsText(picked.map(({ units }) => units))}</td>
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
      <SheetHead title={DOCUMENTS[document]} about={`Pedido #${order.id}`} />
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

function Lines({ order: { lines, lots, total = 0 }, withPrices, isNote }: LinesProps) {
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
        {lines.map(({ price_at_time: price = 0, ...line }) => (
          <tr key={line.id}>
            {!isNote && <td className="print-box">☐</td>}
            <td className="print-units">{line.quantity}</td>
            <td>
              <span>{goodsName(line)}</span> <strong>{lineKind(line)}</strong>
              <Lots lots={lots.filter(({ blister_id }) => blister_id === line.blister_id)} />
              {withPrices && (
                <span className="print-each">{`${formatPesos(price)} ${eachName(line.product_type)}`}</span>
              )}
            </td>
            {withPrices && (
              <td className="print-money">{formatPesos(lineTotal({ ...line, price_at_time: price }))}</td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={isNote ? 2 : 3}>{unitsText(lines.map(({ quantity }) => quantity))}</td>
          {withPrices && <td className="print-money">{formatPesos(total)}</td>}
        </tr>
      </tfoot>
    </table>
  )
}

function Lots({ lots }: Pick<Printed, 'lots'>) {
  return lots.length > 0 && <span className="print-each">{`Lote ${lotsText(lots)}`}</span>
}

function unitsText(units: number[]): string {
  const sum = units.reduce((all, each) => all + each, 0)
  return `${counted(sum, 'unidad', 'unidades')} en total`
}

function goodsName({ product_name, product_brand }: PrintedLine): string {
  return [product_name, product_brand].filter(Boolean).join(' · ')
}

interface Picked {
  key: string
  name: string
  kind: string
  units: number
  lots: Printed['lots']
  /** The ids of its orders. */
  orders: number[]
}

/** The units to pick for all these orders, by name. */
export function picking(orders: Printed[]): Picked[] {
  const lines = orders.flatMap((order) =>
    order.lines.map((line) => ({
      key: `${line.product_name} ${line.blister_id ?? lineKind(line)}`,
      name: goodsName(line),
      kind: lineKind(line),
      units: line.quantity,
      order: order.id,
      lots: order.lots.filter(({ blister_id }) => blister_id === line.blister_id),
    })),
  )
  return [...Map.groupBy(lines, ({ key }) => key)]
    .flatMap(([key, same]) => {
      const [first] = same
      if (!first) return []
      const units = same.reduce((sum, line) => sum + line.units, 0)
      const lots = summed(same.flatMap((line) => line.lots))
      return [
        { key, name: first.name, kind: first.kind, units, lots, orders: same.map(({ order }) => order) },
      ]
    })
    .toSorted(
      (a, b) => a.name.localeCompare(b.name, 'es') || a.kind.localeCompare(b.kind, 'es', { numeric: true }),
    )
}

/** Each lot once. */
function summed(lots: Printed['lots']): Printed['lots'] {
  return [...Map.groupBy(lots, ({ code }) => code).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) }] : []
  })
}
