import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import type { Renderer } from '../pages/pages.ts'
import { openPublicLane } from './public-lane.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest // safe: the lane reads nothing else

describe('openPublicLane', () => {
  it('runs four concurrently, and refuses the ninth of an address but not that of another', async () => {
    const lane = openPublicLane(1)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const eight = Array.from({ length: 8 }, () => lane.run(from('2001:db8::1'), () => end))
    expect(lane.load()).toEqual({ running: 4, waiting: 4 })
    // The same /64.
    await expect(lane.run(from('2001:db8::2'), () => end)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const other = lane.run(from('203.0.113.7'), () => end)
    expect(lane.refused()).toBe(1)
    resolve()
    await Promise.all([...eight, other])
    await lane.run(from('2001:db8::1'), () => end)
    expect(lane.load()).toEqual({ running: 0, waiting: 0 })
  })

  it('refuses any visitor when the queue is full', async () => {
    const lane = openPublicLane(0)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const asked = Array.from({ length: 101 }, () => lane.run(from('203.0.113.7'), () => end))
    await expect(asked.at(-1)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    resolve()
    await Promise.all(asked.slice(0, -1))
  })
})

describe.each(engines)('a full public lane on %s', (engine) => {
  let shop: TestShop
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const renderer: Renderer = {
    developing: false,
    inlineScripts: [],
    async render(url) {
      if (url.includes('slow')) await end
      return { status: 200, html: '<!doctype html>' }
    },
    connect: () => undefined,
    serveAssets: () => Promise.resolve(),
  }
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1, renderer })
    await shop.app.inject('/kept')
  })
  afterAll(() => shop.close())

  it('answers 503 in both formats with Retry-After; the rest of the shop keeps working', async () => {
    const customer = await shop.signIn()
    const slow = Array.from({ length: 8 }, async (_, n) => await shop.app.inject(`/slow?page=${n + 1}`))
    const page = await shop.app.inject('/other')
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      503,
      '2',
      'text/html; charset=utf-8',
    ])
    expect(page.body).toContain('La tienda está ocupada')
    const answer = await shop.anonymous.get('/products/')
    expect([answer.status, answer.headers['retry-after'], answer.body.code]).toEqual([
      503,
      '2',
      'UNAVAILABLE',
    ])

    expect((await shop.app.inject('/kept')).statusCode).toBe(200)
    expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
    expect((await customer.get('/orders/my-orders/')).status).toBe(200)
    finish()
    for (const { statusCode } of await Promise.all(slow)) expect(statusCode).toBe(200)
  })
})

describe('public statements on the embedded database', () => {
  it('let other statements run in between', async () => {
    const shop = await openShop('embedded')
    const done: string[] = []
    const { db, publicDb } = shop.database
    const ask = (on: typeof db, name: string) =>
      on
        .selectFrom('products')
        .select('id')
        .execute()
        .then(() => done.push(name))
    await Promise.all([...Array.from({ length: 5 }, () => ask(publicDb, 'public')), ask(db, 'order')])
    expect(done.indexOf('order')).toBeLessThan(2)
    await shop.close()
  })
})
