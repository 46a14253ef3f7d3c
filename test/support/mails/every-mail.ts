import type { MailKind } from '../../../src/contract/messages/mail-kinds.ts'
import type { AdminOrder } from '../../../src/contract/orders/orders.ts'
import type { ClaimRow, RegretRow } from '../../../src/server/db/tables.ts'
import * as access from '../../../src/server/mail/access-mails.ts'
import { backupMail } from '../../../src/server/mail/backup-mail.ts'
import * as factor from '../../../src/server/mail/factor-mails.ts'
import * as order from '../../../src/server/mail/order-templates.ts'
import { lowStockMail, restockedMail } from '../../../src/server/mail/stock-mails.ts'
import type { Mail, Origin } from '../../../src/server/mail/templates.ts'
import * as mails from '../../../src/server/mail/templates.ts'

/** Two products with pictures, paid in part. */
const line: AdminOrder['order_products'][number] = {
  id: 1,
  product: 1,
  blister: 1,
  product_id: 1,
  blister_id: 1,
  quantity: 2,
  price_at_time: 16_560,
  product_name: 'Puna Violeta',
  product_image: '/media/product/puna-violeta/1000.webp',
  product_brand: 'Surbrote',
  blister_info: { seed_count: 5 },
  product_details: { id: 1, name: 'Puna Violeta' },
  product_type: 'fem',
}
const AT = new Date('2026-11-20T15:04:00Z')

export const SAMPLE_ORDER: AdminOrder = {
  id: 1248,
  status: 'pending',
  status_display: 'Pendiente',
  is_archived: false,
  created_at: AT.toISOString(),
  updated_at: AT.toISOString(),
  total: 51_120,
  customer: { id: 3, username: 'ana', first_name: 'Ana', last_name: 'Suárez' },
  customer_id: 3,
  customer_phone: '1123456789',
  customer_email: 'ana.suarez@correo.example',
  recipient_name: 'Ana Suárez',
  shipping_address: 'Av. Belgrano 1234, 3.º B, 4400 Salta (portón verde)',
  delivery_type: 'address',
  delivery_type_display: 'Envío a domicilio',
  order_products: [
    line,
    {
      ...line,
      id: 2,
      quantity: 1,
      price_at_time: 18_000,
      product_name: 'Gorra',
      product_type: 'merch',
      product_image: '/media/product/gorra/1000.webp',
    },
  ],
  products: [],
  version: 1,
  payment_state: 'partial',
  payment_state_display: 'Pago parcial',
  paid_total: 20_000,
  balance: 31_120,
  delivery_state: 'handed',
  delivery_state_display: 'Despachado',
  carrier: 'Correo Argentino',
  tracking: 'AB 123 456 789 AR',
  tracking_url: 'https://www.correoargentino.com.ar/formularios/e-commerce?id=1',
  expires_at: null,
  claim_id: null,
  visible_notes: [],
  from_lots: [
    { code: 'PV-24B', is_public: true },
    { code: 'PV-25A', is_public: true },
  ],
  channel: 'web',
  channel_display: 'Tienda',
  created_by: null,
  agreed_method: null,
  agreed_method_display: '',
  agreed_due: null,
  prepared_at: AT.toISOString(),
  changed_after_prepared: false,
  handed_at: AT.toISOString(),
  handed_how: 'shipped',
  payments: [],
  notes_count: 0,
  can_mail: true,
  lots: [],
  next_action: 'collect',
}

const payment: AdminOrder['payments'][number] = {
  id: 1,
  kind: 'payment',
  kind_display: 'Pago',
  amount: 20_000,
  method: 'transfer',
  method_display: 'Transferencia',
  paid_on: '2026-11-20',
  reference: '',
  user: 'admin',
  created_at: AT.toISOString(),
  voided_at: null,
  void_reason: '',
}

const low = { type: 'fem', image: '/media/product/puna-violeta/1000.webp' } as const

const WRITTEN = 'Llegó todo bien, pero una de las cinco no abrió.\nLa dejé seis días en papel húmedo.'

const claim = {
  id: 31,
  user_id: 3,
  name: 'Ana Suárez',
  email: 'ana.suarez@correo.example',
  order_id: 1248,
  order_number: '',
  product_name: 'Puna Violeta',
  description: WRITTEN,
  status: 'approved',
  admin_response: 'Gracias por las fotos: se ve clarito. Te la reponemos.',
  resolution_details: 'Va una X1 en tu próximo pedido.',
} satisfies Partial<ClaimRow>

const regret = {
  code: 'ARR-7K3M9QX2',
  name: 'Ana Suárez',
  email: 'ana.suarez@correo.example',
  phone: '1123456789',
  order_number: '1248',
  reason: 'Compré dos veces lo mismo.',
  status: 'accepted',
  answer: 'Ya cancelamos el pedido. No hay nada que devolver.',
} satisfies Partial<RegretRow>

const asked = {
  first_name: 'Ana',
  last_name: 'Suárez',
  email: 'ana.suarez@correo.example',
  phone: '1123456789',
  message: 'Me recomendó la tienda un amigo de Salta.',
}

const TOKEN = 'k3J9'.repeat(11)

