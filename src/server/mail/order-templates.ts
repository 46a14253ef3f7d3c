import { formatPesos, type Pesos } from '../../contract/money.ts'
import { formatNumber, LOCALE, TIME_ZONE } from '../../contract/place.ts'
import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import type { OrderPayment } from '../../contract/orders/order-parts.ts'
import { type HandedHow, type PaymentKind, showsPayment } from '../../contract/orders/order-desk.ts'
import { arrangedWords, deliveryWords, fromLotsWords, paymentWords } from '../../contract/orders/own-words.ts'
import type { AdminOrder, Order } from '../../contract/orders/orders.ts'
import { eachName } from '../../contract/catalog/cart-lines.ts'
import { presentationName } from '../../contract/catalog/presentations.ts'
import { button, facts, type Goods, goods, paragraph, type Part, pictureIn, quote } from './parts.ts'
import { compose, type Mail, type Origin } from './templates.ts'

/** To the account's own address, as it holds prices. */
export function orderMailToCustomer(origin: Origin, order: Order): Mail {
  return compose('order_placed', `Recibimos tu pedido #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(
      `Te reservamos ${hasSeeds(order) ? 'las semillas' : 'los productos'}. Te escribimos para coordinar el pago y la entrega.`,
    ),
    goods(linesOf(origin, order), formatPesos(order.total)),
    facts([...stateOf(order), ['Teléfono', order.customer_phone]]),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** To the shop: the order, and how to reach the customer. */
export function orderMailToShop(origin: Origin, order: Order): Mail {
  return compose('order_placed_shop', `Pedido nuevo #${order.id}`, [
    customerOf(order, [['Entrega', arrangedWords(order)]]),
    goods(linesOf(origin, order), formatPesos(order.total)),
    button('Abrir el pedido', `${origin}/admin/pedidos/${order.id}`),
  ])
}

/** To a customer who changed many orders in a short time, instead of a mail for each. */
export function orderDigestMail(origin: Origin): Mail {
  return compose('orders_digest', 'Tus pedidos', [
    paragraph('Hola:'),
    paragraph('Hiciste o cambiaste muchos pedidos seguidos. En lugar de un mail por cada uno va este.'),
    paragraph('En tu cuenta está cada pedido con su estado.'),
    button('Ver mis pedidos', `${origin}/mi-cuenta?section=orders`),
  ])
}

export function orderDigestMailToShop(
  origin: Origin,
  { id, username }: { id: number; username: string },
): Mail {
  return compose('orders_digest_shop', 'Muchos pedidos de una cuenta', [
    paragraph(`${username} hizo o cambió muchos pedidos seguidos. En lugar de un mail por cada uno va este.`),
    button('Abrir la cuenta', `${origin}/admin/usuarios/${id}`),
  ])
}

/** To the shop: its customer cancelled the order, or removed lines of it. */
export function orderNewsToShop(
  origin: Origin,
  order: Order,
  kind: 'order_changed_shop' | 'order_cancelled_shop',
): Mail {
  const isCancelled = kind === 'order_cancelled_shop'
  const subject = isCancelled ? `Cancelaron el pedido #${order.id}` : `Cambiaron el pedido #${order.id}`
  return compose(kind, subject, [
    paragraph(
      isCancelled
        ? 'Quien lo hizo lo canceló. Las unidades volvieron al stock.'
        : 'Quien lo hizo quitó productos. Así queda, y lo que quitó volvió al stock.',
    ),
    customerOf(order, order.paid_total > 0 ? [['Cobrado', formatPesos(order.paid_total)]] : []),
    goods(linesOf(origin, order), formatPesos(order.total)),
    button('Abrir el pedido', `${origin}/admin/pedidos/${order.id}`),
  ])
}

function customerOf(order: Order, more: [string, string][]) {
  return facts([
    ['Para', order.recipient_name],
    ['Usuario', order.customer?.username ?? 'Usuario eliminado'],
    ['Email', order.customer_email],
    ['Teléfono', order.customer_phone],
    ...more,
  ])
}

