import { BannerInput } from '../../../src/contract/banners.ts'
import { PAGE_SLUGS } from '../../../src/contract/legal/page-rules.ts'
import { brands, products } from '../../../demo/catalogue.ts'
import { addBanner } from '../../../src/server/banners/banners.ts'
import type { Database } from '../../../src/server/db/connect.ts'
import type { Renderer } from '../../../src/server/pages/pages.ts'
import { type Client, type EngineName, openShop, type TestShop } from '../open-shop.ts'
import type { Extent } from './anonymous-requests.ts'

export interface Pricing {
  /** Pesos; 0 means not set. */
  price: number
  /** Percent. */
  discount: number
}

/** The price of a presentation, by the index of its product and its own. `save` counts its saves. */
export type PriceList = (product: number, presentation: number, save: 0 | 1) => Pricing

/** Rising prices without discounts; the fourth product has no price yet. */
export const rising: PriceList = (product, presentation, save) => ({
  price: product === 3 ? 0 : 2_000 + product * 900 + presentation * 350 + save * 120,
  discount: 0,
})
/** Falling prices, every other presentation with a discount; another product has no price, and the fourth has one. */
export const falling: PriceList = (product, presentation, save) => ({
  price: product === 5 ? 0 : 73_511 - product * 1_700 - presentation * 90 - save * 1_000 + 0.37,
  discount: product % 2 === 0 ? 5 + product : 0,
})

export interface PricedWorld extends TestShop {
  customer: Client
  /** Highest ids in use. */
  lastProduct: number
  lastBlister: number
  described: Extent['described']
}

export const PUBLIC_URL = 'https://surbrote.example'
const BEGINNING = '2026-03-02T12:00:00.000Z'

/**
 * A shop with a catalogue and a history: saves, a removal, a sale, a cancelled sale. Everything but prices and discounts is
 * the same each time, ids and times included.
 */
export async function openPricedWorld(
  engine: EngineName,
  pricesOf: PriceList,
  /** `database` replaces a new one. */
  given: { renderer?: Renderer; database?: Database } = {},
): Promise<PricedWorld> {
  const shop = await openShop(engine, { ...given, publicUrl: PUBLIC_URL })
  shop.clock.set(BEGINNING)
  const admin = await shop.signIn({ admin: true, username: 'duena' })
  const customer = await shop.signIn({ username: 'clienta' })
  for (const { logo, ...brand } of brands)
    await sent(admin.post('/brands/', { ...brand, image: address('brand', logo) }))

  let lastBlister = 0
  const saved: Saved[] = []
  for (const [index] of products.entries()) {
    shop.clock.advance(60_000)
    const body = (await sent(admin.post('/products/', bodyOf(index, pricesOf, 0)))) as Saved
    saved.push(body)
    lastBlister = Math.max(lastBlister, ...body.blisters.map(({ id }) => id))
  }
  // Every third is saved again with its second price, like a price rise.
  for (const [index, { id, version, blisters }] of saved.entries()) {
    if (index % 3 !== 0) continue
    shop.clock.advance(60_000)
    const body = bodyOf(index, pricesOf, 1)
    const kept = body.blisters.map((blister, i) => ({ ...blister, id: blisters[i]?.id }))
    await sent(admin.put(`/products/${id}/`, { ...body, version, blisters: kept }))
  }
  await sent(admin.delete(`/products/${saved[4]?.id}/`))
  await sent(admin.patch(`/products/${saved[7]?.id}/`, { available: false }))
  await sell(customer, saved[0], 2)
  await addLots(admin, saved)
  const cancelled = await sell(customer, saved[1], 1)
  await sent(customer.patch(`/orders/${cancelled.id}/`, { status: 'cancelled' }))
  for (const place of [1, 2]) {
    const pictures = {
      image_url: `/media/banner/banner-${place}/1920.webp`,
      mobile_image_url: `/media/banner/banner-${place}-m/768.webp`,
    }
    await addBanner({
      shop: shop.shop,
      body: BannerInput.parse({ title: `Temporada ${place}`, url_to: '/productos', ...pictures }),
    })
  }
  await giveIdentity(admin)
  const { paths: described } = (await admin.get('/openapi.json')).body
  return { ...shop, customer, lastProduct: Math.max(...saved.map(({ id }) => id)), lastBlister, described }
}

/** Its own texts, trophies and colours, so that each public page and file has content. */
async function giveIdentity(admin: Client): Promise<void> {
  const cup = { place: 1, cup: 'Copa del Paraná', city: 'Tigre', year: 2025, variety: 'Ceibo' }
  await sent(
    admin.put('/settings/', {
      shop_name: 'Semillas del Delta',
      accent_light: '#9A3412',
      trophies: [{ ...cup, picture: null, logo: null }],
    }),
  )
  for (const slug of PAGE_SLUGS)
    await sent(
      admin.put(`/pages/${slug}/`, {
        title: slug,
        body: 'Envíos a todo el país.',
        is_published: true,
        is_accepted: true,
        version: 0,
      }),
    )
}

/** A lot on sale with more seeds than are drawn one by one, one without a test, and one with few seeds and no page. */
async function addLots(admin: Client, [first, second]: Saved[]): Promise<void> {
  const lots = [
    { of: first, code: 'PV-2603', is_public: true, sown: 400, germinated: 371 },
    { of: first, code: 'PV-2604', is_public: true, sown: 0, germinated: 0 },
    { of: second, code: 'SL-2601', is_public: false, sown: 20, germinated: 18 },
  ]
  for (const { of, code, is_public, sown, germinated } of lots) {
    const { id } = (await sent(admin.post('/lots/', { product_id: of?.id, code, is_public }))) as {
      id: number
    }
    await sent(admin.post(`/lots/${id}/units/`, { blister_id: of?.blisters[0]?.id, change: 1 }))
    const test = { tested_on: '2026-03-01', sown, germinated, method: 'Papel' }
    if (sown > 0) await sent(admin.post(`/lots/${id}/tests/`, test))
  }
}

interface Saved {
  id: number
  version: number
  blisters: { id: number }[]
}

/** A product of the demo catalogue, with pictures that have the same address in each shop. */
function bodyOf(index: number, pricesOf: PriceList, save: 0 | 1) {
  const product = products[index]
  if (!product) throw new Error(`No product ${index}`)
  const { slug, images, blisters, ...facts } = product
  // Longer than the id of an upload, which would have to exist.
  const pictures = images.map((_name, i) => address('product', `picture-of-the-world-${slug}-${i}`))
  return {
    ...facts,
    image: pictures[0] ?? null,
    image_2: pictures[1] ?? null,
    image_3: pictures[2] ?? null,
    blisters: blisters.map(({ seed_count, size, stock }, i) => ({
      seed_count,
      size,
      stock,
      ...pricesOf(index, i, save),
    })),
  }
}

const address = (preset: string, name: string) => `/media/${preset}/${name}/1280.webp`

async function sell(customer: Client, product: Saved | undefined, quantity: number): Promise<{ id: number }> {
  const order = {
    recipient_name: 'Ana Suárez',
    customer_phone: '1123456789',
    delivery_type: 'coordinate',
    products: [{ product_id: product?.id, blister_id: product?.blisters[0]?.id, quantity }],
  }
  return (await sent(customer.post('/orders/', order))) as { id: number }
}

async function sent(reply: ReturnType<Client['post']>): Promise<unknown> {
  const { status, body, text } = await reply
  if (status >= 300) throw new Error(`Refused: ${status} ${text}`)
  return body
}
