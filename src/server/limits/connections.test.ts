import { once } from 'node:events'
import { createServer } from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitConnections } from './connections.ts'

/** All of 127.0.0.0/8 is this machine, so each visitor gets an address. */
const [ONE, OTHER] = ['127.0.0.1', '127.0.0.2']
const undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo.splice(0)) each()
})

async function serverWith({ perAddress = 3, trustProxy = [] as string[], host = '0.0.0.0' } = {}) {
  const server = createServer((_request, response) => response.end('well'))
  const log = { warn: vi.fn() }
  const counts = limitConnections(server, { perAddress, trustProxy, log })
  server.listen(0, host)
  await once(server, 'listening')
  undo.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as net.AddressInfo
  return { server, counts, log, port }
}

interface Visitor {
  socket: net.Socket
  isCut: boolean
  /** Whether a request is answered. A refused connection looks open for a moment without one. */
  isServed: () => Promise<boolean>
}

async function visit(port: number, localAddress: string): Promise<Visitor> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress })
  const visitor: Visitor = { socket, isCut: false, isServed }
  undo.push(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.once('close', () => (visitor.isCut = true))
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  function isServed() {
    return new Promise<boolean>((resolve) => {
      if (visitor.isCut) return resolve(false)
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })
  }
  return visitor
}

async function served(visitors: Visitor[]): Promise<boolean[]> {
  return Promise.all(visitors.map((visitor) => visitor.isServed()))
}

const several = async (count: number, port: number, address: string) => {
  const visitors: Visitor[] = []
  for (let n = 0; n < count; n += 1) visitors.push(await visit(port, address))
  return visitors
}

describe('limitConnections', () => {
  it('cuts surplus connections of one address, and no others', async () => {
    const { port, counts } = await serverWith()
    expect(await served(await several(5, port, ONE))).toEqual([true, true, true, false, false])
    expect(await served(await several(3, port, OTHER))).toEqual([true, true, true])
    expect(counts).toEqual({ open: 6, refused: { address: 2, all: 0 } })
  })

  it('stops counting closed connections, however they closed, and never counts refused ones', async () => {
    const { port, counts } = await serverWith()
    const first = await several(4, port, ONE)
    expect(await served(first)).toEqual([true, true, true, false])
    first[0]?.socket.end()
    first[1]?.socket.resetAndDestroy()
    await expect.poll(() => counts.open).toBe(1)
    expect(await served(await several(3, port, ONE))).toEqual([true, true, false])
    expect(counts).toEqual({ open: 3, refused: { address: 2, all: 0 } })
  })

  it('does not count a trusted proxy', async () => {
    const { port, counts } = await serverWith({ trustProxy: ['127.0.0.2/32'] })
    expect(await served(await several(9, port, OTHER))).toEqual(Array(9).fill(true))
    expect(await served(await several(4, port, ONE))).toEqual([true, true, true, false])
    expect(counts.open).toBe(12)
  })

  it('is off with 0', async () => {
    const { port } = await serverWith({ perAddress: 0 })
    expect(await served(await several(9, port, ONE))).toEqual(Array(9).fill(true))
  })

  it('counts and logs, once a minute, that all connections are in use', async () => {
    const { server, port, counts, log } = await serverWith({ perAddress: 0 })
    expect(server.maxConnections).toBe(1_000)
    server.maxConnections = 2
    expect(await served(await several(5, port, ONE))).toEqual([true, true, false, false, false])
    expect(counts).toEqual({ open: 2, refused: { address: 0, all: 3 } })
    expect(log.warn.mock.calls).toEqual([
      [{ why: 'all', open: 2, refused: { address: 0, all: 1 } }, 'connections are refused'],
    ])
  })

  it('logs that all are in use also right after logging one address', async () => {
    const { server, port, log } = await serverWith({ perAddress: 2 })
    server.maxConnections = 3
    await served(await several(3, port, ONE))
    await served(await several(3, port, OTHER))
    expect(log.warn.mock.calls.map(([facts]) => facts.why)).toEqual(['address', 'all'])
  })

  it('counts IPv4 in IPv6 notation as IPv4, and the /64 of a home as one address', () => {
    const server = new net.Server()
    const counts = limitConnections(server, {
      perAddress: 2,
      trustProxy: ['10.0.0.0/8'],
      log: { warn: vi.fn() },
    })
    const isTaken = (remoteAddress: string) => {
      const socket = Object.defineProperty(new net.Socket(), 'remoteAddress', { value: remoteAddress })
      const before = counts.refused.address
      server.emit('connection', socket)
      return counts.refused.address === before
    }
    expect(['::ffff:192.0.2.7', '192.0.2.7', '::FFFF:192.0.2.7', '192.0.2.7'].map(isTaken)).toEqual([
      true,
      true,
      false,
      false,
    ])
    const home = ['2001:db8:1:2::3', '2001:db8:1:2:a:b:c:d', '2001:db8:1:2::4', '2001:db8:1:3::4']
    expect(home.map(isTaken)).toEqual([true, true, false, true])
    expect(['::ffff:10.1.2.3', '10.1.2.3', '::ffff:10.1.2.3'].map(isTaken)).toEqual([true, true, true])
  })
})
