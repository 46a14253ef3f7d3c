import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../../../test/support/calls/multipart.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { deleteOldCounters } from '../limits/counter-queries.ts'
import { takeTurn } from '../limits/quota.ts'
import { cleanFiles } from './clean-files.ts'
import { picturesSettled } from './pictures.ts'

const HOUR = 60 * 60_000

describe.each(enginesOf(import.meta.filename))('cleanFiles on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let bytes: Buffer

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer()
  })
  afterAll(async () => {
    await picturesSettled()
    await shop.close()
  })

  const clean = () => cleanFiles(shop.shop, { after: '' })
  const rows = async () =>
    (await shop.shop.db.selectFrom('uploads').select('id').execute()).map(({ id }) => id)
  const files = (folder: string) => shop.shop.files.list(`${folder}/`)

  it('removes rows and files of pictures unused for a day, from any instance', async () => {
    const [unused, used] = [
      (await upload(shop.anonymous, bytes)).body,
      (await upload(admin, bytes, { preset: 'product' })).body,
    ]
    await picturesSettled()
    await shop.hasProduct({ image: used.secure_url })
    shop.clock.advance(23 * HOUR)
    await clean()
    expect(new Set(await rows())).toEqual(new Set([unused.id, used.id]))
    shop.clock.advance(2 * HOUR)
    await Promise.all([clean(), clean(), clean()])
    expect(await rows()).toEqual([used.id])
    expect(await files(`warranty/${unused.id}`)).toEqual([])
    expect((await files(`product/${used.id}`)).length).toBe(2)
  })

  it('keeps a picture for a form saved days later, and removes an unsaved one after two weeks', async () => {
    const [late, never] = [
      (await upload(admin, bytes, { preset: 'product' })).body,
      (await upload(admin, bytes, { preset: 'product' })).body,
    ]
    await picturesSettled()
    shop.clock.advance(4 * 24 * HOUR)
    await clean()
    await shop.hasProduct({ image: late.secure_url })
    shop.clock.advance(11 * 24 * HOUR)
    await clean()
    expect((await files(`product/${late.id}`)).length).toBe(2)
    expect(await files(`product/${never.id}`)).toEqual([])
  })

  it('refuses a picture that is saved after its removal, and keeps a product that still names one', async () => {
    const lost = (await upload(admin, bytes, { preset: 'product' })).body
    const tea = await shop.hasProduct()
    await picturesSettled()
    shop.clock.advance(15 * 24 * HOUR)
    await clean()
    const again = await shop.signIn({ admin: true })
    const whole = (await again.get(`/products/${tea.id}/`)).body
    const { status, body } = await again.put(`/products/${tea.id}/`, { ...whole, image_2: lost.secure_url })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['image_2']])
    expect(body.errors.image_2[0]).toContain('Subila de nuevo')
    await shop.shop.db
      .updateTable('products')
      .set({ image: lost.secure_url })
      .where('id', '=', tea.id)
      .execute()
    const named = (await again.get(`/products/${tea.id}/`)).body
    expect((await again.put(`/products/${tea.id}/`, { ...named, thc: '20 %' })).status).toBe(200)
  })

  it.each([
    ['brand', '/brands/', { brand_name: 'Sin Logo' }, 'image'],
    ['banner', '/banners/', { title: 'Sin imagen', url_to: '/productos' }, 'image_url'],
    ['banner', '/banners/', { title: 'Sin móvil', url_to: '/productos' }, 'mobile_image_url'],
  ] as const)('refuses a lost picture of a %s, by its field', async (preset, path, rest, field) => {
    const again = await shop.signIn({ admin: true })
    const lost = `/media/${preset}/${'x'.repeat(22)}/1920.webp`
    const { status, body } = await again.post(path, {
      ...rest,
      ...(preset === 'banner' && { image_url: '/media/banner/x/1920.webp' }),
      [field]: lost,
    })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
    expect(body.errors[field][0]).toContain('Subila de nuevo')
  })

  it('either assigns a photo to a claim or removes it', async () => {
    for (let i = 0; i < 10; i++) {
      const photo = (await upload(shop.anonymous, bytes)).body
      shop.clock.advance(25 * HOUR)
      const claim = {
        name: 'Bruno',
        email: 'b@correo.example',
        product_name: 'Puna',
        purchase_date: '2026-01-01',
        germination_date: '2026-01-02',
        description: 'x',
        photo1: photo.secure_url,
      }
      const [filed] = await Promise.all([shop.anonymous.post('/warranty-claims/', claim), clean()])
      const kept = (await rows()).includes(photo.id)
      expect([filed.status, kept]).toEqual(kept ? [201, true] : [400, false])
      expect((await files(`warranty/${photo.id}`)).length > 0).toBe(kept)
    }
  })

  it('removes files without a row after a day, and adds missing AVIF', async () => {
    const { id } = (await upload(admin, bytes, { preset: 'brand' })).body
    await picturesSettled()
    await shop.shop.db
      .updateTable('uploads')
      .set({ claimed_at: shop.clock.now() })
      .where('id', '=', id)
      .execute()
    const [webp = ''] = (await files(`brand/${id}`)).filter((key) => key.endsWith('.webp'))
    await shop.shop.files.remove(webp.replace('.webp', '.avif'))
    await shop.shop.files.write('product/old/320.webp', bytes)
    await shop.shop.files.write('product/new/320.webp', bytes)
    await shop.shop.files.write('warranty/old/320.webp', bytes)
    const media = join(shop.shop.config.dataDir, 'media')
    const ago = (hours: number) => new Date(shop.clock.now().getTime() - hours * HOUR)
    for (const key of ['product/old', 'warranty/old'])
      await utimes(join(media, `${key}/320.webp`), ago(25), ago(25))
    await utimes(join(media, 'product/new/320.webp'), ago(1), ago(1))
    shop.clock.advance(HOUR)
    await clean()
    expect(await files('product/old')).toEqual([])
    expect(await files('warranty/old')).toEqual([])
    expect((await files('product/new')).length).toBe(1)
    expect(await files(`brand/${id}`)).toContain(webp.replace('.webp', '.avif'))
  })

  it('goes on after a file that it cannot remove, and fails; a stop ends it', async () => {
    const media = join(shop.shop.config.dataDir, 'media')
    const long = new Date(0)
    for (const name of ['locked', 'other']) {
      await shop.shop.files.write(`product/${name}/320.webp`, bytes)
      await utimes(join(media, `product/${name}/320.webp`), long, long)
    }
    const remove = async (key: string) => {
      if (key.includes('locked')) throw new Error('EACCES')
      await shop.shop.files.remove(key)
    }
    const store = { ...shop.shop, files: { ...shop.shop.files, remove } }
    await cleanFiles(store, { after: '' }, AbortSignal.abort())
    expect(await files('product/other')).toHaveLength(1)
    await expect(cleanFiles(store, { after: '' })).rejects.toThrow('product/locked')
    expect(await files('product/other')).toEqual([])
    await shop.shop.files.remove('product/locked/320.webp')
  })

  it('removes nothing when the database belongs to another shop', async () => {
    const media = join(shop.shop.config.dataDir, 'media')
    for (let i = 0; i < 30; i++) {
      await shop.shop.files.write(`banner/fremd${i}/320.webp`, bytes)
      await utimes(join(media, `banner/fremd${i}/320.webp`), new Date(0), new Date(0))
    }
    await clean()
    expect((await files('banner')).length).toBe(30)
  })

  it('removes forms that a crash left half received, and old counters', async () => {
    const incoming = join(shop.shop.config.dataDir, 'incoming')
    await mkdir(incoming, { recursive: true })
    for (const [name, hours] of [
      ['alt', 2],
      ['neu', 0],
    ] as const) {
      await writeFile(join(incoming, name), 'x')
      const at = new Date(shop.clock.now().getTime() - hours * HOUR)
      await utimes(join(incoming, name), at, at)
    }
    await clean()
    expect(await readdir(incoming)).toEqual(['neu'])

    const limited = { ...shop.shop, config: { ...shop.shop.config, rateLimitFactor: 1 } }
    await takeTurn(shop.shop.db, limited, 'claims', 1)
    const counters = async () => (await shop.shop.db.selectFrom('throttles').select('key').execute()).length
    await deleteOldCounters(shop.shop.db, shop.clock.now())
    expect(await counters()).toBe(1)
    shop.clock.advance(49 * HOUR)
    await deleteOldCounters(shop.shop.db, shop.clock.now())
    expect(await counters()).toBe(0)
  })
})
