import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastActivity } from '../../../../test/support/people/activity.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { BLISTER, savedProduct } from '../../../../test/support/sales/products.ts'
import { keepShownPictures } from '../catalog.ts'

describe.each(enginesOf(import.meta.filename))('pictures of presentations on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  async function uploaded(): Promise<string> {
    const id = randomBytes(12).toString('base64url')
    await shop.database.db
      .insertInto('uploads')
      .values({ id, preset: 'product', width: 1000, height: 1250, bytes: 9, created_at: shop.clock.now() })
      .execute()
    return `/media/product/${id}/1000.webp`
  }

  async function isUsed(address: string): Promise<boolean> {
    const { claimed_at } = await shop.database.db
      .selectFrom('uploads')
      .select('claimed_at')
      .where('id', '=', address.split('/')[3] ?? '')
      .executeTakeFirstOrThrow()
    return claimed_at !== null
  }

  /** A product with X3 without a picture and X5 with `image`. */
  const withFive = (image: string) =>
    savedProduct(shop, admin, { blisters: [BLISTER, { ...BLISTER, seed_count: 5, image }] })

  it('are shown to everybody, and null without one', async () => {
    const image = await uploaded()
    const { id, blisters } = await withFive(image)
    for (const path of [`/products/${id}/`, `/products/?ids=${id}`]) {
      const { body } = await shop.anonymous.get(path)
      const [product] = [body].flat()
      expect(product.blisters.map((blister: { image: unknown }) => blister.image)).toEqual([null, image])
    }
    expect((await shop.anonymous.get(`/products/blisters/${blisters[1]?.id}/`)).body).toMatchObject({ image })
    expect(await isUsed(image)).toBe(true)
  })

  it('stay when a save does not mention them, and go with null', async () => {
    const image = await uploaded()
    const { id, version: _, ...product } = await withFive(image)
    const silent = product.blisters.map(({ image: _image, ...blister }) => blister)
    const saved = await admin.put(`/products/${id}/`, { ...product, blisters: silent })
    expect(saved.body.blisters).toEqual(product.blisters)
    expect((await lastActivity(shop.shop.db)).action).toBe('create')

    const [three, five] = product.blisters
    const none = await admin.put(`/products/${id}/`, {
      ...product,
      blisters: [three, { ...five, image: '' }],
    })
    expect(none.body.blisters[1].image).toBeNull()
    expect((await lastActivity(shop.shop.db)).changes).toEqual({
      [`blisters.${five?.id}.image`]: { before: image, after: null },
    })
    expect(await isUsed(image)).toBe(false)
  })

  it('must be pictures of products of this shop that still exist', async () => {
    const removed = `/media/product/${randomBytes(16).toString('base64url')}/640.webp`
    for (const image of ['https://example.org/a.webp', '/media/brand/abc/96.webp', removed, 7]) {
      const refused = await admin.post('/products/', {
        name: 'Otra',
        type: 'fem',
        blisters: [{ ...BLISTER, image }],
      })
      expect(refused.status).toBe(400)
      expect(refused.body.errors).toHaveProperty(['blisters.0.image'])
    }
  })

  it('are freed with their presentation or product, unless another one shows them', async () => {
    const [shared, own] = [await uploaded(), await uploaded()]
    const [one, other] = [await withFive(shared), await withFive(shared)]
    await admin.put(`/products/${one.id}/`, { ...one, blisters: [one.blisters[0]] })
    expect(await isUsed(shared)).toBe(true)
    await admin.put(`/products/${other.id}/`, { ...other, image: own })
    await admin.delete(`/products/${other.id}/`)
    expect([await isUsed(shared), await isUsed(own)]).toEqual([false, false])
  })

  it('are in use again if a presentation took them during their release', async () => {
    const image = await uploaded()
    await withFive(image)
    const now = shop.clock.now()
    await shop.database.db
      .updateTable('uploads')
      .set({ claimed_at: null, released_at: now })
      .where('id', '=', image.split('/')[3] ?? '')
      .execute()
    await keepShownPictures(shop.shop, new Date(now.getTime() + 1))
    expect(await isUsed(image)).toBe(true)
  })

  it('are frozen in the lines of an order', async () => {
    const image = await uploaded()
    const product = await withFive(image)
    const buyer = await shop.signIn()
    const { body: order } = await buyer.post('/orders/', {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [{ product_id: product.id, blister_id: product.blisters[1]?.id, quantity: 1 }],
    })
    await admin.delete(`/products/${product.id}/`)
    const { body } = await buyer.get(`/orders/${order.id}/`)
    expect(JSON.stringify(body)).toContain(image)
    expect(await isUsed(image)).toBe(true)
  })
})
