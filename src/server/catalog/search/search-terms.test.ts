import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { forgetOldSearches, SearchTerms, writeSearches } from '../catalog.ts'

describe.each(enginesOf(import.meta.filename))('a search term, on %s', (engine) => {
  let shop: TestShop
  let terms: SearchTerms
  beforeAll(async () => {
    terms = new SearchTerms()
    shop = await openShop(engine, { searches: terms })
    // Midday in Buenos Aires: what a test counts is of one day.
    shop.clock.set('2026-12-01T15:00:00Z')
    await shop.hasProduct({ name: 'Puna Violeta' })
    const words = 'zzyzx calafate palabra ajena otra invento adelantada lenta una dos tres vieja terca'
    await shop.hasProduct({ name: 'Calma', genotype: words })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    shop.clock.advance(11 * 60_000)
    await sql`delete from search_terms`.execute(shop.shop.db)
  })

  const search = (words: string, client = shop.anonymous) =>
    client.get(`/products/?search=${encodeURIComponent(words)}&page=1`)
  const counted = async () => {
    // One write leaves what it had no time to search for to the next.
    for (let n = 0; n < 5; n += 1) await writeSearches(shop.shop, terms)
    const rows = await shop.shop.db.selectFrom('search_terms').selectAll().orderBy('term').execute()
    return rows.map(({ term, searches, empty }) => [term, searches, empty])
  }

  it('is counted by visitors and customers, normalised, with whether anything was found', async () => {
    await search('  PUNA   violetá ')
    await search('puna zzyzx', await shop.signIn())
    expect(await counted()).toEqual([
      ['puna violeta', 1, 0],
      ['puna zzyzx', 1, 1],
    ])
  })

  it('is counted when the answer was cached, and once for the same visitor within ten minutes', async () => {
    await search('calafate')
    await search('calafate')
    shop.clock.advance(11 * 60_000)
    await search('calafate')
    expect(await counted()).toEqual([['calafate', 2, 0]])
    shop.clock.advance(11 * 60_000)
    await search('calafate')
    expect(await counted()).toEqual([['calafate', 3, 0]])
  })

  it('ignores searches of staff, possible personal data and single letters', async () => {
    await search('ana', await shop.signIn({ admin: true }))
    for (const words of ['ana@correo.example', 'ana 1123456', '20-12345678-3', 'x', '', '\0', 'x'.repeat(61)])
      await search(words)
    await shop.anonymous.get('/products/?search=a&search=b')
    expect(await counted()).toEqual([])
  })

  it('that is no word of the catalogue counts once three visitors typed it on a day, as it may be a name', async () => {
    const record = (words: string, address: string) =>
      terms.record({ search: words }, { address, at: shop.clock.now() })
    for (const words of ['Fernández', 'ana fernandez', 'puna fernandez', 'rossi']) record(words, '192.0.2.1')
    // A typo of a known word may be a name as well.
    record('pona', '192.0.2.1')
    expect(await counted()).toEqual([])
    record('fernandez', '192.0.2.1')
    shop.clock.advance(11 * 60_000)
    record('fernandez', '192.0.2.1')
    record('fernandez', '198.51.100.1')
    expect(await counted()).toEqual([])
    record('fernandez', '203.0.113.1')
    expect(await counted()).toEqual([['fernandez', 4, 4]])
    record('fernandez', '203.0.113.9')
    expect(await counted()).toEqual([['fernandez', 5, 5]])
    record('rossi', '198.51.100.1')
    shop.clock.advance(24 * 3_600_000)
    record('rossi', '203.0.113.1')
    expect((await counted()).map(([term]) => term)).toEqual(['fernandez'])
  })

  it('with digits and short words is one of the catalogue by its other words', async () => {
    await search('pun x3 de 7')
    await search('puna 47')
    expect((await counted()).map(([term]) => term)).toEqual(['pun x3 de 7', 'puna 47'])
  })

  it('is limited to 2,000 different ones a day; known ones still count', async () => {
    await sql`insert into search_terms (day, term, searches, empty)
      select ${'2030-01-01'}::date, 'palabra ' || n, 1, 0 from generate_series(1, 2000) n`.execute(
      shop.shop.db,
    )
    shop.clock.set('2030-01-01T15:00:00Z')
    await search('palabra 7')
    await search('otra')
    const rows = await counted()
    expect(rows).toHaveLength(2_000)
    expect(rows.find(([term]) => term === 'palabra 7')).toEqual(['palabra 7', 2, 1])
    // A term that cannot be written is not searched for either.
    shop.clock.advance(11 * 60_000)
    await search('palabra 8')
    await search('invento')
    const asked: string[] = []
    await terms.write(shop.shop, (term) => Promise.resolve(asked.push(term) > 0))
    expect(asked).toEqual(['palabra 8'])
  })

  it('is limited to a hundred a day for each visitor', async () => {
    const record = (word: string, address: string) =>
      terms.record({ search: word }, { address, at: shop.clock.now() })
    for (let n = 0; n < 120; n += 1) record(`palabra ${n}`, `2001:db8::${n}`)
    record('palabra ajena', '2001:db8:0:1::1')
    const counts = await counted()
    expect(counts).toHaveLength(101)
    expect(counts.map(([term]) => term)).toContain('palabra ajena')
  })

  it('is counted again when the clock was ahead and is set back', async () => {
    const now = shop.clock.now()
    shop.clock.advance(86_400_000)
    await search('adelantada')
    shop.clock.set(now)
    await search('adelantada')
    expect((await counted()).map(([, searches]) => searches)).toEqual([1, 1])
  })

  it('is searched for once in ten minutes, over all visitors', async () => {
    const asked: string[] = []
    const asksAfter = async (address: string) => {
      terms.record({ search: 'lenta' }, { address, at: shop.clock.now() })
      await terms.write(shop.shop, (term) => Promise.resolve(asked.push(term) > 0))
      return asked.length
    }
    expect([await asksAfter('192.0.2.1'), await asksAfter('198.51.100.1')]).toEqual([1, 1])
    shop.clock.advance(11 * 60_000)
    expect(await asksAfter('192.0.2.1')).toBe(2)
    expect(await counted()).toEqual([['lenta', 3, 0]])
  })

  it('waits for the next write when the searches take longer than two seconds', async () => {
    for (const term of ['una', 'dos', 'tres'])
      terms.record({ search: term }, { address: '192.0.2.1', at: shop.clock.now() })
    const asked: string[] = []
    const write = () =>
      terms.write(shop.shop, async (term) => {
        await sleep(1_100)
        return asked.push(term) > 0
      })
    await write()
    expect(asked).toEqual(['una', 'dos'])
    await write()
    expect(asked).toEqual(['una', 'dos', 'tres'])
    expect(await counted()).toHaveLength(3)
  })

  it('is forgotten after 400 days', async () => {
    await search('vieja')
    expect(await counted()).toHaveLength(1)
    shop.clock.advance(402 * 86_400_000)
    await forgetOldSearches(shop.shop)
    expect(await counted()).toEqual([])
  })

  it('is kept in memory when the database fails', async () => {
    await search('terca')
    const failing = { ...shop.shop, database: { ...shop.shop.database, db: undefined } } as never
    await expect(writeSearches(failing, terms)).rejects.toThrow()
    expect(await counted()).toEqual([['terca', 1, 0]])
  })
})
