import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('the words used for corrections, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const known = async (...words: string[]) => {
    const rows = await shop.shop.db
      .selectFrom('search_words')
      .select('word')
      .where('word', 'in', words)
      .orderBy('word')
      .execute()
    return rows.map(({ word }) => word)
  }

  it('are those of shown products', async () => {
    const { id } = await shop.hasProduct({ name: 'Quebracho Secreto', available: false })
    const find = async () => (await shop.anonymous.get('/products/?search=quebrajo')).body.length as number
    expect([await known('quebracho', 'secreto'), await find()]).toEqual([[], 0])
    await admin.patch(`/products/${id}/`, { available: true })
    expect([await known('quebracho', 'secreto'), await find()]).toEqual([['quebracho', 'secreto'], 1])
    await admin.patch(`/products/${id}/`, { available: false })
    expect(await known('quebracho', 'secreto')).toEqual([])
  })

  it('are removed with the last product that has them', async () => {
    const [first, second] = [
      await shop.hasProduct({ name: 'Ñandubay Uno' }),
      await shop.hasProduct({ name: 'Ñandubay Dos' }),
    ]
    await admin.delete(`/products/${first.id}/`)
    expect(await known('nandubay', 'uno', 'dos')).toEqual(['dos', 'nandubay'])
    const product = (await admin.get(`/products/${second.id}/`)).body
    await admin.put(`/products/${second.id}/`, { ...product, name: 'Chañar Dos' })
    expect(await known('nandubay', 'chanar', 'dos')).toEqual(['chanar', 'dos'])
  })
})
