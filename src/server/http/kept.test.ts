import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { KeptAnswers } from './kept.ts'

const TYPE = 'application/json; charset=utf-8'

/** An application whose only answer is kept; `key` says which addresses mean the same. */
function keeping(make: (key: string) => Promise<string>, key = (url: string) => url) {
  const kept = new KeptAnswers()
  const app = Fastify()
  app.get('/*', (request, reply) =>
    kept.send(request, reply, {
      key: () => key(request.url),
      type: TYPE,
      make: () => make(key(request.url)),
    }),
  )
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { kept, get }
}

describe('KeptAnswers', () => {
  it('makes an answer once for twenty who ask first at the same time', async () => {
    let made = 0
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    const { get } = keeping(async () => {
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

  it('answers the same in brotli, in gzip and as it is', async () => {
    const text = JSON.stringify({ words: 'ñandú '.repeat(500) })
    const { get } = keeping(() => Promise.resolve(text))
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
  ])('takes Accept-Encoding «%s» at its word', async (header, encoding) => {
    const { get } = keeping(() => Promise.resolve('words'))
    expect((await get('/', { 'accept-encoding': header })).headers['content-encoding']).toBe(encoding)
  })

  it('answers 304 to who has it already, and anew after a change', async () => {
    let text = 'before'
    const { kept, get } = keeping(() => Promise.resolve(text))
    const etag = String((await get('/')).headers['etag'])
    const same = await get('/', { 'if-none-match': etag })
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag])
    text = 'after'
    kept.drop()
    const changed = await get('/', { 'if-none-match': etag })
    expect([changed.statusCode, changed.body]).toEqual([200, 'after'])
  })

  it('does not keep what was begun before a change', async () => {
    let made = 0
    const { promise: changedMeanwhile, resolve } = Promise.withResolvers<void>()
    const { kept, get } = keeping(async () => {
      made += 1
      const text = `number ${made}`
      if (made === 1) await changedMeanwhile
      return text
    })
    const first = get('/')
    await new Promise((later) => setTimeout(later, 50))
    kept.drop()
    resolve()
    expect((await first).body).toBe('number 1')
    expect((await get('/')).body).toBe('number 2')
    expect((await get('/')).body).toBe('number 2')
  })

  it('asks again after a failure', async () => {
    let made = 0
    const { get } = keeping(() => {
      made += 1
      return made === 1 ? Promise.reject(new Error('not now')) : Promise.resolve('well')
    })
    expect((await get('/')).statusCode).toBe(500)
    expect((await get('/')).body).toBe('well')
  })

  it('keeps no more than its share of memory, whatever long addresses it is asked for', async () => {
    const { kept, get } = keeping(() => Promise.resolve('x'.repeat(100_000)))
    // Uncompressed alone 200 MB, with addresses of 8 kB.
    for (let number = 0; number < 2_000; number++) await get(`/?${'q'.repeat(8_000)}=${number}`)
    expect(kept.bytes).toBeGreaterThan(0)
    expect(kept.bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  })
})
