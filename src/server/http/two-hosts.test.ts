import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe('a request with two Host headers', () => {
  let shop: TestShop
  let port: number

  beforeAll(async () => {
    shop = await openShop('embedded')
    port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => shop.close())

  const ask = async (path: string, hosts: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), head, body }
  }

  it.each(['/api/products/', '/nowhere', '/healthz'])('is refused at %s', async (path) => {
    const one = await ask(path, 'Host: shop.example\r\n')
    expect(one.status).toBe(path === '/nowhere' ? 404 : 200)
    for (const hosts of [
      'Host: shop.example\r\nHost: evil.example\r\n',
      'host: shop.example\r\nX-A: b\r\nHOST: shop.example\r\n',
    ]) {
      const { status, head, body } = await ask(path, hosts)
      expect(status).toBe(400)
      expect(head).toContain('x-content-type-options: nosniff')
      expect(JSON.parse(body)).toMatchObject({
        code: 'VALIDATION',
        error: 'La solicitud tiene más de un encabezado Host',
      })
    }
  })
})
