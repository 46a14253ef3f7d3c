/** Texts of sign-in links and passkeys, for the screens and the server. */
export const SIGN_IN_LINK = 'Recibir un enlace para entrar'
export const SIGN_IN_LINKS_OFF = 'La tienda no envía enlaces para entrar.'
