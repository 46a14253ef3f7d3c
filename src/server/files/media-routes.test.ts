import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { openTestStore, stores } from '../../../test/support/pictures/stores.ts'
import { signedAddress } from './signed-address.ts'

describe.each(stores)('GET /media/{preset}/{id}/{width}.{format} from %s', (kind) => {
  let shop: TestShop
  let opened: Awaited<ReturnType<typeof openTestStore>>

  beforeAll(async () => {
    opened = await openTestStore(kind)
    shop = await openShop('embedded', { files: opened.store })
    for (const key of [
      'product/puna/320.webp',
      'product/puna/640.webp',
      'product/puna/640.avif',
      'brand/logo/96.svg',
      'banner/b/1920.jpg',
      'warranty/w/480.webp',
    ]) {
      await shop.shop.files.write(key, Buffer.from(key))
    }
  })
  afterAll(async () => {
    await shop.close()
    await opened.close()
  })

  async function get(url: string, method: 'GET' | 'HEAD' = 'GET') {
    const { statusCode, body, headers } = await shop.app.inject({ method, url })
    return {
      status: statusCode,
      body,
      type: headers['content-type'],
      caching: headers['cache-control'],
      headers,
    }
  }

  it('sends the file with immutable caching and headers that forbid other types', async () => {
    const reply = await get('/media/product/puna/640.avif')
    expect(reply).toMatchObject({
      status: 200,
      body: 'product/puna/640.avif',
      type: 'image/avif',
      caching: 'public, max-age=31536000, immutable',
    })
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': '21',
    })
    expect((await get('/media/brand/logo/96.svg')).type).toBe('image/svg+xml')
    expect((await get('/media/banner/b/1920.jpg')).type).toBe('image/jpeg')
  })

  it('answers HEAD without a body', async () => {
    expect(await get('/media/product/puna/640.avif', 'HEAD')).toMatchObject({
      status: 200,
      body: '',
      type: 'image/avif',
    })
  })

  it.each([
    ['480.webp', 'product/puna/640.webp', 'image/webp'],
    ['1600.webp', 'product/puna/640.webp', 'image/webp'],
    ['10.webp', 'product/puna/320.webp', 'image/webp'],
    ['320.avif', 'product/puna/640.avif', 'image/avif'],
  ])('for a missing %s sends the next larger, cached for a minute', async (file, body, type) => {
    expect(await get(`/media/product/puna/${file}`)).toMatchObject({
      status: 200,
      body,
      type,
      caching: 'public, max-age=60',
    })
  })

  it('sends WebP where there is no AVIF yet', async () => {
    await shop.shop.files.write('product/new/320.webp', Buffer.from('webp'))
    expect(await get('/media/product/new/320.avif')).toMatchObject({
      body: 'webp',
      type: 'image/webp',
      caching: 'public, max-age=60',
    })
  })

  it('makes the JPEG of a product picture for mails once, on white', async () => {
    const clear = { create: { width: 320, height: 200, channels: 4 as const, background: '#00000000' } }
    await shop.shop.files.write('product/mail/320.webp', await sharp(clear).webp().toBuffer())
    const replies = await Promise.all([1, 2, 3].map(() => get('/media/product/mail/112.jpg')))
    expect(replies.map(({ status, type, caching }) => [status, type, caching])).toEqual(
      replies.map(() => [200, 'image/jpeg', 'public, max-age=31536000, immutable']),
    )
    const { data, info } = await sharp(await fileOf('product/mail/112.jpg'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([112, 70, 255, 255, 255])
    for (const other of ['product/none', 'product/puna', 'brand/logo', 'banner/x'])
      expect((await get(`/media/${other}/112.jpg`)).status).toBe(404)
    expect((await get('/media/product/mail/113.jpg')).status).toBe(200)
  })

  it('tries a picture that cannot be decoded once an hour', async () => {
    const source = `product/broken-${kind}/320.webp`
    await shop.shop.files.write(source, Buffer.from('no picture'))
    const read = vi.spyOn(shop.shop.files, 'read')
    const tries = () => read.mock.calls.filter(([key]) => key === source).length
    const ask = async () => (await get(`/media/product/broken-${kind}/112.jpg`)).status
    try {
      expect([await ask(), await ask(), tries()]).toEqual([404, 404, 1])
      shop.clock.advance(61 * 60_000)
      expect([await ask(), tries()]).toEqual([404, 2])
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('makes one JPEG at a time, refuses too many, and answers at once for a missing picture', async () => {
    const { files } = shop.shop
    const read = files.read.bind(files)
    const slow = Promise.withResolvers<undefined>()
    vi.spyOn(files, 'read').mockImplementation((key) =>
      key === 'product/slow/320.webp' ? slow.promise : read(key),
    )
    try {
      await files.write('product/slow/320.webp', Buffer.from('webp'))
      const waiting = Array.from({ length: 64 }, () => get('/media/product/slow/112.jpg'))
      expect((await Promise.race(waiting)).status).toBe(503)
      expect((await get('/media/product/none/112.jpg')).status).toBe(404)
      slow.resolve(undefined)
      await Promise.all(waiting)
    } finally {
      slow.resolve(undefined)
      vi.restoreAllMocks()
    }
  })

  async function fileOf(key: string): Promise<Buffer> {
    const file = await shop.shop.files.read(key)
    return file ? buffer(file.stream) : Buffer.alloc(0)
  }

  it.each([
    '/media/product/none/320.webp',
    '/media/product/puna/320.png',
    '/media/product/puna/320.gif',
    '/media/other/puna/320.webp',
    '/media/product/puna/0.webp',
    '/media/product/puna/99999.webp',
    '/media/product/..%2F..%2Fsecret/320.webp',
    '/media/product/%2e%2e/320.webp',
    '/media/product/puna/..%2f640.webp',
    '/media/product/puna/640.webp%00',
    '/media/product/%00/640.webp',
    '/media/.unfinished/x/640.webp',
  ])('%s is a 404', async (url) => {
    expect((await get(url)).status).toBe(404)
  })

  it('sends photos of claims only at a signed address, without caching', async () => {
    expect((await get('/media/warranty/w/480.webp')).status).toBe(404)
    const address = signedAddress(shop.shop, 'warranty/w/480.webp')
    expect(await get(address)).toMatchObject({
      status: 200,
      body: 'warranty/w/480.webp',
      caching: 'private, no-store',
    })
    expect((await get(address.replace('480', '640'))).status).toBe(404)
    expect((await get(`${address.slice(0, -2)}xx`)).status).toBe(404)
    shop.clock.advance(11 * 60_000)
    expect((await get(address)).status).toBe(404)
  })
})
