import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { BannerInput } from '../../contract/banners.ts'
import { addBanner } from './banners.ts'

async function titles(client: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`/banners/${query}`)
  expect(status).toBe(200)
  return body.map((banner: { title: string }) => banner.title)
}

describe.each(enginesOf(import.meta.filename))('GET /banners/ on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    shop.clock.set('2026-11-20T12:00:00-03:00')
  })
  afterAll(() => shop.close())

  const add = (title: string, more: Partial<BannerInput> = {}) =>
    addBanner({
      shop: shop.shop,
      body: BannerInput.parse({
        title,
        image_url: '/media/banner/a/1920.webp',
        mobile_image_url: null,
        url_to: '/productos',
        ...more,
      }),
    })

  it('shows visitors the banners active today, in order, and admins all', async () => {
    await add('Siempre')
    await add('Apagado', { is_active: false })
    await add('Noviembre', { start_date: '2026-11-20', end_date: '2026-11-21' })
    const customer = await shop.signIn()
    expect(await titles(shop.anonymous)).toEqual(['Siempre', 'Noviembre'])
    expect(await titles(customer, '?active=false')).toEqual(['Siempre', 'Noviembre'])
    expect(await titles(customer, '?position=carousel')).toEqual(['Siempre', 'Noviembre'])
    expect(await titles(customer, '?position=footer')).toEqual([])
    expect(await titles(admin)).toEqual(['Siempre', 'Apagado', 'Noviembre'])
    expect(await titles(admin, '?active=false')).toEqual(['Apagado'])
    expect((await admin.get('/banners/')).body[2]).toEqual({
      id: expect.any(Number),
      title: 'Noviembre',
      image_url: '/media/banner/a/1920.webp',
      mobile_image_url: null,
      url_to: '/productos',
      position: 'carousel',
      is_active: true,
      order: 3,
      start_date: '2026-11-20',
      end_date: '2026-11-21',
    })
  })

  it.each([
    ['2026-11-19T23:59:00-03:00', false],
    ['2026-11-20T00:01:00-03:00', true],
    ['2026-11-21T20:59:00-03:00', true],
    ['2026-11-21T21:01:00-03:00', true],
    ['2026-11-21T23:59:00-03:00', true],
    ['2026-11-22T00:01:00-03:00', false],
  ])('at %s the banner of 20 and 21 November shows: %s', async (instant, shows) => {
    shop.clock.set(instant)
    // Visitors' responses stay cached until a change, and this clock jumps without one.
    const customer = await shop.signIn()
    expect((await titles(customer)).includes('Noviembre')).toBe(shows)
  })

  it('has four places, however many are added at the same time', async () => {
    const results = await Promise.allSettled([add('Cuarto'), add('Quinto'), add('Sexto')])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))).toMatchObject([
      { code: 'LIMIT_REACHED', message: 'Máximo alcanzado' },
      { code: 'LIMIT_REACHED' },
    ])
    expect((await admin.get('/banners/')).body.map((banner: { order: number }) => banner.order)).toEqual([
      1, 2, 3, 4,
    ])
  })
})