/** How it is delivered and paid, in the words of its page. */
function stateOf(order: Order): [string, string][] {
  const delivery = deliveryWords(order)
  return [
    ...(delivery === undefined ? [] : [['Entrega', delivery] as [string, string]]),
    ...(showsPayment(order) ? [['Pago', paymentWords(order)] as [string, string]] : []),
  ]
}

/** To the account's own address, as it holds prices: what the shop or the customer changed. `was`: the total before other prices. */
export function orderChangedMail(origin: Origin, order: Order, news: OrderNews, was = order.total): Mail {
  const { kind, subject, text } = ORDER_NEWS[news]
  return compose(kind, `${subject} #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(text),
    goods(linesOf(origin, order), formatPesos(order.total)),
    ...factsOf([...changeOf(was, order.total), ...stateOf(order)]),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** 'A los precios de antes: $ 30.000 (10 % menos)' */
function changeOf(was: Pesos, now: Pesos): [string, string][] {
  if (was === now) return []
  const percent = was === 0 ? 0 : Math.round((Math.abs(now - was) / was) * 1000) / 10
  const share = percent === 0 ? '' : ` (${formatNumber(percent)} % ${now < was ? 'menos' : 'más'})`
  return [['A los precios de antes', `${formatPesos(was)}${share}`]]
}

/** To the account's own address: its order is prepared, handed over or on its way. */
export function orderDeliveryMail(origin: Origin, order: AdminOrder): Mail {
  const { kind, subject, text } = DELIVERY_NEWS[order.handed_how ?? 'prepared']
  return compose(kind, `${subject} #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(text),
    ...lotsOf(order),
    ...factsOf([
      ...(order.tracking === '' ? [] : [['Seguimiento', order.tracking] as [string, string]]),
      ...stateOf(order),
    ]),
    order.tracking_url === ''
      ? button('Ver el pedido', `${origin}/mi-cuenta?section=orders`)
      : button('Seguir el envío', order.tracking_url),
  ])
}

