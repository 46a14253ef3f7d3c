import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { HEIC_PICTURE, type PicturePreset, tooManyPixels } from '../../contract/pictures.ts'
import { markPicturesUsed, pictureId } from './mark-used.ts'
import { picturesSettled, storePicture } from './pictures.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6b3f' } })

describe('storePicture', () => {
  let shop: TestShop
  let svg: Buffer
  let tiff: Buffer

  beforeAll(async () => {
    shop = await openShop('embedded')
    // Before the first upload, after which this process loads photos only.
    svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><script>alert(1)</script></svg>',
    )
    tiff = await photo(50, 50).tiff().toBuffer()
  })
  afterAll(async () => {
    await picturesSettled()
    await shop.close()
  })

  const store = (bytes: Buffer, preset: PicturePreset = 'product') =>
    storePicture(shop.shop, { preset, source: bytes, user: undefined })

  async function kept(key: string): Promise<Buffer> {
    const file = await shop.shop.files.read(key)
    if (!file) throw new Error(`No file ${key}`)
    return buffer(file.stream)
  }

  it('stores the widths that the picture reaches, as WebP and then as AVIF, and its row', async () => {
    const bytes = await photo(1200, 900).jpeg().toBuffer()
    const { id, secure_url, ...size } = await store(bytes)
    expect(secure_url).toBe(`/media/product/${id}/1000.webp`)
    expect(size).toMatchObject({ width: 1000, height: 750 })
    await picturesSettled()
    const widths = ['1000', '320', '480', '640']
    expect(await shop.shop.files.list(`product/${id}/`)).toEqual(
      widths.flatMap((width) => [`product/${id}/${width}.avif`, `product/${id}/${width}.webp`]),
    )
    expect(await sharp(await kept(`product/${id}/480.webp`)).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 360,
    })
    const row = await shop.shop.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ preset: 'product', ...size, user_id: null, claimed_at: null })
  })

  it('reads JPEG, PNG with transparency and WebP, in grey, CMYK and sixteen bits', async () => {
    const clear = sharp({
      create: { width: 700, height: 700, channels: 4, background: { r: 0, g: 200, b: 0, alpha: 0.5 } },
    })
    const pictures = [
      await photo(700, 700).webp().toBuffer(),
      await clear.png().toBuffer(),
      await photo(700, 700).greyscale().png().toBuffer(),
      await photo(700, 700).toColourspace('cmyk').jpeg().toBuffer(),
      await photo(700, 700).toColourspace('rgb16').png().toBuffer(),
    ]
    for (const bytes of pictures) {
      const { id } = await store(bytes, 'brand')
      expect(await sharp(await kept(`brand/${id}/600.webp`)).metadata()).toMatchObject({
        width: 600,
        space: 'srgb',
      })
    }
    await picturesSettled()
  })

  it('rotates the picture and drops its location', async () => {
    const bytes = await photo(800, 400)
      .withExif({
        IFD0: { Copyright: 'somebody' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '31/1 25/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { id, width, height } = await store(bytes, 'warranty')
    expect([width, height]).toEqual([400, 800])
    const stored = await sharp(await kept(`warranty/${id}/400.webp`)).metadata()
    expect(stored).not.toHaveProperty('exif')
    expect(stored).not.toHaveProperty('xmp')
    expect(stored).not.toHaveProperty('icc')
    expect(stored.orientation).toBeUndefined()
  })

  it('does not make AVIF of photos of claims', async () => {
    const { id } = await store(await photo(500, 500).jpeg().toBuffer(), 'warranty')
    await picturesSettled()
    expect(await shop.shop.files.list(`warranty/${id}/`)).toEqual([`warranty/${id}/480.webp`])
  })

  it('shrinks larger pictures to 3000 pixels of height', async () => {
    const { id, width, height } = await store(await photo(500, 6000).png().toBuffer())
    expect([width, height]).toEqual([250, 3000])
    expect(
      await shop.shop.files.read(`product/${id}/250.webp`).then((file) => file?.stream.destroy()),
    ).toBeDefined()
    await picturesSettled()
  })

  it('says what to do with a HEIC, and with more pixels than it decodes', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    await expect(store(heic)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE', message: HEIC_PICTURE })
    const huge = await photo(9000, 9000).jpeg({ quality: 10 }).toBuffer()
    const text =
      'Por favor selecciona una imagen válida: esta tiene 81 megapíxeles y entran hasta 50. Sacala con menos resolución, o mandá una captura de pantalla de la foto.'
    await expect(store(huge, 'warranty')).rejects.toMatchObject({ code: 'VALIDATION', message: text })
  })

  it('keeps an upright photo of a phone in the widest step of its preset', async () => {
    const { id } = await store(await photo(2250, 3000).jpeg().toBuffer(), 'warranty')
    expect((await shop.shop.files.list(`warranty/${id}/`)).toSorted()).toEqual(
      [1600, 480].map((width) => `warranty/${id}/${width}.webp`),
    )
  })

  it('drops data appended to the picture', async () => {
    const bytes = Buffer.concat([
      await photo(400, 400).jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ])
    const { id } = await store(bytes, 'warranty')
    expect((await kept(`warranty/${id}/400.webp`)).includes('script')).toBe(false)
  })

  it('refuses anything but JPEG, PNG and WebP, whatever its name', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    for (const bytes of [svg, tiff, gif, Buffer.from('hola'), Buffer.alloc(0)]) {
      await expect(store(bytes)).rejects.toMatchObject({
        code: 'UNSUPPORTED_TYPE',
        message: 'Por favor selecciona una imagen válida',
      })
    }
  })

  it('refuses broken, truncated and tiny pictures', async () => {
    const whole = await photo(400, 400).jpeg().toBuffer()
    const png = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer()
    for (const bytes of [
      whole.subarray(0, 200),
      png.subarray(0, png.length / 2),
      Buffer.from('\xFF\xD8\xFF nothing', 'latin1'),
    ]) {
      await expect(store(bytes)).rejects.toMatchObject({
        code: 'VALIDATION',
        facts: { errors: { file: ['Por favor selecciona una imagen válida'] } },
      })
    }
    await expect(store(await photo(9, 400).png().toBuffer())).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('refuses a decompression bomb', async () => {
    const bomb = await photo(16_000, 4_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(300_000)
    const text = tooManyPixels(64_000_000, 50_000_000)
    await expect(store(bomb)).rejects.toMatchObject({ facts: { errors: { file: [text] } } })
  })

  it.each([
    ['warranty', 5_242_880, 'La imagen no debe superar los 5MB'],
    ['brand', 2_097_152, 'La imagen no debe superar los 2MB'],
  ] as const)('refuses %s above %i bytes', async (preset, most, text) => {
    await expect(store(Buffer.alloc(most + 1), preset)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: text,
    })
    await expect(store(Buffer.alloc(most), preset)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
  })

  it('can be used once', async () => {
    const { id, secure_url } = await store(await photo(500, 500).jpeg().toBuffer(), 'warranty')
    expect(pictureId('warranty', secure_url)).toBe(id)
    expect(pictureId('product', secure_url)).toBeUndefined()
    const claim = (preset: PicturePreset) =>
      markPicturesUsed(shop.shop.db, {
        preset,
        addresses: [secure_url, null, 'https://elsewhere.example/a/b.webp'],
        at: shop.clock.now(),
      })
    expect(await claim('product')).toEqual([])
    expect(await claim('warranty')).toEqual([id])
    expect(await claim('warranty')).toEqual([])
  })
})
