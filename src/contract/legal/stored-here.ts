import { OFFLINE_CACHE, OFFLINE_WORKER } from '../offline.ts'

/**
 * Everything that the shop stores in the browser, for `/legales/cookies`. A journey fails if it finds anything else.
 */
export interface Stored {
  name: string
  where: 'cookie' | 'navegador' | 'pestaña' | 'caché' | 'programa'
  purpose: string
  /** How long it stays. */
  lasts: string
}

const UNTIL_REMOVED = 'hasta que se borre'
const UNTIL_SIGNED_OUT = 'hasta cerrar la sesión'
const UNTIL_CLOSED = 'hasta cerrar la pestaña'

export const STORED_HERE: Stored[] = [
  { name: 'cart', where: 'cookie', purpose: 'Los productos del carrito y sus cantidades', lasts: '7 días' },
  { name: 'ageVerified', where: 'cookie', purpose: 'Que se confirmó la mayoría de edad', lasts: '1 año' },
  {
    name: 'browserKey',
    where: 'cookie',
    purpose: 'Que la sesión se renueve solo en este navegador',
    lasts: '30 días, o hasta cerrar la sesión',
  },
  {
    name: 'ageVerified',
    where: 'navegador',
    purpose: 'Que se confirmó la mayoría de edad',
    lasts: UNTIL_REMOVED,
  },
  { name: 'accessToken', where: 'navegador', purpose: 'La sesión', lasts: UNTIL_SIGNED_OUT },
  { name: 'refreshToken', where: 'navegador', purpose: 'Renovar la sesión', lasts: UNTIL_SIGNED_OUT },
  { name: 'renewAccessAt', where: 'navegador', purpose: 'Cuándo renovar la sesión', lasts: UNTIL_SIGNED_OUT },
  { name: 'isAdmin', where: 'navegador', purpose: 'Qué menús se muestran', lasts: UNTIL_SIGNED_OUT },
  { name: 'userId', where: 'navegador', purpose: 'De quién es la sesión', lasts: UNTIL_SIGNED_OUT },
  {
    name: 'username',
    where: 'navegador',
    purpose: 'El nombre de usuario de la sesión',
    lasts: UNTIL_SIGNED_OUT,
  },
  { name: 'cacheVersion', where: 'navegador', purpose: 'La versión de lo guardado', lasts: UNTIL_REMOVED },
  {
    name: 'products',
    where: 'navegador',
    purpose: 'La última lista, por si falta la conexión',
    lasts: UNTIL_SIGNED_OUT,
  },
  {
    name: 'orders',
    where: 'navegador',
    purpose: 'Los últimos pedidos, por si falta la conexión',
    lasts: UNTIL_SIGNED_OUT,
  },
  { name: 'permissions', where: 'navegador', purpose: 'Los permisos de la cuenta', lasts: UNTIL_SIGNED_OUT },
  {
    name: 'shownPrices',
    where: 'navegador',
    purpose: 'Los precios vistos, para avisar si cambian',
    lasts: UNTIL_SIGNED_OUT,
  },
  {
    name: 'deviceToken',
    where: 'navegador',
    purpose: 'Reconocer este navegador al iniciar sesión',
    lasts: UNTIL_REMOVED,
  },
  {
    name: 'wantedProduct',
    where: 'navegador',
    purpose: 'El producto elegido antes de pedir acceso o un enlace',
    lasts: 'hasta entrar a la cuenta, 40 días como mucho',
  },
  { name: 'lastViewed', where: 'navegador', purpose: 'Los productos vistos hace poco', lasts: UNTIL_REMOVED },
  {
    name: 'favorites',
    where: 'navegador',
    purpose: 'Los favoritos guardados sin cuenta',
    lasts: UNTIL_REMOVED,
  },
  {
    name: 'compare',
    where: 'pestaña',
    purpose: 'Los productos elegidos para comparar',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'germinationChecklist',
    where: 'navegador',
    purpose: 'Los pasos tildados de la guía',
    lasts: UNTIL_REMOVED,
  },
  {
    name: 'adminProductsView',
    where: 'navegador',
    purpose: 'Cómo se ven los productos en el panel',
    lasts: UNTIL_REMOVED,
  },
  {
    name: 'adminShortcuts',
    where: 'navegador',
    purpose: 'Los atajos de teclado del panel',
    lasts: UNTIL_REMOVED,
  },
  {
    name: 'accountClosed',
    where: 'navegador',
    purpose: 'Avisar a las otras pestañas que la cuenta se cerró',
    lasts: 'un instante',
  },
  { name: 'loaderSeen', where: 'pestaña', purpose: 'Que la presentación ya se vio', lasts: UNTIL_CLOSED },
  {
    name: 'react-router-scroll-positions',
    where: 'pestaña',
    purpose: 'Hasta dónde se bajó en cada página, para volver ahí',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'guideNoticeSeen',
    where: 'pestaña',
    purpose: 'Que el aviso de garantía ya se vio',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'cartIntent',
    where: 'pestaña',
    purpose: 'El producto elegido antes de iniciar sesión',
    lasts: UNTIL_CLOSED,
  },
  { name: 'recipientDraft', where: 'pestaña', purpose: 'Lo escrito para un pedido', lasts: UNTIL_CLOSED },
  {
    name: 'orderAttempt',
    where: 'pestaña',
    purpose: 'Que un pedido no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  { name: 'claimDraft', where: 'pestaña', purpose: 'Lo escrito en un reclamo', lasts: UNTIL_CLOSED },
  { name: 'claimPhotos', where: 'pestaña', purpose: 'Las fotos subidas de un reclamo', lasts: UNTIL_CLOSED },
  {
    name: 'claimAttempt',
    where: 'pestaña',
    purpose: 'Que un reclamo no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'accessDraft',
    where: 'pestaña',
    purpose: 'Lo escrito en un pedido de acceso',
    lasts: UNTIL_CLOSED,
  },
  { name: 'regretDraft', where: 'pestaña', purpose: 'Lo escrito en un arrepentimiento', lasts: UNTIL_CLOSED },
  {
    name: 'regretAttempt',
    where: 'pestaña',
    purpose: 'Que un arrepentimiento no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'newOrder',
    where: 'pestaña',
    purpose: 'Lo escrito en el panel para un pedido nuevo',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'newOrderAttempt',
    where: 'pestaña',
    purpose: 'Que un pedido anotado en el panel no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'replacementAttempt',
    where: 'pestaña',
    purpose: 'Que una reposición no se cree dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'paymentAttempt',
    where: 'pestaña',
    purpose: 'Que un pago anotado en el panel no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'deliveryAttempt',
    where: 'pestaña',
    purpose: 'Que una entrega anotada en el panel no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'noteAttempt',
    where: 'pestaña',
    purpose: 'Que una nota del panel no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'priceAttempt',
    where: 'pestaña',
    purpose: 'Que un cambio de precios del panel no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'pricesSent',
    where: 'pestaña',
    purpose: 'Que ese cambio de precios se reconozca al repetirlo',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'undoAttempt',
    where: 'pestaña',
    purpose: 'Que un cambio de precios no se deshaga dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'cellsAttempt',
    where: 'pestaña',
    purpose: 'Que los números de la planilla del panel no se guarden dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'countAttempt',
    where: 'pestaña',
    purpose: 'Que un recuento del panel no se aplique dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'productAttempt',
    where: 'pestaña',
    purpose: 'Que un producto del panel no se cree dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'brandAttempt',
    where: 'pestaña',
    purpose: 'Que una marca del panel no se cree dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'bannerAttempt',
    where: 'pestaña',
    purpose: 'Que un banner del panel no se cree dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'sheetAttempt',
    where: 'pestaña',
    purpose: 'Que una planilla de productos no se guarde dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'lotAttempt',
    where: 'pestaña',
    purpose: 'Que un lote del panel no se cree dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'lotUnitsAttempt',
    where: 'pestaña',
    purpose: 'Que las unidades de un lote no se anoten dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'lotTestAttempt',
    where: 'pestaña',
    purpose: 'Que una prueba de germinación no se anote dos veces',
    lasts: UNTIL_CLOSED,
  },
  { name: 'loginMessage', where: 'pestaña', purpose: 'Por qué se cerró la sesión', lasts: UNTIL_CLOSED },
  {
    name: 'toasts',
    where: 'pestaña',
    purpose: 'El aviso que se está mostrando al pasar de la tienda al panel o volver',
    lasts: 'hasta la pantalla siguiente',
  },
  {
    name: 'invitationAttempt',
    where: 'pestaña',
    purpose: 'Que una invitación del panel no se cree dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'stockAttempt',
    where: 'pestaña',
    purpose: 'Que un ajuste de stock del panel no se envíe dos veces',
    lasts: UNTIL_CLOSED,
  },
  {
    name: 'resendAttempt',
    where: 'pestaña',
    purpose: 'Que un email reenviado desde el panel no salga dos veces',
    lasts: UNTIL_CLOSED,
  },
  { name: 'emailCheck', where: 'pestaña', purpose: 'El email que falta verificar', lasts: UNTIL_CLOSED },
  {
    name: 'emailChange',
    where: 'pestaña',
    purpose: 'El email nuevo que falta confirmar',
    lasts: UNTIL_CLOSED,
  },
  {
    name: OFFLINE_CACHE,
    where: 'caché',
    purpose: 'La página de la tienda que se ve sin conexión, con el catálogo sin precios',
    lasts: UNTIL_REMOVED,
  },
  {
    name: OFFLINE_WORKER,
    where: 'programa',
    purpose: 'Mostrar esa página cuando otra no se puede abrir',
    lasts: UNTIL_REMOVED,
  },
]
