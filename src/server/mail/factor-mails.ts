import { button, paragraph } from './parts.ts'
import { compose, type Mail, NOT_MINE, whenInWords } from './templates.ts'

/** Mails about a new or removed sign-in method, so that owners notice changes by others. */
export function factorAddedMail(at: Date): Mail {
  return compose('factor_added', 'Activaste la verificación en dos pasos', [
    paragraph(
      `Para entrar a tu cuenta, desde el ${whenInWords(at)} hace falta también un código de tu app de verificación.`,
    ),
    paragraph(
      'Guardá los códigos de recuperación en un lugar seguro: son la forma de entrar sin el teléfono.',
    ),
    paragraph(NOT_MINE),
  ])
}

export function factorRemovedMail(at: Date): Mail {
  return compose('factor_removed', 'Se quitó la verificación en dos pasos', [
    paragraph(`Para entrar a tu cuenta, desde el ${whenInWords(at)} alcanza con la contraseña.`),
    paragraph(NOT_MINE),
  ])
}

export function recoveryCodeUsedMail(at: Date, left: number): Mail {
  return compose('recovery_code_used', 'Se usó un código de recuperación', [
    paragraph(`Alguien usó un código de recuperación de tu cuenta el ${whenInWords(at)}.`),
    paragraph(left === 1 ? 'Queda 1 sin usar.' : `Quedan ${left} sin usar.`),
    paragraph(NOT_MINE),
  ])
}

export function recoveryCodesRenewedMail(at: Date): Mail {
  return compose('recovery_codes_renewed', 'Códigos de recuperación nuevos', [
    paragraph(`Creaste códigos de recuperación el ${whenInWords(at)}. Los anteriores ya no sirven.`),
    paragraph(NOT_MINE),
  ])
}

export function passkeyAddedMail(at: Date): Mail {
  return compose('passkey_added', 'Agregaste una llave de acceso', [
    paragraph(
      `A tu cuenta, desde el ${whenInWords(at)}, se entra también con la huella o el bloqueo de un dispositivo.`,
    ),
    paragraph(NOT_MINE),
  ])
}

export function passkeyRemovedMail(at: Date, name: string): Mail {
  return compose('passkey_removed', 'Se quitó una llave de acceso', [
    paragraph(`La llave «${name}» ya no abre tu cuenta, desde el ${whenInWords(at)}.`),
    paragraph(NOT_MINE),
  ])
}

/** The link is not in the first sentences, which lock screens show. */
export function signInLinkMail(link: string): Mail {
  return compose('sign_in_link', 'Enlace para entrar', [
    paragraph('Alguien pidió entrar a tu cuenta con un enlace. Si fuiste vos, entrá con este botón:'),
    button('Entrar a la cuenta', link),
    paragraph(
      'Vale durante 15 minutos y sirve una sola vez. No lo reenvíes: quien lo abre entra a tu cuenta.',
    ),
    paragraph('Si no lo pediste, no hace falta que hagas nada.'),
  ])
}
