import type { HandedHow, PaymentMethod } from '../src/contract/orders/order-desk.ts'

/** The people of the demo shop, their orders and their claims. Invented, and the same each time. */

interface DemoPerson {
  username: string
  email: string
  first_name: string
  last_name: string
  phone: string
  instagram: string | null
  is_admin: boolean
  email_verified: boolean
  /** Days before today. */
  joined: number
}

export const people: DemoPerson[] = [
  person('admin', 'Renata', 'Ledesma', { is_admin: true, joined: 400 }),
  person('cliente', 'Ana', 'Suárez', { phone: '1123456789', joined: 120 }),
  person('nueva', 'Luz', 'Ferreyra', { email_verified: false, joined: 1 }),
  person('bruno_paz', 'Bruno', 'Paz', { phone: '3514567890', instagram: 'brunopaz.cultiva', joined: 210 }),
  person('caro_ibarra', 'Carolina', 'Ibarra', { phone: '2614445566', joined: 95 }),
  person('tomas_quiroga', 'Tomás', 'Quiroga', { phone: '3415556677', instagram: 'tomiquiroga', joined: 60 }),
  person('mica_sosa', 'Micaela', 'Sosa', { phone: '2994567123', joined: 33 }),
]

function person(
  username: string,
  first_name: string,
  last_name: string,
  rest: Partial<Omit<DemoPerson, 'username' | 'first_name' | 'last_name'>> & { joined: number },
): DemoPerson {
  return {
    username,
    first_name,
    last_name,
    email: `${username.replace('_', '.')}@surbrote.example`,
    phone: '',
    instagram: null,
    is_admin: false,
    email_verified: true,
    ...rest,
  }
}

export interface DemoOrder {
  by: string
  /** Days before today. */
  ago: number
  recipient: string
  phone: string
  /** `kind`: seeds, or a size. */
  lines: { slug: string; kind: number | string; quantity: number }[]
  /** Later changes of its status, in order. */
  steps: { status: 'completed' | 'cancelled'; after: number; by: 'admin' | 'customer' }[]
  /** Records about it, before those changes, in order. */
  marks?: DemoMark[]
}

/** A record about an order, `after` days from it; `share` is the fraction of the total. */
export type DemoMark = { after: number } & (
  | { do: 'pay'; share: number; method: PaymentMethod; reference?: string }
  | { do: 'agree'; method: PaymentMethod; due: number }
  | { do: 'prepare' }
  | { do: 'hand'; how: HandedHow; carrier?: string; tracking?: string }
  | { do: 'note'; text: string; visible: boolean }
  | { do: 'contact' }
)

/** An order entered by the shop, for a guest. */
export interface DemoManualOrder {
  ago: number
  name: string
  phone: string
  channel: 'phone' | 'fair'
  lines: DemoOrder['lines']
  /** Paid in cash and taken away at once. */
  isDone: boolean
  note: string
}

const line = (slug: string, kind: number | string, quantity = 1) => ({ slug, kind, quantity })
const done = (after: number) => [{ status: 'completed' as const, after, by: 'admin' as const }]
const dropped = (after: number, by: 'admin' | 'customer') => [{ status: 'cancelled' as const, after, by }]

export const orders: DemoOrder[] = [
  {
    by: 'cliente',
    ago: 74,
    recipient: 'Ana Suárez',
    phone: '1123456789',
    lines: [line('puna-violeta', 3)],
    steps: done(4),
    marks: [
      { do: 'pay', after: 1, share: 1, method: 'transfer', reference: 'Op. 48210' },
      { do: 'hand', after: 3, how: 'shipped', carrier: 'Correo Argentino', tracking: 'CP 452188304 AR' },
    ],
  },
  {
    by: 'bruno_paz',
    ago: 61,
    recipient: 'Bruno Paz',
    phone: '3514567890',
    lines: [line('siesta-litoral', 5), line('remera-surbrote', 'M')],
    steps: done(3),
    marks: [
      { do: 'pay', after: 2, share: 1, method: 'cash' },
      { do: 'hand', after: 2, how: 'in_person' },
    ],
  },
  {
    by: 'caro_ibarra',
    ago: 48,
    recipient: 'Carolina Ibarra',
    phone: '2614445566',
    lines: [line('arrope', 3, 2)],
    steps: dropped(1, 'customer'),
    marks: [{ do: 'pay', after: 0.5, share: 0.5, method: 'wallet', reference: 'Seña' }],
  },
  {
    by: 'tomas_quiroga',
    ago: 36,
    recipient: 'Tomás Quiroga',
    phone: '3415556677',
    lines: [line('vidala-lima', 3), line('camalote-auto', 3)],
    steps: done(5),
  },
  {
    by: 'cliente',
    ago: 21,
    recipient: 'Ana Suárez',
    phone: '1123456789',
    lines: [line('siesta-litoral', 3), line('vidala-lima', 3)],
    steps: done(2),
  },
  {
    by: 'mica_sosa',
    ago: 15,
    recipient: 'Micaela Sosa',
    phone: '2994567123',
    lines: [line('ceniza-de-domuyo', 3)],
    steps: done(4),
    marks: [
      { do: 'pay', after: 1, share: 0.5, method: 'transfer', reference: 'Seña' },
      { do: 'hand', after: 4, how: 'in_person' },
      { do: 'note', after: 4, text: 'Paga el resto a fin de mes.', visible: false },
    ],
  },
  {
    by: 'cliente',
    ago: 9,
    recipient: 'Ana Suárez',
    phone: '1123456789',
    lines: [line('taza-de-ceramica', 1, 2)],
    steps: dropped(1, 'admin'),
  },
  {
    by: 'bruno_paz',
    ago: 3,
    recipient: 'Bruno Paz',
    phone: '3514567890',
    lines: [line('puna-violeta', 5), line('gorra-seis-gajos', 1)],
    steps: [],
    marks: [
      { do: 'contact', after: 0.2 },
      { do: 'pay', after: 1, share: 1, method: 'transfer', reference: 'Op. 51377' },
      { do: 'prepare', after: 2 },
      { do: 'note', after: 2, text: 'Tu pedido está listo: pasá cuando quieras.', visible: true },
    ],
  },
  {
    by: 'caro_ibarra',
    ago: 2,
    recipient: 'Elsa Ibarra',
    phone: '2614445577',
    lines: [line('ruta-40-auto', 3, 2)],
    steps: [],
    marks: [
      { do: 'contact', after: 0.3 },
      { do: 'pay', after: 1, share: 0.5, method: 'wallet' },
      { do: 'note', after: 1, text: 'Lo retira la hermana. Avisar el día antes.', visible: false },
    ],
  },
  {
    by: 'cliente',
    ago: 1,
    recipient: 'Ana Suárez',
    phone: '1123456789',
    lines: [line('puna-violeta', 3), line('camalote-auto', 3, 2)],
    steps: [],
  },
]

