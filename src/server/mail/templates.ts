import { ACCOUNT_READY, ENTER_SHOP } from '../../contract/accounts/access-rules.ts'
import {
  CLAIM_STATUS_LABEL,
  CLAIM_STATUS_TEXT,
  SEE_MY_CLAIM,
  showsResolution,
} from '../../contract/warranty/warranty-status.ts'
import {
  REGRET_ANSWER_HOURS,
  REGRET_STATUS_LABEL,
  REGRET_STATUS_TEXT,
} from '../../contract/legal/regret-rules.ts'
import type { MailKind } from '../../contract/messages/mail-kinds.ts'
import { within } from '../../contract/settings/settings-rules.ts'
import type { ClaimRow, RegretRow } from '../db/tables.ts'
import { button, code, facts, paragraph, type Part, quote } from './parts.ts'
import { LOCALE, TIME_ZONE } from '../../contract/place.ts'

/** The content of a mail; `frame` adds header and footer when it is sent. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface Mail extends MailContent {
  kind: MailKind
}

/** Base URL of links and pictures, without a trailing slash. */
export type Origin = string

/** To a new account created by the shop. The password is given to its owner by other means. */
export function welcomeMail(
  origin: Origin,
  { username, isVerified }: { username: string; isVerified: boolean },
): Mail {
  return compose('account_welcome', ACCOUNT_READY, [
    paragraph('Hola:'),
    paragraph(`Te abrimos una cuenta. Tu usuario es ${username}, y también podés entrar con este email.`),
    paragraph(
      isVerified
        ? 'Con la cuenta ves los precios y hacés tus pedidos.'
        : 'Con la cuenta ves los precios y hacés tus pedidos. La primera vez te pedimos un código, que llega en otro mail.',
    ),
    button(ENTER_SHOP, `${origin}/login`),
  ])
}

/** A test mail to an admin. */
export function testMail(origin: Origin): Mail {
  return compose('mail_test', 'Prueba de correo de la tienda', [
    paragraph(`Si leés esto, la tienda de ${origin} puede mandar mails.`),
  ])
}

const CODE_HOLDS = 'Vale durante 10 minutos y sirve una sola vez. Nadie de la tienda te lo va a pedir.'
export const NOT_MINE = 'Si no fuiste vos, respondé este mail cuanto antes.'

/** The code is not in the subject, which lock screens show. */
export function verificationMail(digits: string): Mail {
  return compose('verification_code', 'Código de verificación', [
    paragraph('Con este código verificás el email de tu cuenta:'),
    code(digits),
    paragraph(CODE_HOLDS),
    paragraph('Si no lo pediste, no hace falta que hagas nada.'),
  ])
}

/** The link is not in the first sentences, which lock screens show. */
export function recoveryMail(link: string): Mail {
  return compose('recovery_link', 'Cambiar la contraseña', [
    paragraph(
      'Alguien pidió cambiar la contraseña de tu cuenta. Si fuiste vos, elegí una nueva con este botón:',
    ),
    button('Elegir una contraseña nueva', link),
    paragraph('Vale durante 15 minutos y sirve una sola vez. Nadie de la tienda te lo va a pedir.'),
    paragraph('Si no lo pediste, no hace falta que hagas nada: tu contraseña sigue siendo la misma.'),
  ])
}

/** To the new address, with the code that confirms it. */
export function emailChangeMail(digits: string): Mail {
  return compose('email_change_code', 'Código para cambiar el email', [
    paragraph('Con este código empezás a usar esta dirección en tu cuenta:'),
    code(digits),
    paragraph(CODE_HOLDS),
    paragraph('Si no lo pediste, no hace falta que hagas nada: sin el código la dirección no cambia.'),
  ])
}

/** To the old address, without the new one: the old mailbox may belong to somebody else by now. */
export function emailChangedMail(at: Date): Mail {
  return compose('email_changed', 'El email de la cuenta cambió', [
    paragraph(
      `El email de tu cuenta cambió el ${whenInWords(at)}. Desde ahora los avisos llegan a la dirección nueva.`,
    ),
    paragraph(NOT_MINE),
  ])
}

export function passwordChangedMail(at: Date, { keysEnded = 0 } = {}): Mail {
  const keys = keysEnded === 0 ? '' : ' También quitamos las llaves de acceso: podés agregarlas de nuevo.'
  return compose('password_changed', 'La contraseña de la cuenta cambió', [
    paragraph(`Tu contraseña cambió el ${whenInWords(at)}. Cerramos las demás sesiones abiertas.${keys}`),
    paragraph(NOT_MINE),
  ])
}

type ClaimFacts = Pick<ClaimRow, 'id' | 'user_id' | 'name' | 'product_name'>

/** Without prices, as the claimant may have no account. */
export function claimReceivedMail(origin: Origin, claim: ClaimFacts, answeredIn: string): Mail {
  return compose('claim_received', `Recibimos tu reclamo de garantía #${claim.id}`, [
    greeting(claim),
    paragraph(`Recibimos ${yourClaim(claim)}.`),
    paragraph(`Lo revisamos y respondemos${within(answeredIn)}.`),
    ...toClaims(origin, claim),
  ])
}

