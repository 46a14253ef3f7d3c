import { CLAIM_STATUS_LABEL, CLAIM_STATUS_TEXT, showsResolution } from '../../contract/warranty-status.ts'
import { formatPesos } from '../../contract/money.ts'
import type { Order } from '../../contract/orders.ts'
import { presentationName } from '../../contract/presentations.ts'
import type { ClaimRow } from '../db/tables.ts'
import { escapeHtml } from '../escape.ts'

/** The content of a mail: its text, and the same as simple HTML. */
export interface Mail {
  subject: string
  text: string
  html: string
}

/** Facts about the shop in every mail. */
export interface Sender {
  shopName: string
  /** Without a trailing slash. */
  publicUrl: string
}

/** To the account's own address, as it holds prices. */
export function orderMailToCustomer(sender: Sender, order: Order): Mail {
  return compose(sender, `Recibimos tu pedido #${order.id}`, [
    paragraph(`Hola, ${order.recipient_name}:`),
    paragraph(`Recibimos tu pedido #${order.id} y reservamos sus productos.`),
    list(orderLines(order)),
    paragraph(`Total: ${formatPesos(order.total)}`),
    paragraph(`Entrega: ${order.shipping_address}`),
    paragraph(
      'Próximos pasos: nos comunicamos al teléfono indicado para coordinar el pago y la entrega. Todavía no hay nada que pagar.',
    ),
    link('Ver el pedido', `${sender.publicUrl}/mi-cuenta?section=orders`),
  ])
}

/** To the shop: the order, and how to reach the customer. */
export function orderMailToShop(sender: Sender, order: Order): Mail {
  return compose(sender, `Pedido nuevo #${order.id}`, [
    paragraph(`Pedido #${order.id} de ${order.recipient_name}.`),
    list([
      `Usuario: ${order.customer?.username ?? 'Usuario eliminado'}`,
      `Email: ${order.customer_email}`,
      `Teléfono: ${order.customer_phone}`,
      `Entrega: ${order.shipping_address}`,
    ]),
    list(orderLines(order)),
    paragraph(`Total: ${formatPesos(order.total)}`),
    link('Abrir el pedido', `${sender.publicUrl}/admin/pedidos/${order.id}`),
  ])
}

const CODE_HOLDS = 'Vale durante 10 minutos y sirve una sola vez. Nadie de la tienda lo va a pedir.'
const NOT_MINE = 'Si el cambio no es propio, responder este mensaje cuanto antes.'

/** The code is not in the subject, which locked phones show. */
export function verificationMail(sender: Sender, code: string): Mail {
  return compose(sender, 'Código de verificación', [
    paragraph('Este es el código para verificar el email de la cuenta:'),
    emphasis(code),
    paragraph(CODE_HOLDS),
    paragraph('Si no pediste este código, no hace falta hacer nada.'),
  ])
}

/** To the new address, with the code that confirms it. */
export function emailChangeMail(sender: Sender, code: string): Mail {
  return compose(sender, 'Código para cambiar el email', [
    paragraph('Este es el código para usar esta dirección en la cuenta:'),
    emphasis(code),
    paragraph(CODE_HOLDS),
    paragraph('Si no pediste este cambio, no hace falta hacer nada: sin el código la dirección no cambia.'),
  ])
}

/** To the old address, without the new one: the old mailbox may belong to somebody else by now. */
export function emailChangedMail(sender: Sender, at: Date): Mail {
  return compose(sender, 'El email de la cuenta cambió', [
    paragraph(
      `El email de la cuenta cambió el ${whenInWords(at)}. Desde ahora los avisos llegan a la dirección nueva.`,
    ),
    paragraph(NOT_MINE),
  ])
}

export function passwordChangedMail(sender: Sender, at: Date): Mail {
  return compose(sender, 'La contraseña de la cuenta cambió', [
    paragraph(`La contraseña cambió el ${whenInWords(at)}. Las demás sesiones abiertas se cerraron.`),
    paragraph(NOT_MINE),
  ])
}

type ClaimFacts = Pick<ClaimRow, 'id' | 'user_id' | 'name' | 'product_name'>

/** Without prices, as the claimant may have no account. */
export function claimReceivedMail(sender: Sender, claim: ClaimFacts): Mail {
  return compose(sender, `Recibimos tu reclamo de garantía #${claim.id}`, [
    greeting(claim),
    paragraph(`Recibimos ${yourClaim(claim)}.`),
    paragraph('Lo revisamos y respondemos en 48-72 horas hábiles.'),
  ])
}

export function claimStatusMail(
  sender: Sender,
  claim: ClaimFacts & Pick<ClaimRow, 'status' | 'admin_response' | 'resolution_details'>,
): Mail {
  const label = CLAIM_STATUS_LABEL[claim.status]
  const resolution = showsResolution(claim.status) ? claim.resolution_details : ''
  return compose(sender, `Reclamo de garantía #${claim.id}: ${label}`, [
    greeting(claim),
    paragraph(`Sobre ${yourClaim(claim)}: ${label}.`),
    paragraph(CLAIM_STATUS_TEXT[claim.status]),
    ...(claim.admin_response ? [paragraph(`Respuesta: ${claim.admin_response}`)] : []),
    ...(resolution ? [paragraph(`Resolución: ${resolution}`)] : []),
  ])
}

/** Texts of visitors are not repeated: the address may be a stranger's, who would get them from the shop. */
function greeting({ user_id, name }: ClaimFacts): Part {
  return paragraph(user_id === null ? 'Hola:' : `Hola, ${name}:`)
}

function yourClaim({ id, user_id, product_name }: ClaimFacts): string {
  return `tu reclamo #${id}${user_id === null ? '' : ` por ${product_name}`}`
}

// ---- Parts of a mail -------------------------------------------------------------------------------------------

interface Part {
  text: string
  html: string
}

function compose(sender: Sender, subject: string, parts: Part[]): Mail {
  const all = [...parts, paragraph(sender.shopName)]
  const body = all.map((part) => part.html).join('\n')
  return {
    subject,
    text: `${all.map((part) => part.text).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="es-AR"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36rem">\n${body}\n</body></html>\n`,
  }
}

function paragraph(text: string): Part {
  return { text, html: `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>` }
}

function emphasis(text: string): Part {
  return {
    text,
    html: `<p style="font-size: 1.75rem; letter-spacing: 0.2em"><strong>${escapeHtml(text)}</strong></p>`,
  }
}

function list(items: string[]): Part {
  return {
    text: items.map((item) => `- ${item}`).join('\n'),
    html: `<ul>\n${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}\n</ul>`,
  }
}

function link(label: string, address: string): Part {
  return {
    text: `${label}: ${address}`,
    html: `<p><a href="${escapeHtml(address)}">${escapeHtml(label)}</a></p>`,
  }
}

function orderLines(order: Order): string[] {
  return order.order_products.map((line) => {
    const what = line.product_type === 'merch' ? '' : ` (${presentationName(line.blister_info.seed_count)})`
    return `${line.quantity} × ${line.product_name}${what}: ${formatPesos(line.price_at_time)} c/u`
  })
}

const day = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Argentina/Buenos_Aires',
})

function whenInWords(at: Date): string {
  return day.format(at)
}
