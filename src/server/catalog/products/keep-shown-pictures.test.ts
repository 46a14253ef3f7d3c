import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { reclaim, releasePictures } from '../../files/mark-used.ts'
import { unusedBytes } from '../../files/upload-queries.ts'
import { keepShownPictures } from '../catalog.ts'

describe.each(engines)('released pictures on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
  })
  afterAll(() => shop.close())

  const now = () => shop.clock.now()

  async function uploaded(preset: 'product' | 'brand', bytes = 9): Promise<string> {
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
  const letGo = (preset: 'product' | 'brand', id: string) =>
    releasePictures(shop.database.db, { preset, ids: [id], at: now() })

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

    const aDayAgo = () => new Date(now().getTime() - 24 * 60 * 60_000)
    await keepShownPictures(shop.shop, aDayAgo())
    expect([await isInUse(shown), await isInUse(logo)]).toEqual([false, false])
    shop.clock.advance(25 * 60 * 60_000)
    await keepShownPictures(shop.shop, aDayAgo())
    expect([await isInUse(shown), await isInUse(gone), await isInUse(logo)]).toEqual([true, false, true])
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
