import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const STALLED_MS = 20_000
const LOOK_MS = 2_000

/**
 * Cuts clients that do not read: a response is pending, and for 20 s the kernel has accepted no byte of it. Node's
 * socket timeout would also cut clients that wait for a slow response, and takes twice as long with pending data.
 */
export function cutSlowReaders(app: FastifyInstance): void {
  const seen = new Map<Socket, { taken: number; since: number }>()
  app.server.on('connection', (socket) => {
    seen.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => seen.delete(socket))
  })
  const look = () => {
    const now = performance.now()
    for (const [socket, last] of seen) {
      const taken = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || taken !== last.taken) seen.set(socket, { taken, since: now })
      else if (now - last.since >= STALLED_MS) socket.destroy()
    }
  }
  const timer = setInterval(look, LOOK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