/** A sample of every mail of the shop. A kind without a sample does not compile. */
export const EVERY_MAIL: Record<MailKind, (origin: Origin) => Mail> = {
  order_placed: (origin) => order.orderMailToCustomer(origin, SAMPLE_ORDER),
  orders_digest: order.orderDigestMail,
  orders_digest_shop: (origin) => order.orderDigestMailToShop(origin, { id: 3, username: 'ana' }),
  order_placed_shop: (origin) => order.orderMailToShop(origin, SAMPLE_ORDER),
  order_noted: (origin) => order.orderNotedMail(origin, SAMPLE_ORDER),
  order_expiring: (origin) =>
    order.orderExpiringMail(origin, { ...SAMPLE_ORDER, expires_at: AT.toISOString() }),
  order_expired: (origin) => order.orderExpiredMail(origin, SAMPLE_ORDER),
  order_changed: (origin) => order.orderChangedMail(origin, SAMPLE_ORDER, 'changed'),
  order_changed_own: (origin) => order.orderChangedMail(origin, SAMPLE_ORDER, 'changed own'),
  order_cancelled_own: (origin) =>
    order.orderChangedMail(origin, { ...SAMPLE_ORDER, status: 'cancelled' }, 'cancelled own'),
  order_changed_shop: (origin) => order.orderNewsToShop(origin, SAMPLE_ORDER, 'order_changed_shop'),
  order_cancelled_shop: (origin) => order.orderNewsToShop(origin, SAMPLE_ORDER, 'order_cancelled_shop'),
  order_completed: (origin) => order.orderChangedMail(origin, SAMPLE_ORDER, 'completed'),
  order_cancelled: (origin) => order.orderChangedMail(origin, SAMPLE_ORDER, 'cancelled'),
  order_reopened: (origin) => order.orderChangedMail(origin, SAMPLE_ORDER, 'pending'),
  order_prepared: (origin) =>
    order.orderDeliveryMail(origin, { ...SAMPLE_ORDER, handed_how: null, carrier: '', tracking: '' }),
  order_handed: (origin) =>
    order.orderDeliveryMail(origin, { ...SAMPLE_ORDER, handed_how: 'in_person', carrier: '', tracking: '' }),
  order_shipped: (origin) => order.orderDeliveryMail(origin, SAMPLE_ORDER),
  order_paid: (origin) => order.orderMoneyMail(origin, SAMPLE_ORDER, payment),
  order_refunded: (origin) =>
    order.orderMoneyMail(origin, { ...SAMPLE_ORDER, balance: -500 }, { ...payment, kind: 'refund' }),
  order_note: (origin) =>
    order.orderNoteMail(origin, SAMPLE_ORDER, 'Sale el lunes.\nTe paso el seguimiento.'),
  restocked: (origin) =>
    restockedMail(origin, {
      product_id: 3,
      blister_id: 7,
      name: 'Una genética de nombre muy largo, que la casa cruzó en la puna en invierno',
      type: 'fem',
      seed_count: 5,
      image: '/media/product/puna-violeta/1000.webp',
    }),
  low_stock_shop: (origin) =>
    lowStockMail(
      origin,
      [
        { ...low, name: 'Puna Violeta', seed_count: 5, stock: 2 },
        { ...low, name: 'Una genética de nombre muy largo, como las hay', seed_count: 10, stock: 0 },
        { ...low, name: 'Gorra', type: 'merch', seed_count: 0, stock: 1 },
      ],
      3,
    ),
  backup_shop: () => backupMail({ kind: 'old', at: new Date('2026-11-20T15:04:00Z') }),
  claim_received: (origin) => mails.claimReceivedMail(origin, claim, '48-72 horas hábiles'),
  claim_received_shop: (origin) => mails.claimMailToShop(origin, claim),
  claim_status: (origin) => mails.claimStatusMail(origin, claim),
  regret_received: () => mails.regretReceivedMail(regret.code),
  regret_received_shop: (origin) => mails.regretMailToShop(origin, regret),
  regret_status: () => mails.regretStatusMail(regret),
  access_code: () => access.accessCodeMail('482913'),
  access_waiting: (origin) => access.accessWaitingMail(`${origin}/invitacion#p=12.${TOKEN}`),
  access_approved: (origin) =>
    access.accessApprovedMail(`${origin}/invitacion#t=${TOKEN}`, 'Te esperábamos.'),
  invitation: (origin) => access.invitationMail(`${origin}/invitacion#t=${TOKEN}`),
  invitation_waiting: (origin) => access.invitationWaitingMail(`${origin}/invitacion#t=abc`),
  access_rejected: () => access.accessRejectedMail('Probá de nuevo en marzo.'),
  access_asked_shop: (origin) => access.accessMailToShop(origin, asked),
  access_flood_shop: (origin) => access.tooManyRequestsMail(origin, 200),
  account_exists: (origin) => access.accountExistsMail(origin),
  account_welcome: (origin) => mails.welcomeMail(origin, { username: 'ana.suarez', isVerified: false }),
  verification_code: () => mails.verificationMail('482913'),
  email_change_code: () => mails.emailChangeMail('482913'),
  email_changed: () => mails.emailChangedMail(AT),
  password_changed: () => mails.passwordChangedMail(AT),
  recovery_link: (origin) => mails.recoveryMail(`${origin}/recuperar#t=${TOKEN}`),
  sign_in_link: (origin) => factor.signInLinkMail(`${origin}/entrar#t=${TOKEN}`),
  factor_added: () => factor.factorAddedMail(AT),
  factor_removed: () => factor.factorRemovedMail(AT),
  recovery_code_used: () => factor.recoveryCodeUsedMail(AT, 3),
  recovery_codes_renewed: () => factor.recoveryCodesRenewedMail(AT),
  passkey_added: () => factor.passkeyAddedMail(AT),
  passkey_removed: () => factor.passkeyRemovedMail(AT, 'Teléfono de Ana'),
  mail_test: (origin) => mails.testMail(origin),
}
