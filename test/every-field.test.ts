import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patchUser } from '../src/contract/accounts/users.ts'
import { ProductInput } from '../src/contract/catalog/product-input.ts'
import { OrderChangeFields } from '../src/contract/orders/orders.ts'
import { Settings } from '../src/contract/settings/settings.ts'
import { upload } from './support/calls/multipart.ts'
import { type Client, openShop, type TestShop } from './support/open-shop.ts'
import { accountsIn, otherCode, PASSWORD } from './support/people/accounts.ts'
import { giveFactor } from './support/people/second-factor.ts'
import { jpeg } from './support/pictures/photos.ts'
import { lotOf } from './support/sales/lots.ts'
import { type Item, onSale, placed } from './support/sales/orders.ts'

/**
 * Every field that a form may send changes something, or is refused: one that a schema has and no verb reads fails here.
 * So does a new field without two values: write them into the table of its schema.
 */

/** Two values of a field, and what must be sent beside both. `undefined` is not sent. */
interface Case {
  values: [unknown, unknown]
  beside?: Record<string, unknown>
}
type Cases<Schema extends { shape: object }> = Record<keyof Schema['shape'], Case>

/** What changes by itself, or differs between two records that are alike. */
const OWN = new Set(['id', 'version', 'created_at', 'updated_at', 'request_id'])

/** JSON without the keys of `OWN`, and without the numbers of orders in texts. */
function alike(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (OWN.has(key)) return undefined
    return typeof inner === 'string' ? inner.replaceAll(/#\d+/g, '#') : inner
  })
}

let shop: TestShop
let admin: Client
let customer: Client

beforeAll(async () => {
  shop = await openShop('embedded')
  admin = await shop.signIn({ admin: true })
  customer = await shop.signIn()
})
afterAll(() => shop.close())

const pictureOf = async (preset: string): Promise<string> => {
  // Logos are not photos.
  const { status, body } = await upload(
    admin,
    await sharp(await jpeg(600, 600))
      .png()
      .toBuffer(),
    {
      preset,
      type: 'image/png',
    },
  )
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.secure_url
}

/** Sends both values to records that are alike, and compares what came of them: the first sent again is no difference. */
async function expectOneCounts(
  key: string,
  { values, beside }: Case,
  send: (body: Record<string, unknown>) => Promise<{ status: number; seen: unknown }>,
): Promise<void> {
  const [one, other, again] = [
    await send({ ...beside, [key]: values[0] }),
    await send({ ...beside, [key]: values[1] }),
    await send({ ...beside, [key]: values[0] }),
  ]
  // Two refusals would say nothing of the field.
  expect([one.status, other.status], alike([one, other])).toContain(200)
  expect(alike(one)).not.toBe(alike(other))
  expect(alike(again)).toBe(alike(one))
}

const keysOf = (schema: { shape: object }) => Object.keys(schema.shape).toSorted()

