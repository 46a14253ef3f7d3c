import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { keepShownBanners } from '../banners/banners.ts'
import { keepShownPictures } from '../catalog/catalog.ts'
import type { UploadPreset } from '../db/tables.ts'
import { reclaim, releasePictures } from './mark-used.ts'
import { unusedBytes } from './upload-queries.ts'

describe.each(enginesOf(import.meta.filename))('released pictures on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const now = () => shop.clock.now()

  async function uploaded(preset: UploadPreset, bytes = 9): Promise<string> {
    const id = randomBytes(12).toString('base64url')
    await shop.database.db
      .insertInto('uploads')
      .values({
        id,
        preset,
        width: 800,
        height: 800,
        bytes,
        user_id: null,
        owner_hash: null,
        claimed_at: null,
        created_at: now(),
      })
      .execute()
    return id
  }

  async function isInUse(id: string): Promise<boolean> {
    const row = await shop.database.db
      .selectFrom('uploads')
      .select('claimed_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.claimed_at !== null
  }

  /** As if an order or a save used a picture during its release. */
  const letGo = (preset: UploadPreset, id: string) =>
    releasePictures(shop.database.db, { preset, ids: [id], at: now() })

  const aDayAgo = () => new Date(now().getTime() - 24 * 60 * 60_000)

  it('are in use again a day later if a product or a brand shows them', async () => {
    const [shown, gone, logo] = [
      await uploaded('product'),
      await uploaded('product'),
      await uploaded('brand'),
    ]
    await shop.hasProduct({ image: `/media/product/${shown}/640.webp` })
    await shop.database.db
      .insertInto('brands')
      .values({ name: 'Con logo', image: `/media/brand/${logo}/200.webp`, created_at: now() })
      .execute()
    for (const id of [shown, gone]) await letGo('product', id)
    await letGo('brand', logo)

    await keepShownPictures(shop.shop, aDayAgo())
    expect([await isInUse(shown), await isInUse(logo)]).toEqual([false, false])
    shop.clock.advance(25 * 60 * 60_000)
    await keepShownPictures(shop.shop, aDayAgo())
    expect([await isInUse(shown), await isInUse(gone), await isInUse(logo)]).toEqual([true, false, true])
  })

  it('of banners are shared with settings', async () => {
    const [shared, gone] = [await uploaded('banner'), await uploaded('banner')]
    const addressOf = (id: string) => `/media/banner/${id}/1600.webp`
    const { body: banner } = await admin.post('/banners/', {
      image_url: addressOf(shared),
      mobile_image_url: addressOf(gone),
    })
    expect((await admin.put('/settings/', { share_picture: addressOf(shared) })).status).toBe(200)
    await admin.delete(`/banners/${banner.id}/`)
    expect([await isInUse(shared), await isInUse(gone)]).toEqual([true, false])

    await letGo('banner', shared)
    shop.clock.advance(25 * 60 * 60_000)
    await keepShownBanners(shop.shop, aDayAgo())
    expect([await isInUse(shared), await isInUse(gone)]).toEqual([true, false])
  })

  it('do not count as unused uploads', async () => {
    const unused = async () => (await unusedBytes(shop.database.db, false, { user: { id: 0 } })).all
    const before = await unused()
    const id = await uploaded('product', 1_000)
    expect(await unused()).toBe(before + 1_000)
    await reclaim(shop.database.db, [id], now())
    await letGo('product', id)
    expect(await unused()).toBe(before)
  })
})
