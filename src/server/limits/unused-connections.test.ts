import { once } from 'node:events'
import { createServer } from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeUnusedConnections } from './unused-connections.ts'

/** More than the buffers of the kernel take. */
const LONG = Buffer.alloc(32 * 1024 * 1024)
const SILENT = 'GET / HT'
const SLOW_SENDER = 'POST /later HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf'
const SLOW_READER = 'GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n'
const WAITING = 'GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server with one client for each text, who reads nothing. `open`: the texts whose connections are open. */
async function serverWith(texts: string[]) {
  const open = new Set<string>()
  const server = createServer((request, response) => {
    if (request.url === '/long') response.end(LONG)
  })
  const close = closeUnusedConnections(server)
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const clients = texts.map((text) => {
    const client = net.connect(port, '127.0.0.1').on('error', () => undefined)
    client.pause().write(text)
    return client
  })
  server.on('connection', (socket) =>
    socket.once('data', (data: Buffer) => {
      open.add(data.toString())
      socket.once('close', () => open.delete(data.toString()))
    }),
  )
  await expect.poll(() => open.size).toBe(texts.length)
  return { server, close, clients, open: () => [...open] }
}

describe('closeUnusedConnections', () => {
  afterEach(() => vi.useRealTimers())

  it('closes those without a request after a second, those of slow clients after five', async () => {
    const { server, close, open } = await serverWith([SILENT, SLOW_SENDER, SLOW_READER, WAITING])
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    close()
    vi.advanceTimersByTime(900)
    await new Promise(setImmediate)
    expect(open()).toHaveLength(4)
    vi.advanceTimersByTime(200)
    await vi.waitFor(() => expect(open()).not.toContain(SILENT))
    expect(open()).toHaveLength(3)
    vi.advanceTimersByTime(4_000)
    await vi.waitFor(() => expect(open()).toEqual([WAITING]))
    server.closeAllConnections()
    server.close()
  })

  it('lets responses that are being sent end', async () => {
    const { server, close, clients } = await serverWith([SLOW_READER])
    close()
    server.close()
    const [client] = clients
    let received = 0
    client?.on('data', (data: Buffer) => (received += data.length)).resume()
    if (client) await once(client, 'close')
    expect(received).toBeGreaterThan(LONG.length)
  })
})