/** To the account's own address: a recorded payment or refund, and the balance. */
export function orderMoneyMail(origin: Origin, order: Order, payment: OrderPayment): Mail {
  const { kind, subject, text } = MONEY_NEWS[payment.kind]
  return compose(kind, `${subject} #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(text),
    facts([
      [payment.kind === 'payment' ? 'Recibimos' : 'Devolvimos', formatPesos(payment.amount)],
      ['Medio', payment.method_display],
      ...(order.status === 'cancelled' ? [] : [['Total', formatPesos(order.total)] as [string, string]]),
      ['Pago', paymentWords(order)],
    ]),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** Where its seeds come from, once that is chosen. */
function lotsOf(order: Order): Part[] {
  const codes = order.from_lots.map(({ code }) => code).join(', ')
  const named = codes.replace(/, (?!.*, )/, ' y ')
  return codes === '' ? [] : [paragraph(`${fromLotsWords(order)}${named}.`)]
}

function factsOf(rows: [string, string][]): Part[] {
  return rows.length === 0 ? [] : [facts(rows)]
}

/** To the account's own address, as it holds prices: an order entered by the shop. */
export function orderNotedMail(origin: Origin, order: Order): Mail {
  return compose('order_noted', `Anotamos tu pedido #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph('Este es el detalle de lo que nos pediste.'),
    goods(linesOf(origin, order), formatPesos(order.total)),
    ...factsOf(stateOf(order)),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** To the account's own address, as it holds prices: the reservation ends with that day. */
export function orderExpiringMail(origin: Origin, order: AdminOrder): Mail {
  const day = lastDayInWords(order)
  return compose('order_expiring', `Tu reserva del pedido #${order.id} vence el ${day}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(
      `Te guardamos los productos hasta el ${day}. Si los querés, escribinos antes para acordar el pago; si no, vuelven a la tienda y el pedido se cancela solo.`,
    ),
    goods(linesOf(origin, order), formatPesos(order.total)),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** To the account's own address. */
export function orderExpiredMail(origin: Origin, order: Order): Mail {
  return compose('order_expired', `Venció la reserva de tu pedido #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(
      'Los productos volvieron a la tienda y el pedido quedó cancelado. Si todavía los querés, podés pedirlos de nuevo.',
    ),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** To the account's own address. */
export function orderNoteMail(origin: Origin, order: Order, text: string): Mail {
  return compose('order_note', `Sobre tu pedido #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    quote('Te escribimos por tu pedido', text),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

const dayOfYear = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  timeZone: TIME_ZONE,
})

/** '27 de noviembre': the last day of a reservation. */
function lastDayInWords({ expires_at }: AdminOrder): string {
  return dayOfYear.format(new Date(new Date(expires_at ?? 0).getTime() - 1))
}

interface News {
  kind: MailKind
  subject: string
  text: string
}

const DELIVERY_NEWS: Record<HandedHow | 'prepared', News> = {
  prepared: { kind: 'order_prepared', subject: 'Preparamos tu pedido', text: 'Tu pedido está listo.' },
  in_person: {
    kind: 'order_handed',
    subject: 'Entregamos tu pedido',
    text: '¡Gracias por tu compra! Ya tenés tu pedido.',
  },
  shipped: { kind: 'order_shipped', subject: 'Despachamos tu pedido', text: 'Tu pedido está en camino.' },
}

const MONEY_NEWS: Record<PaymentKind, News> = {
  payment: {
    kind: 'order_paid',
    subject: 'Recibimos tu pago del pedido',
    text: '¡Gracias! Ya anotamos tu pago.',
  },
  refund: {
    kind: 'order_refunded',
    subject: 'Te devolvimos dinero del pedido',
    text: 'Anotamos lo que te devolvimos.',
  },
}

const ASK = 'Si no lo esperabas, respondé este mail.'
type OrderNews = Order['status'] | 'changed' | 'changed own' | 'cancelled own'

const NOT_YOU = 'Si no fuiste vos, respondé este mail.'
const ORDER_NEWS: Record<OrderNews, News> = {
  changed: {
    kind: 'order_changed',
    subject: 'Cambiamos tu pedido',
    text: `Así queda tu pedido desde ahora. ${ASK}`,
  },
  'changed own': {
    kind: 'order_changed_own',
    subject: 'Cambiaste tu pedido',
    text: `Quitaste productos: así queda tu pedido desde ahora. ${NOT_YOU}`,
  },
  'cancelled own': {
    kind: 'order_cancelled_own',
    subject: 'Cancelaste tu pedido',
    text: `Tu pedido ya no sigue en pie. ${NOT_YOU}`,
  },
  completed: {
    kind: 'order_completed',
    subject: 'Completamos tu pedido',
    text: '¡Gracias por tu compra! Tu pedido está completado.',
  },
  cancelled: {
    kind: 'order_cancelled',
    subject: 'Cancelamos tu pedido',
    text: `Tu pedido ya no sigue en pie. ${ASK}`,
  },
  pending: {
    kind: 'order_reopened',
    subject: 'Reabrimos tu pedido',
    text: `Tu pedido está otra vez pendiente. ${ASK}`,
  },
}

function linesOf(origin: Origin, order: Order): Goods[] {
  return order.order_products.map((line) => {
    const what = presentationName(line.product_type, line.blister_info)
    const each = `${formatPesos(line.price_at_time)} ${eachName(line.product_type)}`
    const count = `${line.quantity} × ${what}`.replace(/ × $/, line.quantity === 1 ? ' unidad' : ' unidades')
    return {
      name: line.product_name,
      detail: line.quantity === 1 ? count : `${count}\n${each}`,
      amount: formatPesos(line.price_at_time * line.quantity),
      picture: pictureIn(origin, line.product_image),
    }
  })
}

function hasSeeds({ order_products }: Order): boolean {
  return order_products.some(({ product_type }) => product_type !== 'merch')
}
