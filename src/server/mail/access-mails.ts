import {
  ACCESS_APPROVED,
  ACCESS_REJECTED,
  CREATE_ACCOUNT,
  YOUR_REQUEST,
  INVITATION_DAYS,
} from '../../contract/accounts/access-rules.ts'
import type { AccessRequestRow } from '../db/tables.ts'
import { button, code, facts, paragraph, quote } from './parts.ts'
import { compose, type Mail, type Origin } from './templates.ts'

/**
 * To a typed address, so it repeats nothing of the request. `latePage` is where a code is typed that had to wait, as its page
 * is closed by then.
 */
export function accessCodeMail(digits: string, latePage?: string): Mail {
  const lives = latePage === undefined ? '10 minutos' : '24 horas'
  return compose('access_code', 'Código para pedir acceso', [
    paragraph('Con este código confirmás tu email y tu pedido de acceso llega a la tienda:'),
    code(digits),
    ...(latePage === undefined ? [] : [button('Escribir el código', latePage)]),
    paragraph(`Vale durante ${lives} y sirve una sola vez. Nadie de la tienda te lo va a pedir.`),
    paragraph('Si no lo pediste, no hace falta que hagas nada.'),
  ])
}

/** To an address that has an account already. */
export function accountExistsMail(origin: Origin, note = ''): Mail {
  return compose('account_exists', 'Ya hay una cuenta con este email', [
    paragraph('Alguien pidió acceso a la tienda con este email, que ya tiene una cuenta.'),
    ...(note ? [quote('Nota de la tienda', note)] : []),
    paragraph('Si fuiste vos, podés entrar, o elegir una contraseña nueva desde «Olvidé la contraseña».'),
    button('Entrar con mi cuenta', `${origin}/login`),
    paragraph('Si no fuiste vos, no hace falta que hagas nada.'),
  ])
}

/** To an address whose request waits: once it is confirmed, and whenever it is asked for again. */
export function accessWaitingMail(page: string): Mail {
  return compose('access_waiting', 'Tu pedido de acceso está en revisión', [
    paragraph('Ya tenemos tu pedido de acceso, no hace falta mandarlo otra vez. Te respondemos por email.'),
    button('Ver cómo va', page),
    paragraph('Si no lo pediste, no hace falta que hagas nada.'),
  ])
}

const VALID = `El enlace vale ${INVITATION_DAYS} días y sirve una sola vez. Es solo para vos.`

/** The link is not in the first sentences, which lock screens show. */
export function accessApprovedMail(link: string, note: string): Mail {
  return compose('access_approved', ACCESS_APPROVED, [
    paragraph('¡Te damos la bienvenida! Ya podés crear tu cuenta: elegís usuario y contraseña, y listo.'),
    ...(note ? [quote('Nota de la tienda', note)] : []),
    button(CREATE_ACCOUNT, link),
    paragraph(VALID),
    paragraph('Si no pediste acceso, no hace falta que hagas nada.'),
  ])
}

/** To an address that the shop invites, which asked for nothing. The link is not in the first sentences. */
export function invitationMail(link: string): Mail {
  return compose('invitation', 'Tenés una invitación', [
    paragraph(
      'Te invitamos a la tienda. Para ver los precios y pedir creás tu cuenta: usuario y contraseña.',
    ),
    button(CREATE_ACCOUNT, link),
    paragraph(VALID),
    paragraph('Si no la esperabas, no hace falta que hagas nada.'),
  ])
}

/** To an address that was invited and has no account yet. The link is not in the first sentences. */
export function invitationWaitingMail(link: string): Mail {
  return compose('invitation_waiting', 'Tenés una invitación pendiente', [
    paragraph(
      'Con este email todavía no hay una cuenta, pero ya podés crearla: elegís usuario y contraseña.',
    ),
    button(CREATE_ACCOUNT, link),
    paragraph(
      `El enlace reemplaza al anterior, vale ${INVITATION_DAYS} días y sirve una sola vez. Es solo para vos.`,
    ),
    paragraph('Si no lo pediste, no hace falta que hagas nada.'),
  ])
}

export function accessRejectedMail(note: string): Mail {
  return compose('access_rejected', YOUR_REQUEST, [
    paragraph(ACCESS_REJECTED),
    ...(note ? [quote('Nota de la tienda', note)] : []),
  ])
}

/** To the shop, with everything that was typed. */
export function accessMailToShop(
  origin: Origin,
  {
    first_name,
    last_name,
    email,
    phone,
    message,
  }: Pick<AccessRequestRow, 'first_name' | 'last_name' | 'email' | 'phone' | 'message'>,
): Mail {
  const typed: [string, string][] = [
    ['Nombre', `${first_name} ${last_name}`],
    ['Email', email],
    ['Teléfono', phone],
  ]
  return compose('access_asked_shop', 'Pedido de acceso nuevo', [
    facts(typed.filter(([, value]) => value !== '')),
    ...(message ? [quote('Mensaje', message)] : []),
    button('Ver las solicitudes', `${origin}/admin/solicitudes`),
  ])
}

export function tooManyRequestsMail(origin: Origin, most: number): Mail {
  return compose('access_flood_shop', 'Demasiados pedidos de acceso', [
    paragraph(
      `Hoy llegaron más de ${most} pedidos de acceso con el email confirmado: puede ser un programa. Los demás esperan en la lista, también si la tienda está abierta a cualquiera.`,
    ),
    button('Ver las solicitudes', `${origin}/admin/solicitudes`),
  ])
}
