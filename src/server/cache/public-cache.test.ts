import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { openPublicLane } from '../limits/public-lane.ts'
import { PublicCache } from './public-cache.ts'

const TYPE = 'application/json; charset=utf-8'

/** An application with one cached response; `key` says which addresses share it. */
function caching(make: (key: string) => Promise<string>, key = (url: string) => url) {
  const cache = new PublicCache(openPublicLane(0))
  const app = Fastify()
  app.get('/*', (request, reply) =>
    cache.send(request, reply, {
      key: () => key(request.url),
      type: TYPE,
      make: () => make(key(request.url)),
    }),
  )
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { cache, get }
}

describe('PublicCache', () => {
  it('makes a response once for twenty first requests at the same time', async () => {
    let made = 0
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    const { get } = caching(async () => {
      made += 1
      await allAsked
      return 'one'
    })
    const asked = Array.from({ length: 20 }, () => get('/'))
    await new Promise((later) => setTimeout(later, 50))
    resolve()
    const bodies = (await Promise.all(asked)).map(({ body }) => body)
    expect({ made, bodies: new Set(bodies) }).toEqual({ made: 1, bodies: new Set(['one']) })
  })

  it('sends the same text in brotli, in gzip and uncompressed', async () => {
    const text = JSON.stringify({ words: 'ñandú '.repeat(500) })
    const { get } = caching(() => Promise.resolve(text))
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get('/', { 'accept-encoding': 'gzip' })
    const plain = await get('/')
    expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ])
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(text)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(text)
    expect(plain.body).toBe(text)
    expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length))
  })

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', undefined],
    ['BR ; q=0.5', 'br'],
    ['x-brie, x-gzip', undefined],
  ])('reads Accept-Encoding «%s»', async (header, encoding) => {
    const { get } = caching(() => Promise.resolve('words'))
    expect((await get('/', { 'accept-encoding': header })).headers['content-encoding']).toBe(encoding)
  })

  it('answers 304 to a known tag, and 200 after a change', async () => {
    let text = 'before'
    const { cache, get } = caching(() => Promise.resolve(text))
    const etag = String((await get('/')).headers['etag'])
    const same = await get('/', { 'if-none-match': etag })
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag])
    text = 'after'
    cache.drop()
    const changed = await get('/', { 'if-none-match': etag })
    expect([changed.statusCode, changed.body]).toEqual([200, 'after'])
  })

  it('does not cache a response begun before a change', async () => {
    let made = 0
    const { promise: changedMeanwhile, resolve } = Promise.withResolvers<void>()
    const { cache, get } = caching(async () => {
      made += 1
      const text = `number ${made}`
      if (made === 1) await changedMeanwhile
      return text
    })
    const first = get('/')
    await new Promise((later) => setTimeout(later, 50))
    cache.drop()
    resolve()
    expect((await first).body).toBe('number 1')
    expect((await get('/')).body).toBe('number 2')
    expect((await get('/')).body).toBe('number 2')
  })

  it('makes the response again after a failure', async () => {
    let made = 0
    const { get } = caching(() => {
      made += 1
      return made === 1 ? Promise.reject(new Error('not now')) : Promise.resolve('well')
    })
    expect((await get('/')).statusCode).toBe(500)
    expect((await get('/')).body).toBe('well')
  })

  it('stays within its share of memory, even with long addresses', async () => {
    const { cache, get } = caching(() => Promise.resolve('x'.repeat(100_000)))
    // 200 MB of uncompressed text and 32 MB of addresses.
    for (let number = 0; number < 2_000; number++) await get(`/?${'q'.repeat(8_000)}=${number}`)
    expect(cache.bytes).toBeGreaterThan(0)
    expect(cache.bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  })
})