/** To the shop: the claim, and how to reach the claimant. */
export function claimMailToShop(
  origin: Origin,
  claim: ClaimFacts & Pick<ClaimRow, 'email' | 'order_id' | 'order_number' | 'description'>,
): Mail {
  const order = claim.order_id === null ? claim.order_number : `#${claim.order_id}`
  return compose('claim_received_shop', `Reclamo de garantía nuevo #${claim.id}`, [
    facts([
      ['De', claim.name],
      ['Cuenta', claim.user_id === null ? 'No' : 'Sí'],
      ['Email', claim.email],
      ['Producto', claim.product_name],
      ['Pedido', order],
    ]),
    quote('Qué pasó', claim.description),
    button('Ver los reclamos', `${origin}/admin/garantias`),
  ])
}

export function claimStatusMail(
  origin: Origin,
  claim: ClaimFacts & Pick<ClaimRow, 'status' | 'admin_response' | 'resolution_details'>,
): Mail {
  const label = CLAIM_STATUS_LABEL[claim.status]
  const resolution = showsResolution(claim.status) ? claim.resolution_details : ''
  return compose('claim_status', `Reclamo de garantía #${claim.id}: ${label}`, [
    greeting(claim),
    paragraph(`Sobre ${yourClaim(claim)}: ${label}.`),
    paragraph(CLAIM_STATUS_TEXT[claim.status]),
    ...(claim.admin_response ? [quote('Respuesta', claim.admin_response)] : []),
    ...(resolution ? [quote('Resolución', resolution)] : []),
    ...toClaims(origin, claim),
  ])
}

/** Repeats no text of the visitor, as the address may be a stranger's. */
function greeting({ user_id, name }: ClaimFacts): Part {
  return paragraph(user_id === null ? 'Hola:' : `Hola, ${name}:`)
}

function yourClaim({ id, user_id, product_name }: ClaimFacts): string {
  return `tu reclamo #${id}${user_id === null ? '' : ` por ${product_name}`}`
}

/** Visitors have no page that shows the claim. */
function toClaims(origin: Origin, { user_id }: ClaimFacts): Part[] {
  return user_id === null ? [] : [button(SEE_MY_CLAIM, `${origin}/mi-cuenta?section=warranty`)]
}

/** To a typed address, so it repeats nothing of the request. */
export function regretReceivedMail(number: string): Mail {
  return compose('regret_received', `Recibimos tu solicitud de arrepentimiento ${number}`, [
    paragraph('Hola:'),
    paragraph('Registramos tu solicitud para dejar sin efecto una compra. Este es su código:'),
    code(number),
    paragraph(`Te respondemos por este medio antes de ${REGRET_ANSWER_HOURS} horas.`),
    paragraph('Si no la pediste, no hace falta que hagas nada.'),
  ])
}

/** To the shop, with everything that was typed. */
export function regretMailToShop(
  origin: Origin,
  regret: Pick<RegretRow, 'code' | 'name' | 'email' | 'phone' | 'order_number' | 'reason'>,
): Mail {
  const typed: [string, string][] = [
    ['Nombre', regret.name],
    ['Email', regret.email],
    ['Pedido', regret.order_number],
    ['Teléfono', regret.phone],
    ['Motivo', regret.reason],
  ]
  return compose('regret_received_shop', `Arrepentimiento ${regret.code}`, [
    paragraph(`Llegó una solicitud de arrepentimiento. Hay ${REGRET_ANSWER_HOURS} horas para responderla.`),
    facts(typed.filter(([, value]) => value !== '')),
    button('Abrir las solicitudes', `${origin}/admin/arrepentimientos`),
  ])
}

export function regretStatusMail({
  code,
  status,
  answer,
}: Pick<RegretRow, 'code' | 'status' | 'answer'>): Mail {
  return compose('regret_status', `Solicitud de arrepentimiento ${code}: ${REGRET_STATUS_LABEL[status]}`, [
    paragraph('Hola:'),
    paragraph(REGRET_STATUS_TEXT[status]),
    ...(answer ? [quote('Respuesta', answer)] : []),
  ])
}

/** Longest subject that mail lists show. */
const SUBJECT_LENGTH = 70

/** Whole up to `SUBJECT_LENGTH`, else as many words as fit. */
function cutAtWord(subject: string): string {
  if (subject.length <= SUBJECT_LENGTH) return subject
  const words = /^.*(?= )/.exec(subject.slice(0, SUBJECT_LENGTH))?.[0]
  // A single endless word is cut, though never within a character.
  const fits = words ?? subject.slice(0, SUBJECT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${fits.replace(/[\s,·:]+$/, '')}…`
}

/** Builds a mail from its parts, as HTML and as text. A long subject is cut at a word. */
export function compose(kind: MailKind, subject: string, parts: Part[]): Mail {
  return {
    kind,
    subject: cutAtWord(subject),
    text: `${parts.map((part) => part.text).join('\n\n')}\n`,
    html: parts.map((part) => part.html).join('\n'),
  }
}

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: TIME_ZONE })
const hour = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', hourCycle: 'h23', timeZone: TIME_ZONE })

/** '20 de noviembre de 2026 a las 12:04': with 'p. m.' a sentence would end in two full stops. */
export function whenInWords(at: Date): string {
  return `${day.format(at)} a las ${hour.format(at)}`
}
