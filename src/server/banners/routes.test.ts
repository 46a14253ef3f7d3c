import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Banner } from '../../contract/banners.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

const PICTURE = '/media/banner/abc/1920.webp'

describe.each(enginesOf(import.meta.filename))('banners of admins on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.shop.db.deleteFrom('banners').execute())

  const create = (fields: Record<string, unknown> = {}) =>
    admin.post('/banners/', { title: 'Uno', image_url: PICTURE, ...fields })
  const placesOf = async () =>
    Object.fromEntries(
      (await admin.get('/banners/')).body.map((banner: Banner) => [banner.title, banner.order]),
    )
  const lastEntry = () =>
    shop.shop.db
      .selectFrom('activity_log')
      .selectAll()
      .where('entity', '=', 'banner')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  describe('POST /banners/', () => {
    it('reads both namings of fields and answers with one', async () => {
      const dates = { start_date: '2026-11-01', end_date: '' }
      const reply = await admin.post('/banners/', {
        title: 'Uno',
        image: PICTURE,
        mobile_image: PICTURE,
        link: '/productos?category=auto',
        isActive: false,
        order: 3,
        ...dates,
      })
      expect(reply).toMatchObject({
        status: 201,
        body: {
          title: 'Uno',
          image_url: PICTURE,
          mobile_image_url: PICTURE,
          url_to: '/productos?category=auto',
          is_active: false,
          order: 3,
          start_date: '2026-11-01',
          end_date: null,
          position: 'carousel',
        },
      })
      expect(Object.keys(reply.body)).not.toContain('isActive')
      expect(await lastEntry()).toMatchObject({ action: 'create', user_id: admin.user?.id })
    })

    it('reads the names of an older client', async () => {
      const reply = await admin.post('/banners/', {
        imageUrl: PICTURE,
        mobileImageUrl: PICTURE,
        urlTo: '/garantia',
        startDate: '2026-11-01',
        endDate: '2026-11-30',
      })
      expect(reply).toMatchObject({
        status: 201,
        body: {
          image_url: PICTURE,
          mobile_image_url: PICTURE,
          url_to: '/garantia',
          start_date: '2026-11-01',
          end_date: '2026-11-30',
        },
      })
    })

    it('gives the requested place, and the first free one to who has none or was there', async () => {
      for (const [title, order] of [
        ['a', 2],
        ['b', 2],
        ['c', 99],
        ['d', undefined],
      ])
        await create({ title, order })
      expect(await placesOf()).toEqual({ a: 1, b: 2, c: 4, d: 3 })
    })

    it('links to the catalogue by default, and is visible to visitors immediately', async () => {
      expect((await shop.anonymous.get('/banners/')).body).toEqual([])
      expect((await create({ link: '' })).body.url_to).toBe('/productos')
      await expect.poll(async () => (await shop.anonymous.get('/banners/')).body.length).toBe(1)
    })

    it('adds one banner for one Idempotency-Key', async () => {
      const send = () =>
        admin.post('/banners/', { image_url: PICTURE }, { 'idempotency-key': `banner-${engine}` })
      const [first, second] = await Promise.all([send(), send()])
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
      expect((await admin.get('/banners/')).body).toHaveLength(1)
    })

    it('refuses a fifth, active or not', async () => {
      for (const title of ['a', 'b', 'c', 'd'])
        expect((await create({ title, is_active: false })).status).toBe(201)
      expect(await create()).toMatchObject({
        status: 409,
        body: { code: 'LIMIT_REACHED', error: 'Máximo alcanzado' },
      })
    })

    it.each([{}, { image_url: '' }, { image_url: null }, { image: '' }])(
      'refuses one without its main image: %j',
      async (fields) => {
        const reply = await admin.post('/banners/', { title: 'Uno', ...fields })
        expect(reply).toMatchObject({
          status: 400,
          body: {
            error: 'La imagen principal es requerida',
            errors: { image_url: ['La imagen principal es requerida'] },
          },
        })
      },
    )

    it.each([
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'http://otra.example/',
      '//otra.example',
      '/\\otra.example',
      '/\t/otra.example',
      'https:otra.example',
      'https://',
      'https://banco@otra.example/',
      'productos',
      `/${'x'.repeat(400)}`,
    ])('refuses the link %s', async (link) => {
      const reply = await create({ link })
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['link']])
    })

    it.each(['/', '/productos', '/producto/12?blister=4#fotos', 'https://otra.example/a?b=c'])(
      'accepts the link %s',
      async (link) => {
        expect((await create({ link })).body.url_to).toBe(link)
      },
    )

    it.each([
      ['image_url', { image_url: 'https://otra.example/x.webp' }],
      ['image_url', { image_url: '/media/warranty/x/480.webp' }],
      ['image_url', { image_url: '/media/banner/../../x/480.webp' }],
      ['start_date', { start_date: '2026-02-30' }],
      ['end_date', { start_date: '2026-11-02', end_date: '2026-11-01' }],
      ['title', { title: 'x'.repeat(101) }],
      ['order', { order: 'primero' }],
      ['is_active', { is_active: 'si' }],
    ])('refuses a wrong %s: %j', async (field, wrong) => {
      const reply = await create(wrong)
      expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
      expect(Object.keys(reply.body.errors)).toEqual([field])
    })
  })

  describe.each(['put', 'patch'] as const)('%s /banners/{id}/', (method) => {
    it('changes the sent fields and keeps the others', async () => {
      const { body: banner } = await create({ link: '/merch', start_date: '2026-11-01' })
      const reply = await admin[method](`/banners/${banner.id}/`, { isActive: false, title: null })
      expect(reply).toMatchObject({ status: 200, body: { ...banner, is_active: false, title: '' } })
      expect((await lastEntry()).changes).toEqual({
        is_active: { before: true, after: false },
        title: { before: 'Uno', after: '' },
      })
      const { id } = await lastEntry()
      expect((await admin[method](`/banners/${banner.id}/`, reply.body)).body).toEqual(reply.body)
      expect((await lastEntry()).id).toBe(id)
    })

    it('exchanges a taken place with its banner, or moves to a free one', async () => {
      const { body: a } = await create({ title: 'a' })
      await create({ title: 'b' })
      await admin[method](`/banners/${a.id}/`, { order: 2 })
      expect(await placesOf()).toEqual({ a: 2, b: 1 })
      await admin[method](`/banners/${a.id}/`, { order: 9, link: '/merch' })
      expect(await placesOf()).toEqual({ a: 4, b: 1 })
    })

    it('keeps place and position when they are sent empty, and refuses other texts as a number', async () => {
      const { body: banner } = await create({ order: 3 })
      for (const order of [null, '']) {
        const reply = await admin[method](`/banners/${banner.id}/`, { order, position: '' })
        expect(reply.body).toMatchObject({ order: 3, position: 'carousel' })
      }
      for (const order of [true, [], 'uno', 1.5])
        expect((await admin[method](`/banners/${banner.id}/`, { order })).status).toBe(400)
      expect((await admin[method](`/banners/${banner.id}/`, { order: '2' })).body.order).toBe(2)
    })

    it('keeps its main image and the order of its days', async () => {
      const { body: banner } = await create({ end_date: '2026-11-05' })
      expect((await admin[method](`/banners/${banner.id}/`, { image_url: null })).body.error).toBe(
        'La imagen principal es requerida',
      )
      const late = await admin[method](`/banners/${banner.id}/`, { start_date: '2026-11-06' })
      expect(late.body.errors).toEqual({ end_date: [expect.stringContaining('anterior')] })
      expect((await admin[method]('/banners/999999/', { title: 'x' })).status).toBe(404)
    })
  })

  it('DELETE frees the place and is logged', async () => {
    const { body: a } = await create({ title: 'a' })
    await create({ title: 'b' })
    expect((await admin.delete(`/banners/${a.id}/`)).status).toBe(204)
    expect((await admin.delete(`/banners/${a.id}/`)).status).toBe(404)
    expect(await lastEntry()).toMatchObject({ action: 'delete', entity_id: a.id })
    expect((await create({ title: 'c' })).body.order).toBe(1)
  })

  describe('POST /banners/swap/', () => {
    it('exchanges two places, neighbours or not', async () => {
      const ids: number[] = []
      for (const title of ['a', 'b', 'c', 'd']) ids.push((await create({ title })).body.id)
      const [a = 0, b = 0, , d = 0] = ids
      const reply = await admin.post('/banners/swap/', { first: a, second: b })
      expect([reply.status, reply.body.map((banner: Banner) => banner.title)]).toEqual([
        200,
        ['b', 'a', 'c', 'd'],
      ])
      await admin.post('/banners/swap/', { first: d, second: b })
      expect(await placesOf()).toEqual({ a: 2, b: 4, c: 3, d: 1 })
    })

    it('changes nothing for the same banner twice, and refuses an unknown one', async () => {
      const { body: a } = await create({ title: 'a' })
      expect((await admin.post('/banners/swap/', { first: a.id, second: a.id })).status).toBe(200)
      expect((await admin.post('/banners/swap/', { first: a.id, second: 999_999 })).status).toBe(404)
      expect((await admin.post('/banners/swap/', { first: a.id })).status).toBe(400)
      expect(await placesOf()).toEqual({ a: 1 })
    })
  })

  it.each(['image', 'file'])('POST /banners/upload_image/ takes a picture as `%s`', async (field) => {
    const pixels = { create: { width: 1920, height: 620, channels: 3 as const, background: '#274' } }
    const form = new FormData()
    form.set(
      field,
      new Blob([new Uint8Array(await sharp(pixels).png().toBuffer())], { type: 'image/png' }),
      'x.png',
    )
    const reply = await admin.post('/banners/upload_image/', form)
    expect(reply).toMatchObject({ status: 201, body: { width: 1920, height: 620 } })
    expect((await create({ image_url: reply.body.image_url })).status).toBe(201)
    const upload = await shop.shop.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', reply.body.id)
      .executeTakeFirstOrThrow()
    expect(upload.claimed_at).not.toBeNull()
  })

  it('POST /banners/upload_image/ refuses bodies without a form or a picture', async () => {
    expect((await admin.post('/banners/upload_image/', { image: 'x' })).status).toBe(415)
    const form = new FormData()
    form.set('image', new Blob(['<svg/>'], { type: 'image/png' }), 'x.png')
    expect((await admin.post('/banners/upload_image/', form)).status).toBe(415)
    expect((await admin.post('/banners/upload_image/', new FormData())).status).toBe(400)
  })
})
