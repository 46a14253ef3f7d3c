import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'

const CHUNK = 32 * 1024
const MEGABYTE = 1024 * 1024

describe('a body that is too large', () => {
  let shop: TestShop
  let port: number

  beforeAll(async () => {
    shop = await openShop('embedded')
    port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => shop.close())

  /** Sends a piece every few milliseconds and reads only afterwards, as a browser does. */
  async function sendAll(pieces: number) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const problems: string[] = []
    socket.on('error', (error) => problems.push(error.message))
    const length = pieces * CHUNK
    socket.write(
      `POST /api/orders/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    )
    for (let sent = 0; sent < pieces && problems.length === 0; sent++) {
      socket.write(Buffer.alloc(CHUNK, ' '))
      await sleep(5)
    }
    if (problems.length > 0) return { text: '', problems }
    const [data] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return { text: data.toString(), problems }
  }

  it('is answered after the upload, not with a broken connection', async () => {
    const { text, problems } = await sendAll(10)
    expect(problems).toEqual([])
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toContain('La solicitud es demasiado grande')
  })

  it('is no longer read when it does not end, and then cut', async () => {
    const accepted = once(shop.app.server, 'connection') as Promise<[Socket]>
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const [server] = await accepted
    socket.write(
      'POST /api/orders/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n',
    )
    socket.write(Buffer.alloc(20 * MEGABYTE, ' '))
    socket.resume()
    // Not `once`, which rejects when the socket is cut with an error.
    await new Promise((resolve) => socket.once('close', resolve))
    expect(server.bytesRead).toBeLessThan(MEGABYTE)
  })

  it.each([
    ['/api/uploads/', 'multipart/form-data; boundary=x'],
    ['/api/auth/login/', 'application/json'],
  ])('is answered at %s while much more comes than is read', async (address, type) => {
    const socket = connect(port, '127.0.0.1')
    const problems: string[] = []
    socket.on('error', (error) => problems.push(error.message))
    socket.write(
      `POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100000000\r\n\r\n`,
    )
    socket.write(Buffer.alloc(20 * MEGABYTE, ' '))
    // Some clients read as late as this while they are sending.
    await sleep(500)
    expect(problems).toEqual([])
    const [data] = (await once(socket, 'data')) as [Buffer]
    expect(data.toString()).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })
})
