import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'

const order = { recipient_name: 'Ana Suárez', customer_phone: '1123456789', delivery_type: 'coordinate' }

describe('lists that the back office polls', () => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop('embedded')
    shop.clock.set('2026-11-20T12:00:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const LISTS = ['/orders/', '/orders/?status=pending&page_size=9', '/warranty-claims/', '/products/counts/']

  it.each(LISTS)('%s is sent once, and again after a change', async (path) => {
    const first = await admin.get(path)
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'authorization' })
    const tag = String(first.headers['etag'])
    const again = await admin.get(path, { 'if-none-match': tag })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag])
    expect((await admin.get(path, { 'if-none-match': `"other", ${tag.slice(2)}` })).status).toBe(304)
    expect((await admin.get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)

    const customer = await shop.signIn()
    const product = await shop.hasProduct()
    const line = { product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }
    await customer.post('/orders/', { ...order, products: [line] })
    await shop.shop.db.insertInto('uploads').values(upload(path)).execute()
    await shop.shop.db.insertInto('warranty_claims').values(claim(path)).execute()
    expect((await admin.get(path, { 'if-none-match': tag })).status).toBe(200)
  })

  it('renews the signed addresses of photos before they expire', async () => {
    const first = await admin.get('/warranty-claims/')
    const tag = String(first.headers['etag'])
    const photo = first.body[0].photo1 as string
    shop.clock.set('2026-11-20T12:04:59Z')
    expect((await admin.get('/warranty-claims/', { 'if-none-match': tag })).status).toBe(304)
    shop.clock.set('2026-11-20T12:05:00Z')
    const renewed = await admin.get('/warranty-claims/', { 'if-none-match': tag })
    expect(renewed.status).toBe(200)
    expect(renewed.body[0].photo1).not.toBe(photo)
    shop.clock.set('2026-11-20T12:00:00Z')
  })

  it('are private: a customer gets no ETag, and an ETag gives no access', async () => {
    const customer = await shop.signIn()
    const own = await customer.get('/warranty-claims/?user=current')
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(own.headers).not.toHaveProperty('etag')
    const tag = String((await admin.get('/orders/')).headers['etag'])
    expect((await customer.get('/orders/', { 'if-none-match': tag })).status).toBe(403)
    expect((await shop.anonymous.get('/orders/', { 'if-none-match': tag })).status).toBe(401)
    expect((await admin.get('/products/')).headers['cache-control']).toBe('private, no-store')
  })

  const idOf = (path: string) => path.replace(/\W/g, '')
  const upload = (path: string) => ({
    id: idOf(path),
    preset: 'warranty' as const,
    width: 10,
    height: 10,
    bytes: 10,
    user_id: null,
    owner_hash: null,
    claimed_at: shop.clock.now(),
    created_at: shop.clock.now(),
  })
  const claim = (path: string) => ({
    user_id: null,
    order_id: null,
    product_id: null,
    purchase_type: 'without-order' as const,
    name: 'Ana',
    email: 'a@b.example',
    product_name: 'Puna',
    purchase_date: '2026-11-01',
    germination_date: '2026-11-02',
    description: 'x',
    photo1: idOf(path),
    photo2: null,
    photo3: null,
    created_at: shop.clock.now(),
    updated_at: shop.clock.now(),
  })
})