describe('each field of a product', () => {
  const WHOLE = { name: 'Puna', type: 'fem', highlighted: false, limited_edition: false, available: true }
  let cases: Cases<typeof ProductInput>
  let id: number

  beforeAll(async () => {
    const brand = async (name: string): Promise<number> => (await admin.post('/brands/', { name })).body.id
    const [picture, picture2, picture3] = [
      await pictureOf('product'),
      await pictureOf('product'),
      await pictureOf('product'),
    ]
    const brandId = await brand('Vivero Sur')
    await brand('Vivero Norte')
    const words: Case = { values: ['', 'palabras'] }
    const presentation = { seed_count: 3, price: 1000, stock: 5, discount: 0 }
    cases = {
      name: { values: ['Puna', 'Andina'] },
      type: { values: ['fem', 'auto'] },
      brand_id: { values: [null, brandId] },
      brand: { values: [undefined, 'Vivero Norte'] },
      genotype: words,
      sativa: { values: [null, 40] },
      indica: { values: [null, 60] },
      thc: { values: ['', '22 %'] },
      cbd: { values: ['', '1 %'] },
      flavors: words,
      effects: words,
      flowering_time: { values: ['', '9 semanas'] },
      completed_cicle: { values: ['', '75 días'] },
      sowing: { values: ['', 'septiembre'] },
      difficulty: { values: ['', 'Fácil'] },
      places: { values: ['', 'Interior'] },
      zones: { values: ['', 'Cuyo'] },
      inase_name: words,
      inase_number: words,
      height_indoor: { values: ['', '90 cm'] },
      height_outdoor: { values: ['', '2 m'] },
      yield_indoor: { values: ['', '450 g/m²'] },
      yield_outdoor: { values: ['', '600 g'] },
      description: words,
      product_size: { values: ['', 'XL'], beside: { type: 'merch', blisters: [presentation] } },
      highlighted: { values: [false, true] },
      limited_edition: { values: [false, true] },
      available: { values: [true, false] },
      sku: { values: ['', 'PU-1'] },
      image: { values: [null, picture] },
      image_2: { values: [null, picture2], beside: { image: picture } },
      image_3: { values: [null, picture3], beside: { image: picture } },
      is_national: { values: [false, true], beside: { brand_id: brandId } },
      blisters: { values: [[], [presentation]] },
      version: { values: [undefined, 1] },
    }
    id = (await admin.post('/products/', WHOLE)).body.id
    // The version that was read is an older one.
    await admin.put(`/products/${id}/`, { ...WHOLE, description: 'x' })
  })

  it.each(keysOf(ProductInput))('%s', async (key) => {
    await expectOneCounts(key, cases[key as keyof typeof cases], async (body) => {
      const { status, body: said } = await admin.put(`/products/${id}/`, { ...WHOLE, ...body })
      return { status, seen: status === 200 ? (await admin.get(`/products/${id}/`)).body : said }
    })
  })
})

describe('each field of a changed order', () => {
  let cases: Cases<typeof OrderChangeFields>
  let item: Item

  beforeAll(async () => {
    item = await onSale(shop, 1000)
    await admin.put('/settings/', { address_delivery: true, mail_completed: true, max_pending_orders: 100 })
    const price = (price_at_time: number) => [{ blister_id: item.blister_id, price_at_time }]
    const lines = (quantity: number) => [{ ...item, quantity }]
    cases = {
      status: { values: ['pending', 'completed'] },
      is_archived: { values: [false, true] },
      products: { values: [lines(2), lines(1)] },
      order_products: { values: [lines(2), lines(1)] },
      recipient_name: { values: ['Ana Suárez', 'Eva Paz'] },
      customer_phone: { values: ['1123456789', '1198765432'] },
      delivery_type: { values: ['coordinate', 'address'], beside: { shipping_address: 'Mitre 1, Salta' } },
      shipping_address: {
        values: ['Mitre 1, Salta', 'Mitre 2, Salta'],
        beside: { delivery_type: 'address' },
      },
      total: { values: [2000, 1], beside: { is_archived: true } },
      line_prices: { values: [price(900), price(800)], beside: { reason: 'Cliente de siempre' } },
      reason: { values: ['Cliente de siempre', 'Caja rota'], beside: { line_prices: price(900) } },
      notify: { values: [true, false], beside: { status: 'completed' } },
      with_held: { values: [undefined, true], beside: { status: 'completed' } },
      version: { values: [1, 99], beside: { is_archived: true } },
    }
  })

  /** An order whose units are of a lot on hold. */
  const withHeldLot = async () => {
    const held = await onSale(shop)
    const lot = await lotOf(admin, held, 10)
    const order = await placed(customer, held)
    const line = { blister_id: held.blister_id, lot_id: lot.id, quantity: held.quantity }
    await admin.put(`/orders/${order.id}/lots/`, { lines: [line] })
    const { product_id: _product, units: _units, ...facts } = lot
    await admin.put(`/lots/${lot.id}/`, { ...facts, state: 'held' })
    return order
  }

  it.each(keysOf(OrderChangeFields))('%s', async (key) => {
    await expectOneCounts(key, cases[key as keyof typeof cases], async (body) => {
      const order = key === 'with_held' ? await withHeldLot() : await placed(customer, item)
      const { status, body: said } = await admin.put(`/orders/${order.id}/`, body)
      // Its text names the lot.
      if (status !== 200) return { status, seen: said.code }
      const mails = await shop.shop.db
        .selectFrom('outbox')
        .select('subject')
        .where('order_id', '=', order.id)
        .execute()
      const notes = await shop.shop.db
        .selectFrom('order_notes')
        .select('text')
        .where('order_id', '=', order.id)
        .execute()
      return { status, seen: { said, mails, notes } }
    })
  })
})

