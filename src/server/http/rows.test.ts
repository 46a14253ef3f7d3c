import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { streamOf } from './rows.ts'

describe('streamOf', () => {
  let app: FastifyInstance
  afterEach(() => app.close())

  const serving = async (parts: () => AsyncGenerator<string>) => {
    app = Fastify()
    app.get('/', async (_request, reply) => reply.type('text/csv').send(await streamOf(parts())))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
  }

  it('sends all parts in order, and nothing when there is none', async () => {
    const response = await serving(async function* () {
      yield 'á;'
      yield 'b\r\n'
    })
    expect([response.status, await response.text()]).toEqual([200, 'á;b\r\n'])
    await app.close()
    const empty = await serving(async function* () {})
    expect([empty.status, await empty.text()]).toEqual([200, ''])
  })

  it('is refused when the first part fails', async () => {
    const { status } = await serving(async function* () {
      yield await Promise.reject<string>(new Error('no database'))
    })
    expect(status).toBe(500)
  })

  it('fails for its reader when a later part fails', async () => {
    const response = await serving(async function* () {
      yield 'first\r\n'
      throw new Error('the database went away')
    })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it('waits for its reader, and is ended when that leaves', async () => {
    const part = 'x'.repeat(1024 * 1024)
    let made = 0
    let isEnded = false
    const response = await serving(async function* () {
      try {
        for (; made < 200; made += 1) yield part
      } finally {
        isEnded = true
      }
    })
    const reader = response.body?.getReader()
    await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(made).toBeLessThan(50)
    await reader?.cancel()
    await expect.poll(() => isEnded).toBe(true)
  })
})
