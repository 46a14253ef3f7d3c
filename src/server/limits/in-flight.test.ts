import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(engines)('calls in flight of one account on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
  })
  afterAll(() => shop.close())

  it('are at most eight; more get a 503, and other accounts are not affected', async () => {
    const [ana, beto] = [await shop.signIn(), await shop.signIn()]
    const own = Array.from({ length: 20 }, () => ana.get('/orders/my-orders/'))
    const other = beto.get('/orders/my-orders/')
    const answers = await Promise.all(own)
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers['retry-after']).toBe('2')
    expect((await other).status).toBe(200)
    expect((await ana.get('/orders/my-orders/')).status).toBe(200)
  })
})
