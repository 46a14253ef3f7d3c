import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('unused pictures, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const idOf = (address: string) => address.split('/')[3] ?? ''

  async function uploaded(preset: 'product' | 'brand' | 'banner', width = 640): Promise<string> {
    const id = randomBytes(12).toString('base64url')
    const file = { id, preset, width: 1920, height: 800, bytes: 9, user_id: null, owner_hash: null }
    const long = new Date(shop.clock.now().getTime() - 90 * 86_400_000)
    await shop.database.db
      .insertInto('uploads')
      .values({ ...file, created_at: long })
      .execute()
    return `/media/${preset}/${id}/${width}.webp`
  }

  /** Unused pictures are removed a day after this change. */
  async function isFree(address: string): Promise<boolean> {
    const row = await shop.database.db
      .selectFrom('uploads')
      .select(['claimed_at', 'created_at'])
      .where('id', '=', idOf(address))
      .executeTakeFirstOrThrow()
    if (row.claimed_at === null) expect(row.created_at).toEqual(shop.clock.now())
    return row.claimed_at === null
  }

  it('are freed when a product gets others or is deleted, not when it shows another width', async () => {
    const [front, back, next] = [
      await uploaded('product'),
      await uploaded('product'),
      await uploaded('product'),
    ]
    const product = await shop.hasProduct({ image: front, image_2: back })
    const save = (pictures: object) =>
      admin.put(`/products/${product.id}/`, { ...product, ...pictures, version: undefined })
    expect((await save({ image: front.replace('640', '320'), image_2: back })).status).toBe(200)
    expect([await isFree(front), await isFree(back)]).toEqual([false, false])
    await save({ image: next, image_2: front })
    expect([await isFree(front), await isFree(back), await isFree(next)]).toEqual([false, true, false])
    await admin.delete(`/products/${product.id}/`)
    expect([await isFree(front), await isFree(next)]).toEqual([true, true])
  })

  it('stay in use while another product or a line of an order shows them', async () => {
    const picture = await uploaded('product')
    const [one, other] = [
      await shop.hasProduct({ image: picture }),
      await shop.hasProduct({ image: picture }),
    ]
    const buyer = await shop.signIn()
    const { body: order } = await buyer.post('/orders/', {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [{ product_id: one.id, blister_id: one.blisters[0]?.id, quantity: 1 }],
    })
    await admin.delete(`/products/${other.id}/`)
    expect(await isFree(picture)).toBe(false)
    await admin.delete(`/products/${one.id}/`)
    expect(await isFree(picture)).toBe(false)
    await admin.delete(`/orders/${order.id}/`)
    expect(await isFree(picture)).toBe(true)
  })

  it('stay in use while a trophy shows them', async () => {
    const [picture, logo] = [await uploaded('product'), await uploaded('brand')]
    const product = await shop.hasProduct({ image: picture })
    const { body: brand } = await admin.post('/brands/', { name: 'Copa', image: logo })
    const trophy = { place: 1, cup: 'Copa', city: '', year: 2024, variety: '', picture, logo }
    expect((await admin.put('/settings/', { trophies: [trophy] })).status).toBe(200)
    await admin.delete(`/products/${product.id}/`)
    await admin.delete(`/brands/${brand.id}/`)
    expect([await isFree(picture), await isFree(logo)]).toEqual([false, false])
    await admin.put('/settings/', { trophies: [] })
    expect([await isFree(picture), await isFree(logo)]).toEqual([true, true])
  })

  it('are freed when the last line that shows them is removed', async () => {
    const picture = await uploaded('product')
    const [gone, kept] = [await shop.hasProduct({ image: picture }), await shop.hasProduct()]
    const buyer = await shop.signIn()
    const line = ({ id, blisters }: typeof gone) => ({
      product_id: id,
      blister_id: blisters[0]?.id,
      quantity: 1,
    })
    const { body: order } = await buyer.post('/orders/', {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [line(gone), line(kept)],
    })
    await admin.delete(`/products/${gone.id}/`)
    expect(await isFree(picture)).toBe(false)
    expect((await buyer.patch(`/orders/${order.id}/`, { products: [line(kept)] })).status).toBe(200)
    expect(await isFree(picture)).toBe(true)
  })

  it('are freed when a brand gets another logo or is deleted', async () => {
    const [logo, next] = [await uploaded('brand'), await uploaded('brand')]
    const { body: brand } = await admin.post('/brands/', { brand_name: 'Selva Alta', image: logo })
    await admin.put(`/brands/${brand.id}/`, { brand_name: 'Selva Alta', image: next })
    expect([await isFree(logo), await isFree(next)]).toEqual([true, false])
    await admin.delete(`/brands/${brand.id}/`)
    expect(await isFree(next)).toBe(true)
  })

  it('are freed when a banner gets others or is deleted, and no other banner shows them', async () => {
    const [wide, tall, next] = [await uploaded('banner'), await uploaded('banner'), await uploaded('banner')]
    const add = async (image_url: string) =>
      (await admin.post('/banners/', { title: 'Verano', image_url, mobile_image_url: tall })).body
    const [first, second] = [await add(wide), await add(wide)]
    await admin.patch(`/banners/${first.id}/`, { image_url: next })
    expect([await isFree(wide), await isFree(tall)]).toEqual([false, false])
    await admin.delete(`/banners/${second.id}/`)
    expect([await isFree(wide), await isFree(tall), await isFree(next)]).toEqual([true, false, false])
    await admin.delete(`/banners/${first.id}/`)
    expect([await isFree(tall), await isFree(next)]).toEqual([true, true])
  })

  it('only admins see the number of orders of a product', async () => {
    const product = await shop.hasProduct()
    const buyer = await shop.signIn()
    const asked = async () => (await admin.get(`/products/${product.id}/`)).body.orders_count
    expect(await asked()).toBe(0)
    await buyer.post('/orders/', {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [{ product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 2 }],
    })
    expect(await asked()).toBe(1)
    expect((await buyer.get(`/products/${product.id}/`)).body).not.toHaveProperty('orders_count')
  })
})