describe('each setting', () => {
  const TEXTS =
    'shop_name tagline developer_credit about registration_text claim_reply guide_intro guarantee_note legal_name ' +
    'legal_address service_hours rncyfs_number ariccame_number aaip_number'
  const ADDRESSES =
    'instagram_url facebook_url youtube_url developer_url gate_decline_url consumer_url data_fiscal_url'
  const COUNTS =
    'warranty_days max_pending_orders max_pending_units low_stock_at pending_expiry_days backup_hours'
  const SWITCHES =
    'address_delivery sign_in_links passkeys restock_notices show_tests first_hour_over ' +
    'mail_changed mail_completed mail_cancelled mail_paid mail_handed'
  let cases: Record<string, Case>

  const all = (keys: string, values: [unknown, unknown]) =>
    Object.fromEntries(keys.split(' ').map((key): [string, Case] => [key, { values }]))

  beforeAll(async () => {
    const trophy = { place: 1, cup: 'Copa', city: '', year: 2024, variety: '', picture: null, logo: null }
    const step = {
      title: 'Pedí',
      fact: '',
      words: 'x',
      checks: [],
      reminder: '',
      picture: null,
      picture_words: '',
    }
    cases = {
      ...all(TEXTS, ['Una', 'Otra']),
      ...all(ADDRESSES, ['https://a.example', 'https://b.example']),
      ...all(COUNTS, [20, 21]),
      ...all(SWITCHES, [true, false]),
      ...all('contact_email orders_email', ['a@b.example', 'b@b.example']),
      ...all('accent_light ground_light accent_dark ground_dark', ['', '#1b4d35']),
      whatsapp: { values: ['5491122334455', '5491122334456'] },
      access_mode: { values: ['request', 'closed'] },
      cuit: { values: ['', '20-12345678-6'] },
      heading_font: { values: ['display', 'serif'] },
      data_fiscal_image: { values: [null, await pictureOf('brand')] },
      logo: { values: [null, await pictureOf('logo')] },
      icon: { values: [null, await pictureOf('logo')] },
      gate_picture: { values: [null, await pictureOf('banner')] },
      share_picture: { values: [null, await pictureOf('banner')] },
      trophies: { values: [[], [trophy]] },
      guide_steps: { values: [[step], [{ ...step, title: 'Recibí' }]] },
      guarantee_points: { values: [['Una'], ['Otra']] },
      order_steps: { values: [[{ title: 'Pedí', text: 'x' }], [{ title: 'Pedí', text: 'y' }]] },
      carriers: { values: ['', 'Andreani: https://andreani.example/{numero}'] },
      staff_2fa: { values: ['optional', 'required'] },
    }
  })

  it.each(keysOf(Settings))('%s', async (key) => {
    const about = cases[key]
    if (!about) throw new Error(`${key} needs two values in this table`)
    await expectOneCounts(key, about, async (body) => {
      const { status, body: seen } = await admin.put('/settings/', body)
      return { status, seen }
    })
  })
})

describe('each field of a changed account', () => {
  const ROLE = { role: 'sales', password: PASSWORD }
  let owner: Client
  let cases: Cases<typeof patchUser.body>

  beforeAll(async () => {
    const account = await accountsIn(shop).hasAccount({ is_staff: true, is_superuser: true })
    const { access } = (await accountsIn(shop).login(account.username)).body
    const authorization = { authorization: `Bearer ${access}` }
    owner = { ...shop.anonymous, patch: (path, body) => shop.anonymous.patch(path, body, authorization) }
    const factor = await giveFactor(shop.shop, account.id)
    cases = {
      is_active: { values: [true, false] },
      role: { values: ['sales', 'stock'], beside: { password: PASSWORD } },
      password: { values: [PASSWORD, 'otra-clave'], beside: { role: 'sales' } },
      code: { values: [undefined, otherCode(factor.code())], beside: ROLE },
    }
  })

  it.each(keysOf(patchUser.body))('%s', async (key) => {
    await expectOneCounts(key, cases[key as keyof typeof cases], async (body) => {
      const { id = 0 } = (await shop.signIn()).user ?? {}
      const { status, body: said } = await owner.patch(`/auth/users/${id}/`, body)
      return { status, seen: { role: said.role, is_active: said.is_active, code: said.code } }
    })
  })
})
