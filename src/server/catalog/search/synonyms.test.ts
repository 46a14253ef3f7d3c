import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('words that the search is taught, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    await shop.hasProduct({ name: 'Luz Mala', effects: 'Sereno' })
  })
  afterAll(() => shop.close())

  const find = async (search: string) =>
    (await shop.anonymous.get(`/products/?search=${encodeURIComponent(search)}`)).body.length as number
  const teach = (word: string, ...means: string[]) => admin.put('/search-synonyms/', { word, means })

  it('find what they stand for from then on, until they are forgotten', async () => {
    expect(await find('chill')).toBe(0)
    const taught = await teach('  CHÍLL ', 'Seren', 'seren')
    expect([taught.status, taught.body]).toEqual([200, { word: 'chill', means: ['seren'], found: 1 }])
    expect(await find('chill')).toBe(1)
    const { body } = await admin.get('/search-synonyms/')
    expect(body.results).toContainEqual({ word: 'chill', means: ['seren'] })
    const logged = (await admin.get('/activity-logs/?entity=search_synonym')).body.results
    expect(logged[0]).toMatchObject({
      action: 'create',
      description: 'Palabra de la búsqueda enseñada: chill',
    })
    await teach('chill')
    expect(await find('chill')).toBe(0)
  })

  it('replace what the shop knows by itself, which can be forgotten and taught again', async () => {
    expect(await find('tranquilo')).toBe(1)
    await teach('tranquilo')
    expect(await find('tranquilo')).toBe(0)
    const known = async () => (await admin.get('/search-synonyms/')).body.results as { word: string }[]
    expect((await known()).map(({ word }) => word)).not.toContain('tranquilo')
    await teach('tranquilo', 'seren')
    expect(await find('tranquilo')).toBe(1)
  })

  it('are words', async () => {
    expect((await teach('¡!', 'sereno')).status).toBe(400)
    expect((await teach('chill', 'x'.repeat(41))).status).toBe(400)
    expect(
      (await admin.put('/search-synonyms/', { word: 'chill', means: Array.from({ length: 13 }, String) }))
        .status,
    ).toBe(400)
    // Marks of patterns are texts.
    await teach('raro', '(.*', '%', String.raw`\m`)
    expect(await find('raro')).toBe(0)
  })
})
