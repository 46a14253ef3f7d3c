import { describe, expect, it } from 'vitest'
import { formatPesos } from '../../contract/money.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { orderMailToCustomer, orderMailToShop } from './order-templates.ts'
import { claimReceivedMail, claimStatusMail, emailChangedMail, verificationMail } from './templates.ts'

const origin = 'https://surbrote.example'

const line: Order['products'][number] = {
  id: 1,
  product: 1,
  blister: 1,
  product_id: 1,
  blister_id: 1,
  quantity: 2,
  price_at_time: 16560,
  product_name: 'Puna <Violeta> & "Co"',
  product_image: null,
  product_brand: null,
  blister_info: { seed_count: 3 },
  product_details: { id: 1, name: 'Puna' },
  product_type: 'fem',
}

const order: Order = {
  id: 7,
  status: 'pending',
  status_display: 'Pendiente',
  is_archived: false,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  total: 33120,
  customer: { id: 3, username: 'ana', first_name: 'Ana', last_name: 'Suárez' },
  customer_id: 3,
  customer_phone: '1123456789',
  customer_email: 'ana@correo.example',
  recipient_name: '<script>alert(1)</script>',
  shipping_address: 'Coordinar entrega',
  delivery_type: 'coordinate',
  delivery_type_display: 'Acordar entrega',
  order_products: [line],
  products: [line],
  version: 1,
  payment_state: 'none',
  payment_state_display: 'Sin pago',
  paid_total: 0,
  balance: 33120,
  delivery_state: 'pending',
  delivery_state_display: 'Sin preparar',
  carrier: '',
  tracking: '',
  tracking_url: '',
  expires_at: null,
  claim_id: null,
  visible_notes: [],
  from_lots: [],
}

describe('the mails of an order', () => {
  it('name the order as #id and list its lines', () => {
    for (const mail of [orderMailToCustomer(origin, order), orderMailToShop(origin, order)]) {
      expect(mail.subject).toContain('#7')
      expect(mail.text).toContain(
        `Puna <Violeta> & "Co": 2 × X3 SEMILLAS, ${formatPesos(16560)} por sobre: ${formatPesos(33120)}`,
      )
      expect(mail.text).toContain(`Total: ${formatPesos(33120)}`)
    }
  })

  it('escape input', () => {
    for (const { html } of [orderMailToCustomer(origin, order), orderMailToShop(origin, order)]) {
      expect(html).not.toContain('<script')
      expect(html).toContain('Puna &lt;Violeta&gt; &amp; &quot;Co&quot;')
    }
  })

  it('show the pictures of the products as JPEG', () => {
    const pictured = { ...line, product_image: '/media/product/puna/1000.webp' }
    const { html } = orderMailToCustomer(origin, { ...order, order_products: [pictured] })
    expect(html).toContain('src="https://surbrote.example/media/product/puna/112.jpg"')
    expect(orderMailToCustomer(origin, order).html).not.toContain('<img')
  })

  it('do not mention seeds for merchandise', () => {
    const merch = { ...order, order_products: [{ ...line, product_type: 'merch' }] }
    expect(orderMailToCustomer(origin, merch).text).not.toMatch(/semillas/i)
  })
})

describe('verificationMail', () => {
  it('has the code in its text and not in its subject', () => {
    const mail = verificationMail('123456')
    expect(mail.text).toContain('123456')
    expect(mail.subject).not.toContain('123456')
  })
})

describe('emailChangedMail', () => {
  it('gives the time in Buenos Aires', () => {
    expect(emailChangedMail(new Date('2026-11-21T01:30:00Z')).text).toContain(
      '20 de noviembre de 2026 a las 22:30. Desde',
    )
  })
})

describe('the mails of a claim', () => {
  const claim = { id: 4, user_id: 3, name: 'Ana', product_name: 'Puna' }

  it('promise an answer within 48-72 business hours', () => {
    expect(claimReceivedMail(origin, claim, '48-72 horas hábiles').text).toContain('en 48-72 horas hábiles.')
    expect(claimReceivedMail(origin, claim, '').text).toContain('Lo revisamos y respondemos.')
  })

  it('link to the claim for readers with an account', () => {
    expect(claimReceivedMail(origin, claim, '').text).toContain(`${origin}/mi-cuenta?section=warranty`)
    expect(claimReceivedMail(origin, { ...claim, user_id: null }, '').html).not.toContain('href')
  })

  it('include the resolution only when the status shows it', () => {
    const facts = {
      ...claim,
      admin_response: 'Gracias por las fotos',
      resolution_details: 'Enviamos otro blister',
    }
    expect(claimStatusMail(origin, { ...facts, status: 'reviewing' }).text).not.toContain('otro blister')
    const approved = claimStatusMail(origin, { ...facts, status: 'approved' })
    expect(approved.text).toContain('otro blister')
    expect(approved.subject).toContain('Aprobada')
  })
})
