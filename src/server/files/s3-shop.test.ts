import sharp from 'sharp'
import type { Product } from '../../contract/catalog/catalog.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postForm, upload } from '../../../test/support/calls/multipart.ts'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { type Fault, type S3Server, startS3 } from '../../../test/support/pictures/s3-server.ts'
import { QUICK } from '../../../test/support/pictures/stores.ts'
import { cleanFiles } from './clean-files.ts'
import { picturesSettled } from './pictures.ts'
import { openS3Store } from './s3-store.ts'

const HOUR = 60 * 60_000
const NO_ANSWER = 'El almacenamiento de imágenes no responde. Probá de nuevo en unos minutos.'

describe('a shop with its files on S3', () => {
  let s3: S3Server
  let shop: TestShop
  let admin: Client
  let bytes: Buffer
  let sold: { picture: string; product: Product }

  beforeAll(async () => {
    s3 = await startS3()
    const files = await openS3Store({ config: s3.config, log: { warn() {} }, pace: QUICK })
    shop = await openShop('embedded', { files })
    admin = await shop.signIn({ admin: true })
    bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer()
    const picture = (await upload(admin, bytes, { preset: 'product' })).body.secure_url
    sold = { picture, product: await shop.hasProduct({ image: picture }) }
  }, 60_000)
  beforeEach(async () => {
    await picturesSettled()
    s3.fault = 'nothing'
    // The circuit breaker forgets the failures of the previous test.
    await expect
      .poll(
        () =>
          shop.shop.files.read('check/none').then(
            () => 'answers',
            () => 'rests',
          ),
        { timeout: 5_000 },
      )
      .toBe('answers')
  })
  afterAll(async () => {
    await picturesSettled()
    await shop.close()
    await s3.close()
  })

  async function get(url: string) {
    const { statusCode, rawPayload, headers } = await shop.app.inject({ url })
    return { status: statusCode, bytes: rawPayload, headers }
  }
  const uploads = async () => (await shop.shop.db.selectFrom('uploads').select('id').execute()).length
  const claimWith = (photo: string) => ({
    name: 'Bruno',
    email: 'b@correo.example',
    product_name: 'Puna',
    purchase_date: '2026-01-01',
    germination_date: '2026-01-02',
    description: 'x',
    photo1: photo,
  })

  it('sends a photo of a claim only at its signed address, without caching', async () => {
    const photo = (await upload(shop.anonymous, bytes)).body
    const claim = await shop.anonymous.post('/warranty-claims/', claimWith(photo.secure_url))
    expect(claim.status).toBe(201)
    const shown = (await admin.get(`/warranty-claims/${claim.body.id}/`)).body.photo1 as string
    expect(shown).toContain('signature=')
    const reply = await get(shown)
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'private, no-store', 'content-type': 'image/webp' },
    })
    expect((await sharp(reply.bytes).metadata()).format).toBe('webp')
    expect((await get(shown.replace(/\?.*/, ''))).status).toBe(404)
    shop.clock.advance(11 * 60_000)
    expect((await get(shown)).status).toBe(404)
  })

  it('sends a picture of a product in all its widths with immutable caching, and its AVIF', async () => {
    const shown = (await shop.anonymous.get(`/products/${sold.product.id}/`)).body.image as string
    const kept = await shop.shop.files.list(shown.replace('/media/', '').replace(/[^/]*$/, ''))
    expect(kept.length).toBeGreaterThan(3)
    for (const key of kept) {
      const reply = await get(`/media/${key}`)
      const isAvif = key.endsWith('.avif')
      expect(reply).toMatchObject({
        status: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': isAvif ? 'image/avif' : 'image/webp',
          'content-length': String(reply.bytes.length),
          'content-security-policy': "default-src 'none'; sandbox",
        },
      })
      if (isAvif) expect(reply.bytes.toString('latin1', 4, 12)).toBe('ftypavif')
      else expect((await sharp(reply.bytes).metadata()).width).toBe(Number(/(\d+)\.webp$/.exec(key)?.[1]))
    }
  })

  it('removes pictures unused for a day, and files without a row', async () => {
    const unused = (await upload(shop.anonymous, bytes)).body
    await shop.shop.files.write('product/unknown/320.webp', bytes)
    shop.clock.advance(23 * HOUR)
    await cleanFiles(shop.shop, { after: '' })
    expect((await shop.shop.files.list(`warranty/${unused.id}/`)).length).toBeGreaterThan(0)
    expect((await shop.shop.files.list('product/unknown/')).length).toBe(1)
    shop.clock.advance(2 * HOUR)
    await cleanFiles(shop.shop, { after: '' })
    expect(await shop.shop.files.list(`warranty/${unused.id}/`)).toEqual([])
    expect(await shop.shop.files.list('product/unknown/')).toEqual([])
    expect((await shop.shop.files.list('product/')).length).toBeGreaterThan(3)
  })

  it('deletes no row while S3 is down', async () => {
    const { id } = (await upload(shop.anonymous, bytes)).body
    shop.clock.advance(25 * HOUR)
    const before = await uploads()
    s3.fault = 'reset'
    await expect(cleanFiles(shop.shop, { after: '' })).rejects.toThrow('no responde')
    expect(await uploads()).toBe(before)
    s3.fault = 'nothing'
    await expect
      .poll(() => cleanFiles(shop.shop, { after: '' }).then(() => true), { timeout: 5_000 })
      .toBe(true)
    expect(await uploads()).toBe(before - 1)
    expect(await shop.shop.files.list(`warranty/${id}/`)).toEqual([])
  })

  describe.each<[string, Fault]>([
    ['is down', 'reset'],
    ['does not answer', 'silence'],
    ['lost its bucket', { status: 404, code: 'NoSuchBucket' }],
    ['refuses', { status: 403, code: 'AccessDenied' }],
    ['is overloaded', { status: 503, code: 'SlowDown' }],
  ])('while S3 %s', (_what, fault) => {
    it('refuses uploads and pictures in Spanish, stores nothing, still sells, and recovers', async () => {
      const { picture, product } = sold
      const before = await uploads()
      s3.fault = fault

      const refused = await upload(shop.anonymous, bytes)
      expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', error: NO_ANSWER } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(await uploads()).toBe(before)
      const shown = await get(picture)
      expect([shown.status, shown.headers['cache-control']]).toEqual([503, 'no-store'])

      expect((await shop.anonymous.get(`/products/${product.id}/`)).status).toBe(200)
      const customer = await shop.signIn()
      const order = await customer.post('/orders/', {
        recipient_name: 'Ana Suárez',
        customer_phone: '+54 11 4444-5555',
        delivery_type: 'coordinate',
        products: [{ product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }],
      })
      expect(order.status).toBe(201)
      const ready = async () => {
        const { status, bytes: answer } = await get('/readyz')
        return [status, JSON.parse(answer.toString())]
      }
      await expect
        .poll(ready)
        .toEqual([200, expect.objectContaining({ status: 'ready', problems: ['files'] })])

      s3.fault = 'nothing'
      await expect.poll(async () => (await get(picture)).status, { timeout: 5_000 }).toBe(200)
      expect((await upload(shop.anonymous, bytes)).status).toBe(201)
      await expect.poll(ready).toEqual([200, expect.objectContaining({ status: 'ready', problems: [] })])
    }, 30_000)
  })

  it('has no row of an upload when S3 fails half way, and removes its parts after a day', async () => {
    const before = await uploads()
    const known = new Set(await shop.shop.files.list('product/'))
    let written = 0
    s3.fault = (asked) =>
      asked.startsWith('PUT') && ++written > 1 ? { status: 507, code: 'Full' } : 'nothing'
    const refused = await upload(admin, bytes, { preset: 'product' })
    expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining('No hay espacio') } })
    s3.fault = 'nothing'
    expect(await uploads()).toBe(before)
    const parts = (await shop.shop.files.list('product/')).filter((key) => !known.has(key))
    expect(parts).toHaveLength(1)
    shop.clock.advance(25 * HOUR)
    await cleanFiles(shop.shop, { after: '' })
    expect((await shop.shop.files.list('product/')).filter((key) => parts.includes(key))).toEqual([])
  })

  it('says why a claim was refused even if its photos cannot be removed', async () => {
    // Two photos in one field, which is noticed after they were received.
    const claim = claimWith('')
    const parts = Object.entries(claim).map(([name, body]) => ({ name, body }))
    const photo = { name: 'photo1', filename: 'a.jpg', type: 'image/jpeg', body: bytes }
    const known = await shop.shop.files.list('warranty/')
    s3.fault = (asked) => (asked.startsWith('PUT') ? 'nothing' : { status: 500, code: 'InternalError' })
    const refused = await postForm(shop.anonymous, '/warranty-claims/', [
      ...parts.filter(({ name }) => name !== 'photo1'),
      photo,
      photo,
    ])
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['photo1']])
    s3.fault = 'nothing'
    const left = await expect
      .poll(() => shop.shop.files.list('warranty/').catch(() => known))
      .not.toEqual(known)
      .then(() => shop.shop.files.list('warranty/'))
    shop.clock.advance(25 * HOUR)
    await cleanFiles(shop.shop, { after: '' })
    expect(left.length).toBeGreaterThan(known.length)
    expect((await shop.shop.files.list('warranty/')).filter((key) => !known.includes(key))).toEqual([])
  })

  it('ends a response early when S3 does, then recovers', async () => {
    const noise = await sharp({
      create: {
        width: 500,
        height: 500,
        channels: 3,
        background: 'green',
        noise: { type: 'gaussian', sigma: 80 },
      },
    })
      .jpeg()
      .toBuffer()
    const picture = (await upload(admin, noise, { preset: 'product' })).body
    await picturesSettled()
    const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    s3.fault = 'cut'
    for (let i = 0; i < 5; i++) {
      const reply = await fetch(`${origin}${picture.secure_url}`)
      await expect(reply.arrayBuffer()).rejects.toThrow()
    }
    s3.fault = 'nothing'
    const whole = await fetch(`${origin}${picture.secure_url}`)
    expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')))
  })
})