export const manualOrders: DemoManualOrder[] = [
  {
    ago: 0.3,
    name: 'Nadia Roldán',
    phone: '1145678901',
    channel: 'fair',
    lines: [line('camalote-auto', 3)],
    isDone: true,
    note: 'Feria de Villa Crespo',
  },
  {
    ago: 0.1,
    name: 'Gustavo Benítez',
    phone: '3764112233',
    channel: 'phone',
    lines: [line('siesta-litoral', 3), line('taza-de-ceramica', 1)],
    isDone: false,
    note: 'Pasa el sábado a la mañana',
  },
]

export interface DemoClaim {
  /** Null: filed without an account. */
  by: string | null
  name: string
  email: string
  /** Index into `orders`, or null for a purchase without an order. */
  order: number | null
  product: string
  /** Days before today. */
  ago: number
  purchased: number
  description: string
  photos: string[]
  steps: {
    status: 'reviewing' | 'approved' | 'rejected' | 'resolved'
    response: string
    resolution: string
    notes: string
  }[]
}

export const claims: DemoClaim[] = [
  {
    by: 'cliente',
    name: 'Ana Suárez',
    email: 'cliente@surbrote.example',
    order: 0,
    product: 'puna-violeta',
    ago: 60,
    purchased: 74,
    description:
      'De las tres semillas, una no abrió después de 72 horas de remojo y cinco días en servilleta húmeda.',
    photos: ['reclamo-sobre-puna-violeta', 'reclamo-vaso-1'],
    steps: [
      { status: 'reviewing', response: '', resolution: '', notes: 'Fotos claras, lote 24-B.' },
      {
        status: 'resolved',
        response: 'Gracias por las fotos.',
        resolution: 'Se repuso una semilla con el pedido siguiente.',
        notes: '',
      },
    ],
  },
  {
    by: 'bruno_paz',
    name: 'Bruno Paz',
    email: 'bruno.paz@surbrote.example',
    order: 1,
    product: 'siesta-litoral',
    ago: 45,
    purchased: 61,
    description: 'Dos semillas no germinaron. Agua a 23 grados con agua oxigenada, como indica la guía.',
    photos: ['reclamo-vaso-2'],
    steps: [
      {
        status: 'approved',
        response: 'Reclamo aprobado.',
        resolution: 'Reposición de dos semillas.',
        notes: '',
      },
    ],
  },
  {
    by: 'cliente',
    name: 'Ana Suárez',
    email: 'cliente@surbrote.example',
    order: 4,
    product: 'vidala-lima',
    ago: 4,
    purchased: 21,
    description: 'Una semilla abrió pero no siguió creciendo después de plantarla a un centímetro.',
    photos: ['reclamo-bandeja-1'],
    steps: [{ status: 'reviewing', response: '', resolution: '', notes: 'Pedir foto del sustrato.' }],
  },
  {
    by: null,
    name: 'Hernán Acosta',
    email: 'hernan.acosta@correo.example',
    order: null,
    product: 'Lapacho Rosa X3',
    ago: 12,
    purchased: 30,
    description: 'Compradas en una feria. Ninguna abrió; quedaron en agua cuatro días seguidos.',
    photos: ['reclamo-sobre-lapacho-rosa'],
    steps: [
      {
        status: 'rejected',
        response: 'El remojo superó las 72 horas de la guía.',
        resolution: '',
        notes: '',
      },
    ],
  },
  {
    by: 'tomas_quiroga',
    name: 'Tomás Quiroga',
    email: 'tomas.quiroga@surbrote.example',
    order: 3,
    product: 'camalote-auto',
    ago: 1,
    purchased: 36,
    description: 'La única semilla que faltaba plantar no abrió.',
    photos: ['reclamo-sobre-camalote-auto', 'reclamo-bandeja-2'],
    steps: [],
  },
]
