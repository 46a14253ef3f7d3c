import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { favoritesFull, MAX_FAVORITES } from '../../../contract/catalog/choosing.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('favourites on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let ids: number[]
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    ids = await Promise.all(
      ['Puna', 'Lapacho', 'Zonda'].map(async (name) => (await shop.hasProduct({ name })).id),
    )
  }, 60_000)
  afterAll(() => shop.close())

  const kept = async (person: Client) => (await person.get('/favorites/')).body.ids as number[]
  const [first, second, third] = [0, 1, 2].map((at) => () => ids[at] ?? 0) as [
    () => number,
    () => number,
    () => number,
  ]

  it('are kept once, newest first, and dropped; each account has its own', async () => {
    const [ana, beto] = [await shop.signIn(), await shop.signIn()]
    await ana.put(`/favorites/${first()}/`, {})
    shop.clock.advance(1_000)
    await ana.put(`/favorites/${second()}/`, {})
    expect((await ana.put(`/favorites/${second()}/`, {})).body).toEqual({ ids: [second(), first()] })
    expect(await kept(beto)).toEqual([])
    expect((await ana.delete(`/favorites/${first()}/`)).status).toBe(204)
    expect((await beto.delete(`/favorites/${second()}/`)).status).toBe(204)
    expect(await kept(ana)).toEqual([second()])
    expect((await shop.anonymous.get('/favorites/')).status).toBe(401)
    expect((await shop.anonymous.get(`/favorites/?user_id=${ana.user?.id}`)).status).toBe(401)
  })

  it('of a browser are added to those of the account, without what is not shown', async () => {
    const ana = await shop.signIn()
    await ana.put(`/favorites/${first()}/`, {})
    const merge = () => ana.post('/favorites/merge/', { ids: [third(), 999_999, first()] })
    const both = [await merge(), await merge()]
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(await kept(ana))).toEqual(new Set([first(), third()]))
    expect(
      (await ana.post('/favorites/merge/', { ids: Array.from({ length: 101 }, (_, n) => n + 1) })).status,
    ).toBe(400)
    expect((await ana.post('/favorites/merge/', { ids: ['1'] })).status).toBe(400)
  })

  it('of hidden products are not shown, and cannot be added', async () => {
    const ana = await shop.signIn()
    const { id } = await shop.hasProduct({ name: 'Oculta' })
    await ana.put(`/favorites/${id}/`, {})
    await admin.patch(`/products/${id}/`, { available: false })
    expect(await kept(ana)).toEqual([])
    expect((await ana.put(`/favorites/${id}/`, {})).status).toBe(404)
    await admin.patch(`/products/${id}/`, { available: true })
    expect(await kept(ana)).toEqual([id])
  })

  it('are 200 at most, also when they are added at once', async () => {
    const ana = await shop.signIn()
    const at = shop.clock.now()
    const { id: _id, search_text: _text, ...like } = { id: 0, search_text: '' }
    const rows = await shop.shop.db
      .insertInto('products')
      .values(
        Array.from({ length: MAX_FAVORITES - 2 }, (_, n) => ({
          name: `Otra ${n}`,
          type: 'fem' as const,
          created_at: at,
          ...like,
        })),
      )
      .returning('id')
      .execute()
    const userId = ana.user?.id ?? 0
    await shop.shop.db
      .insertInto('favorites')
      .values(rows.map(({ id }) => ({ user_id: userId, product_id: id, created_at: at })))
      .execute()
    const replies = await Promise.all(ids.map((id) => ana.put(`/favorites/${id}/`, {})))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe(favoritesFull(MAX_FAVORITES))
    expect(await kept(ana)).toHaveLength(MAX_FAVORITES)
  })
})
