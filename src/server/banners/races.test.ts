import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Banner } from '../../contract/banners.ts'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe('concurrent changes of banners on postgres', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('postgres')
  })
  afterAll(() => shop.close())

  it('never create a fifth banner or share a place', async () => {
    const [one, two] = [await shop.signIn({ admin: true }), await shop.signIn({ admin: true })]
    const eitherOf = (index: number) => (index % 2 === 0 ? one : two)
    const statuses = (replies: { status: number }[]) =>
      replies.map(({ status }) => status).toSorted((a, b) => a - b)
    for (let round = 0; round < 10; round += 1) {
      await shop.shop.db.deleteFrom('banners').execute()
      const six = Array.from({ length: 6 }, (_, index) => eitherOf(index))
      const adds = await Promise.all(
        six.map((admin) => admin.post('/banners/', { image_url: '/media/banner/abc/1920.webp' })),
      )
      expect(statuses(adds)).toEqual([201, 201, 201, 201, 409, 409])
      const ids: number[] = adds.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
      const swap = (first: number, index: number) =>
        eitherOf(index).post('/banners/swap/', { first, second: ids[(index + 1) % 4] })
      expect(statuses(await Promise.all(ids.map(swap)))).toEqual([200, 200, 200, 200])
      const places = await one.get('/banners/')
      expect(places.body.map((banner: Banner) => banner.order)).toEqual([1, 2, 3, 4])
    }
  })
})
