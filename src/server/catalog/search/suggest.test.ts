import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Suggested } from '../../../contract/catalog/catalog.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('GET /products/suggest/ on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    const stocked = [{ seed_count: 3, price: 73_511, stock: 5, discount: 10 }]
    const has = (name: string, more: object) =>
      shop.hasProduct({ name, type: 'fem', genotype: '', flavors: '', effects: '', ...more })
    await has('Luz Mala', { effects: 'Reposado', blisters: stocked })
    await has('Luz Escondida', { available: false })
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await has(`Vidala ${n}`, { blisters: stocked })
  }, 60_000)
  afterAll(() => shop.close())

  const ask = async (q: string, client = shop.anonymous) => {
    const { status, body } = await client.get(`/products/suggest/?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    return body as Suggested[]
  }
  const names = (found: Suggested[]) => found.map(({ name }) => name)

  it('names what the list finds first, understood alike: without marks, by synonyms, misspelt', async () => {
    expect(await ask('luzmala')).toEqual([
      { id: expect.any(Number), name: 'Luz Mala', type: 'fem', brand: null, image: null },
    ])
    for (const words of ['LUZ mal', 'semillas de luz', 'relajante', 'relaj', 'luz malla']) {
      expect([words, names(await ask(words))]).toEqual([words, ['Luz Mala']])
    }
    const vidala = names(await ask('vidala'))
    expect(vidala).toHaveLength(6)
    const listed = await shop.anonymous.get('/products/?search=vidala&page=1&page_size=6')
    expect(vidala).toEqual(names((listed.body as { results: Suggested[] }).results))
  })

  it('answers everybody alike, without prices', async () => {
    const found = await ask('luz')
    for (const client of [await shop.signIn(), await shop.signIn({ admin: true })])
      expect(await ask('luz', client)).toEqual(found)
    expect(JSON.stringify(found)).not.toMatch(/price|discount|73511/)
  })

  it.each(['', ' ', '🌱', 'semillas de la', 'x'.repeat(1_000), '%', "'; drop table", '\0', '%ff', '\ud800'])(
    'answers %j with a list',
    async (q) => {
      expect(Array.isArray(await ask(q.toWellFormed()))).toBe(true)
    },
  )

  it('ignores what is no text, and is refused in Spanish above sixty a minute', async () => {
    expect((await shop.anonymous.get('/products/suggest/?q[]=luz&page=x')).body).toEqual([])
    const answers = []
    for (let n = 0; n < 61; n += 1) answers.push(await shop.anonymous.get('/products/suggest/?q=luz'))
    const last = answers.at(-1)
    expect(last?.status).toBe(429)
    expect(String(last?.headers['retry-after'])).toMatch(/^\d+$/)
    expect(last?.body.error).toContain('Demasiadas solicitudes')
    // Lists go on.
    expect((await shop.anonymous.get('/products/?search=luz')).status).toBe(200)
  })
})
