import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { previewPath } from '../../contract/made-pictures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop('embedded')
  const red = { create: { width: 400, height: 500, channels: 3 as const, background: '#c02020' } }
  await shop.shop.files.write('product/rojo/400.webp', await sharp(red).webp().toBuffer())
})
afterAll(() => shop.close())

const get = (url: string) => shop.app.inject({ method: 'GET', url })
const image = '/media/product/rojo/400.webp'

/** The picture's width and height, and two of its colours: of the pack at the left, and of the ground at the right. */
async function seen(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ]
  return { size: [info.width, info.height], left: at(250, 300), right: at(1190, 20) }
}

it('the pack is at the left and the words at the right', async () => {
  const product = await shop.hasProduct({
    name: 'Ñandubay «del Sur» de nombre muy largo',
    genotype: 'Camalote × Ruderal',
    image,
  })
  const address = previewPath(product) ?? ''
  expect(address).toMatch(/^\/og\/producto\/\d+-[a-z0-9]+\.jpg$/)
  const answer = await get(address)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const { size, left, right } = await seen(answer.rawPayload)
  expect(size).toEqual([1200, 630])
  expect(left[0]).toBeGreaterThan((left[1] ?? 0) + 80)
  expect(Math.min(...right)).toBeGreaterThan(200)
  expect(answer.rawPayload.length).toBeLessThan(120_000)
})

it('an outdated address leads to the present one, and nothing else answers', async () => {
  const product = await shop.hasProduct({ name: 'Otra', image })
  const renamed = { ...product, name: 'Otra más' }
  expect(previewPath(renamed)).not.toBe(previewPath(product))
  const moved = await get(previewPath(renamed) ?? '')
  expect([moved.statusCode, moved.headers.location]).toEqual([302, previewPath(product)])
  const bare = await shop.hasProduct({ name: 'Sin imagen' })
  expect((await get(`/og/producto/${bare.id}-0.jpg`)).headers.location).toBe('/og.jpg')
  const hidden = await shop.hasProduct({ name: 'Oculta', available: false, image })
  for (const file of [
    previewPath(hidden)?.slice('/og/producto/'.length),
    '0-a.jpg',
    '1.jpg',
    'x-a.jpg',
    '1-a.png',
    '99999999-a.jpg',
  ])
    expect([file, (await get(`/og/producto/${file}`)).statusCode]).toEqual([file, 404])
})
