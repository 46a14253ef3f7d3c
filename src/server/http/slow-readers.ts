import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const STILL_MS = 20_000
const LOOK_MS = 2_000

/**
 * Cuts who asks and then reads nothing: an answer waits, and for 20 s the system took none of it off our hands. The
 * timeout of Node's sockets would also cut who only waits for a slow answer, and counts twice where something waits.
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
      else if (now - last.since >= STILL_MS) socket.destroy()
    }
  }
  const timer = setInterval(look, LOOK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
