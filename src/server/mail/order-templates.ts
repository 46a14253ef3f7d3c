import { formatPesos } from '../../contract/money.ts'
import { LOCALE, TIME_ZONE } from '../../contract/place.ts'
import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import type { OrderPayment } from '../../contract/orders/order-parts.ts'
import type { HandedHow, PaymentKind } from '../../contract/orders/order-desk.ts'
import type { AdminOrder, Order } from '../../contract/orders/orders.ts'
import { eachName, presentationName } from '../../contract/catalog/presentations.ts'
import { button, facts, type Goods, goods, paragraph, pictureIn, quote } from './parts.ts'
import { compose, type Mail, type Origin } from './templates.ts'

/** To the account's own address, as it holds prices. */
export function orderMailToCustomer(origin: Origin, order: Order): Mail {
  return compose('order_placed', `Recibimos tu pedido #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(
      `Te reservamos ${hasSeeds(order) ? 'las semillas' : 'los productos'}. Te escribimos para coordinar el pago y la entrega: todavía no hay nada que pagar.`,
    ),
    goods(linesOf(origin, order), formatPesos(order.total)),
    facts([
      ['Entrega', order.shipping_address],
      ['Teléfono', order.customer_phone],
    ]),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** To the shop: the order, and how to reach the customer. */
export function orderMailToShop(origin: Origin, order: Order): Mail {
  return compose('order_placed_shop', `Pedido nuevo #${order.id}`, [
    facts([
      ['Para', order.recipient_name],
      ['Usuario', order.customer?.username ?? 'Usuario eliminado'],
      ['Email', order.customer_email],
      ['Teléfono', order.customer_phone],
      ['Entrega', order.shipping_address],
    ]),
    goods(linesOf(origin, order), formatPesos(order.total)),
    button('Abrir el pedido', `${origin}/admin/pedidos/${order.id}`),
  ])
}

/** To the account's own address, as it holds prices: what the shop changed. */
export function orderChangedMail(origin: Origin, order: Order, news: Order['status'] | 'changed'): Mail {
  const { kind, subject, text } = ORDER_NEWS[news]
  return compose(kind, `${subject} #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(text),
    goods(linesOf(origin, order), formatPesos(order.total)),
    facts([['Entrega', order.shipping_address]]),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

/** To the account's own address: its order is prepared, handed over or on its way. */
export function orderDeliveryMail(origin: Origin, order: AdminOrder): Mail {
  const { kind, subject, text } = DELIVERY_NEWS[order.handed_how ?? 'prepared']
  return compose(kind, `${subject} #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(text),
    facts([
      ...(order.carrier === '' ? [] : [['Transporte', order.carrier] as [string, string]]),
      ...(order.tracking === '' ? [] : [['Seguimiento', order.tracking] as [string, string]]),
      ['Entrega', order.shipping_address],
    ]),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
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
      ['Total', formatPesos(order.total)],
      ...balanceOf(order),
    ]),
    button('Ver el pedido', `${origin}/mi-cuenta?section=orders`),
  ])
}

function balanceOf({ balance, status }: Order): [string, string][] {
  if (status === 'cancelled') return []
  return [balance < 0 ? ['A tu favor', formatPesos(-balance)] : ['Saldo', formatPesos(balance)]]
}

/** To the account's own address, as it holds prices: an order entered by the shop. */
export function orderNotedMail(origin: Origin, order: Order): Mail {
  return compose('order_noted', `Anotamos tu pedido #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph('Este es el detalle de lo que nos pediste.'),
    goods(linesOf(origin, order), formatPesos(order.total)),
    ...(order.paid_total > 0
      ? [facts([['Pagado', formatPesos(order.paid_total)], ...balanceOf(order)])]
      : []),
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
const ORDER_NEWS: Record<Order['status'] | 'changed', News> = {
  changed: {
    kind: 'order_changed',
    subject: 'Cambiamos tu pedido',
    text: `Así queda tu pedido desde ahora. ${ASK}`,
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
    const isMerch = line.product_type === 'merch'
    const what = isMerch ? '' : presentationName(line.blister_info.seed_count)
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
