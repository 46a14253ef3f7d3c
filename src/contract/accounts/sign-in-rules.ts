/** Texts of sign-in links and passkeys, for the screens and the server. */
export const SIGN_IN_LINK = 'Recibir un enlace para entrar'
export const SIGN_IN_LINKS_OFF = 'La tienda no envía enlaces para entrar.'
export const PASSKEYS_OFF = 'La tienda no usa llaves de acceso.'
export const PASSKEY_WRONG = 'No se pudo comprobar la llave. Probá de nuevo o usá la contraseña.'
export const PASSKEYS = 10
export const PASSKEY_NAME = 'El nombre de la llave'
export const PASSKEY_NAME_LENGTH = 40
