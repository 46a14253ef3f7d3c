/** Every kind of mail, with its name in the panel. */
export const MAIL_KIND_LABEL = {
  order_placed: 'Confirmación del pedido',
  order_placed_shop: 'Aviso de pedido nuevo',
  orders_digest: 'Resumen de pedidos',
  orders_digest_shop: 'Aviso de muchos pedidos',
  order_noted: 'Pedido anotado',
  order_changed: 'Pedido cambiado',
  order_changed_own: 'Pedido cambiado por el cliente',
  order_cancelled_own: 'Pedido cancelado por el cliente',
  order_changed_shop: 'Aviso de pedido cambiado',
  order_cancelled_shop: 'Aviso de pedido cancelado',
  order_completed: 'Pedido completado',
  order_cancelled: 'Pedido cancelado',
  order_reopened: 'Pedido reabierto',
  order_prepared: 'Aviso de preparado',
  order_handed: 'Aviso de entrega',
  order_shipped: 'Aviso de despacho',
  order_paid: 'Aviso de pago recibido',
  order_refunded: 'Aviso de devolución',
  order_expiring: 'Aviso de vencimiento',
  order_expired: 'Reserva vencida',
  order_note: 'Nota del pedido',
  claim_received: 'Reclamo recibido',
  claim_received_shop: 'Aviso de reclamo nuevo',
  claim_status: 'Respuesta a un reclamo',
  regret_received: 'Arrepentimiento recibido',
  regret_received_shop: 'Aviso de arrepentimiento',
  regret_status: 'Respuesta a un arrepentimiento',
  access_code: 'Código para pedir acceso',
  access_waiting: 'Pedido de acceso en revisión',
  access_approved: 'Invitación',
  invitation: 'Invitación de la tienda',
  invitation_waiting: 'Invitación pendiente',
  access_rejected: 'Pedido de acceso rechazado',
  access_asked_shop: 'Aviso de pedido de acceso',
  access_flood_shop: 'Aviso de demasiados pedidos de acceso',
  low_stock_shop: 'Aviso de poco stock',
  backup_shop: 'Aviso de copia de seguridad',
  restocked: 'Hay stock de nuevo',
  account_exists: 'Ya hay una cuenta',
  account_welcome: 'Cuenta nueva',
  verification_code: 'Código de verificación',
  email_change_code: 'Código para cambiar el email',
  email_changed: 'Cambio de email',
  password_changed: 'Cambio de contraseña',
  recovery_link: 'Enlace para cambiar la contraseña',
  sign_in_link: 'Enlace para entrar',
  factor_added: 'Verificación en dos pasos activada',
  factor_removed: 'Verificación en dos pasos quitada',
  recovery_code_used: 'Código de recuperación usado',
  recovery_codes_renewed: 'Códigos de recuperación nuevos',
  passkey_added: 'Llave de acceso agregada',
  passkey_removed: 'Llave de acceso quitada',
  mail_test: 'Mail de prueba',
} as const

export type MailKind = keyof typeof MAIL_KIND_LABEL

/** Mails about an order to the shop's own address. */
export const ORDER_KINDS_TO_SHOP: readonly MailKind[] = [
  'order_placed_shop',
  'order_changed_shop',
  'order_cancelled_shop',
]

/** Mails with a secret that expires or works once are never resent: a later copy would not work. */
export const SECRET_KINDS: readonly MailKind[] = [
  'access_code',
  'access_approved',
  'invitation',
  'invitation_waiting',
  'verification_code',
  'email_change_code',
  'recovery_link',
  'sign_in_link',
]

export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Titles of the lists of mails by state. */
export const MAIL_STATE_TAB: Record<MailState, string> = {
  waiting: 'Sin enviar',
  sent: 'Enviados',
  failed: 'Fallidos',
}

export const CODES_STAY = 'Los códigos no se reenvían'
/** Most repeats of a mail in a day (Buenos Aires). */
export const RESENDS_A_DAY = 3
export const RESENT_OFTEN = `Ya se reenvió ${RESENDS_A_DAY} veces hoy`
export const NOT_FAILED = 'Ese email no falló, o ya está por salir'
export const OTHER_ADDRESS =
  'La cuenta ya tiene otra dirección de email. Usá Reenviar, que escribe a la de hoy.'
export const STILL_WAITING = 'Ese email todavía está por salir'
export const NOT_REPEATED = 'Ese email no se reenvía: avisaba de algo de ese momento'
/** Refusal: the mail is no longer true, or has no recipient. */
export const NOT_TRUE_ANY_MORE =
  'Lo que dice ese email ya no es así, o no tiene a quién llegar: no se reenvía'
export const NO_MAIL_SERVER = 'Sin servidor de correo: los emails quedan en archivos.'
